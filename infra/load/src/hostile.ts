import { parseArgs } from 'node:util'
import { ATTACKS, type AttackName } from './hostile/attacks.ts'
import { runHostile } from './hostile/campaign.ts'
import { linesOf } from './hostile/lines.ts'
import { printTable } from './measure/report.ts'

const all = Object.keys(ATTACKS) as AttackName[]
const { values } = parseArgs({
  options: { only: { type: 'string' }, seconds: { type: 'string', default: '60' } },
})
const wanted = (values.only?.split(',') ?? all) as AttackName[]
const unknown = wanted.find(name => !all.includes(name))
if (unknown !== undefined) throw new Error(`There is no attack ${unknown}. Choose from ${all}`)

const say = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`)
const rows = await runHostile(wanted, Number(values.seconds), say)
const [rest] = rows
const lines = rest === undefined ? [] : rows.flatMap(row => linesOf(row, rest))
process.stdout.write(printTable(lines, { limit: 'at rest' }))
for (const { name, seen } of rows)
  for (const error of seen.errors.slice(0, 3)) process.stdout.write(`${name}: ${error.slice(0, 200)}\n`)
process.exitCode = lines.every(line => line.ok !== false) ? 0 : 1
