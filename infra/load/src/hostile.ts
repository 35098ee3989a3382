import { parseArgs } from 'node:util'
import { ATTACKS, type AttackName } from './hostile/attacks.ts'
import { type Row, runHostile } from './hostile/campaign.ts'
import { type Line, megabytes, milliseconds, printTable } from './measure/report.ts'
import { summarise } from './measure/statistics.ts'

const P99_MAX = 250
const READ_MAX = 3_000
const GATEWAY_MAX = 300_000_000

const linesOf = ({ name, seen, gatewayRss }: Row, rest: Row): Line[] => {
  const figures = (values: readonly number[]) => {
    const { p50, p99 } = summarise(values)
    return `${milliseconds(p50)}, ${milliseconds(p99)}`
  }
  const timed = (['save', 'list', 'search', 'read'] as const).map((what): Line => {
    const max = what === 'read' ? READ_MAX : P99_MAX
    return {
      measure: `    ${what}, p50 and p99`,
      ours: figures(seen[what]),
      limit: figures(rest.seen[what]),
      required: `p99 under ${max} ms`,
      ok: seen[what].length > 0 && summarise(seen[what]).p99 < max,
    }
  })
  return [
    {
      measure: `${name}: errors`,
      ours: String(seen.errors.length),
      required: 'none',
      ok: seen.errors.length === 0,
    },
    ...timed,
    {
      measure: '    gateway, greatest RSS',
      ours: megabytes(gatewayRss),
      limit: megabytes(rest.gatewayRss),
      required: 'under 300 MB',
      ok: gatewayRss < GATEWAY_MAX,
    },
  ]
}

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
