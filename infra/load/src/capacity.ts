import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Figures, fillPage } from './capacity/tables.ts'
import { chartOf } from './day/chart.ts'
import type { Day } from './day/run-day.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const resultOf = (name: string) => JSON.parse(readFileSync(pathOf(`infra/load/results/${name}.json`), 'utf8'))

// Writes the last results of `make day` and of the walls into the pages.
const day: Day = resultOf('day')
const { minutes, people, cost, rest, answers, verdicts } = day
const figures: Figures = { day: { minutes, people, cost, rest, answers, verdicts }, walls: resultOf('walls') }
const rounded = JSON.stringify(
  figures,
  (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value),
  2,
)
writeFileSync(pathOf('docs/capacity.json'), `${rounded}\n`)
writeFileSync(pathOf('docs/day.svg'), chartOf(day))
for (const page of ['docs/capacity.md', 'docs/operations.md'])
  writeFileSync(pathOf(page), fillPage(readFileSync(pathOf(page), 'utf8'), JSON.parse(rounded)))
