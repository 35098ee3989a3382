import { expect, test } from 'vitest'
import { chartOf } from './chart.ts'
import { runDay } from './run-day.ts'

test('a short day of four people, one of whom imports, gives all figures', async () => {
  const said: string[] = []
  const day = await runDay({
    minutes: 1 / 3,
    people: 4,
    links: 20,
    articles: 2,
    say: line => said.push(line),
  })
  expect(day.failures).toEqual([])
  expect(day.answers.failed).toBe(0)

  const { cost } = day
  // 4 times opened, 36 lists, 10 searches, 8 saves, 12 articles with 5 places, 5 highlights, 3 notes, 8 flags; and the import.
  expect(cost.requests).toBeGreaterThanOrEqual(20 + 36 + 10 + 8 + 12 * 7 + 5 + 3 + 8)
  expect(cost.writes).toBe(8 + 12 * 5 + 5 + 3 + 8)
  // Every save and every imported row has an article of its own.
  expect(cost.events.article).toBeGreaterThanOrEqual(8 + 50 / 4)
  expect(cost.events.notebook).toBe(8)
  expect(cost.events.library).toBeGreaterThan(8)
  for (const bytes of [cost.bytes.events, cost.bytes.content]) expect(bytes).toBeGreaterThan(0)
  const [before] = day.samples
  // The day is too short to tell what runs at rest apart, so that a cost may be nothing.
  for (const figure of ['rows', 'commits', 'wal'] as const)
    expect(day.after[figure]).toBeGreaterThan(before?.[figure] ?? 0)
  for (const part of ['gateway', 'projectors', 'workers', 'event-store', 'postgres'])
    expect(day.after.processes[part]?.cpu).toBeGreaterThan(before?.processes[part]?.cpu ?? 0)

  expect(day.samples.length).toBeGreaterThanOrEqual(12)
  const last = day.samples.at(-1)
  for (const part of ['gateway', 'projectors', 'workers']) {
    expect(last?.processes[part]?.heap).toBeGreaterThan(0)
    expect(last?.processes[part]?.handles).toBeGreaterThan(0)
    expect(day.verdicts.map(({ name }) => name)).toContain(`Memory of ${part}`)
  }
  expect(chartOf(day)).toMatch(/^<svg .*<\/svg>\n$/s)
})
