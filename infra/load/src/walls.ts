import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printColumns } from './measure/report.ts'
import { runWalls } from './walls/run-walls.ts'

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url))
const SIZE = { libraries: 100, links: 100 }

const say = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`)
mkdirSync(RESULTS, { recursive: true })
rmSync(`${RESULTS}walls.json`, { force: true })
const walls = await runWalls({ size: SIZE, groups: [1, 2, 4], rounds: 2, seconds: 10, say })
writeFileSync(`${RESULTS}walls.json`, `${JSON.stringify(walls, null, 2)}\n`)
const rows = (['live', 'fill'] as const).flatMap(kind =>
  walls[kind].map(run => [
    ...[kind, String(run.groups), String(Math.round(run.eventsPerSecond))],
    ...[String(Math.round(run.rowsPerSecond)), ...Object.values(run.cores).map(cores => cores.toFixed(2))],
  ]),
)
const heads = ['', 'groups', 'events/s', 'rows/s', 'cores: projectors', 'Postgres', 'event store']
process.stdout.write(printColumns([heads, ...rows], column => column > 0))
process.stdout.write(`${JSON.stringify(walls.saves)}\n`)
for (const difference of walls.differences) process.stdout.write(`MISSED: ${difference}\n`)
process.exitCode = walls.differences.length === 0 ? 0 : 1
