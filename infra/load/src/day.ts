import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chartOf } from './day/chart.ts'
import { printDay } from './day/print-day.ts'
import { runDay } from './day/run-day.ts'
import { numberOf } from './setting.ts'

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url))

const minutes = numberOf(process.env, 'DAY_MINUTES', 30, [0.2, 240])
const people = numberOf(process.env, 'PEOPLE', 50, [1, 500])
const say = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`)

mkdirSync(RESULTS, { recursive: true })
rmSync(`${RESULTS}day.json`, { force: true })
const day = await runDay({ minutes, people, say })
writeFileSync(`${RESULTS}day.json`, `${JSON.stringify(day, null, 2)}\n`)
writeFileSync(`${RESULTS}day.svg`, chartOf(day))
process.stdout.write(printDay(day))
process.stdout.write(`All samples are in ${RESULTS}day.json, the curves in ${RESULTS}day.svg\n`)
const isWell = day.answers.failed === 0 && day.verdicts.every(({ levelsOff }) => levelsOff)
process.exitCode = isWell ? 0 : 1
