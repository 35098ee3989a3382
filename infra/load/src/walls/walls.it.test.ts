import { expect, test } from 'vitest'
import { runWalls } from './run-walls.ts'

test('three groups of libraries write together the rows that one projector writes', async () => {
  const walls = await runWalls({
    ...{ size: { libraries: 8, links: 10 }, groups: [1, 3], rounds: 1, seconds: 1, say: () => {} },
  })
  expect(walls.differences).toEqual([])
  expect(walls.articleEvents).toBe(8 * 10 + 1)
  expect(walls.events).toBe(walls.articleEvents + 8 * (1 + 10 + 2 + 6))
  for (const runs of [walls.live, walls.fill]) {
    expect(runs.map(({ groups }) => groups)).toEqual([1, 3])
    for (const run of runs) expect(run.rowsPerSecond).toBeGreaterThan(0)
  }
  for (const rate of Object.values(walls.saves)) expect(rate).toBeGreaterThan(0)
})
