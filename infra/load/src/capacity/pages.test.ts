import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIGURES } from '../test-support/figures.ts'
import { type Figures, fillPage, PARTS } from './tables.ts'

const pathOf = (path: string) => new URL(`../../../../docs/${path}`, import.meta.url)
const read = (path: string) => readFileSync(pathOf(path), 'utf8')
const pages = ['capacity.md', 'operations.md']
const measured: Figures | undefined = existsSync(pathOf('capacity.json'))
  ? JSON.parse(read('capacity.json'))
  : undefined

// `make capacity` measures anew and writes all of them.
test.each(pages)('the figures of docs/%s are those of docs/capacity.json', page => {
  expect(read(page)).toBe(fillPage(read(page), measured))
})

test('every part stands on a page', () => {
  const all = pages.map(read).join('')
  for (const name of Object.keys(PARTS)) expect(all).toContain(`<!-- measured: ${name} -->`)
})

test('a page that has another figure is noticed', () => {
  const page = fillPage(read('capacity.md'), FIGURES)
  expect(page).toContain('two cores serve about **10,000 people**')
  const wrong = page.replace('**10,000 people**', '**11,000 people**')
  expect(fillPage(wrong, FIGURES)).toBe(page)
  expect(wrong).not.toBe(page)
})

test('figures become tables', () => {
  const page = pages.map(name => fillPage(read(name), FIGURES)).join('')
  for (const row of [
    '| requests | 180, of which 90.0 write |',
    '| requests/s | 50 | 500 | 5,000 |',
    "| Postgres' disk, after a year | 10 TB (assumed) | 27,000 |",
    "| The projectors' leader | 3,000 events/s | 3,000,000 |",
    '| at work, 2 groups | 5,000 | 1.67 times | 40,000 | 1.00 + 1.00 + 0.00 |',
    'The log had 300 events, 33 % of them of articles. The rows of all groups together were those of one projector.',
    'p50 4.00 ms, p99 20.0 ms. All 1 curves level off.',
  ])
    expect(page).toContain(row)
})

test('a curve that rises and a row that differs are told', () => {
  const says = 'Memory of gateway does not level off'
  const page = pages
    .map(name =>
      fillPage(read(name), {
        day: { ...FIGURES.day, verdicts: [{ name: 'Memory of gateway', levelsOff: false, says }] },
        walls: { ...FIGURES.walls, differences: ['2 groups: links: 3 rows became 2'] },
      }),
    )
    .join('')
  expect(page).toContain(`Of 1 curves 1 did not level off: ${says}.`)
  expect(page).toContain('Rows differed: 2 groups: links: 3 rows became 2.')
})
