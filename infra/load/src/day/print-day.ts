import { printColumns } from '../measure/report.ts'
import { largestTables, tableBytes } from './curves.ts'
import type { Day } from './run-day.ts'
import type { Sample } from './sample.ts'

const mb = (bytes = 0) => (bytes / 1_000_000).toFixed(1)

/** Rows of the table of samples; all are in the file. */
const ROWS = 12

/** The samples, the cost and what did not level off, as text. */
export const printDay = (day: Day): string => {
  const { samples, verdicts, answers, failures, cost } = day
  const step = Math.max(1, Math.ceil(samples.length / ROWS))
  const shown = samples.filter((_, n) => n % step === 0 || n === samples.length - 1)
  const last = samples.at(-1)
  const names = Object.keys(last?.processes ?? {})
  const cells = (sample: Sample) => [
    ...[String(Math.round(sample.at)), String(sample.events), mb(tableBytes(sample))],
    ...[String(sample.behind.projections), String(sample.behind.reactions)],
    ...[sample.answers.p50.toFixed(1), sample.answers.p99.toFixed(1), String(sample.answers.failed)],
    ...names.map(name => `${mb(sample.processes[name]?.bytes)}/${sample.processes[name]?.handles ?? 0}`),
  ]
  const heads = ['s', 'events', 'tables MB', 'behind', 'react', 'p50 ms', 'p99 ms', 'failed']
  const tables = last ? largestTables(last).map(name => [name, mb(last.tables[name])]) : []
  const bad = verdicts.filter(({ levelsOff }) => !levelsOff)
  const outcome =
    bad.length === 0 ? 'Everything levels off.' : bad.map(({ says }) => `MISSED: ${says}`).join('\n')
  return [
    printColumns([[...heads, ...names.map(name => `${name} MB/fds`)], ...shown.map(cells)], () => true),
    printColumns([['largest tables', 'MB'], ...tables], column => column > 0),
    `A person's day: ${JSON.stringify(cost, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value))}`,
    `${answers.count} requests, p50 ${answers.p50.toFixed(1)} ms, p99 ${answers.p99.toFixed(1)} ms, ${answers.failed} failed`,
    ...failures.map(failure => `FAILED: ${failure}`),
    `${outcome}\n`,
  ].join('\n')
}
