import { milliseconds, printColumns, rate } from '../measure/report.ts'

type Metric = Readonly<Record<string, unknown>> & {
  /** By condition: whether it was missed. */
  readonly thresholds?: Readonly<Record<string, boolean>>
}

/** What `k6 run --summary-export` writes. */
export type Summary = { readonly metrics: Readonly<Record<string, Metric>> }

/** A script that ran; no summary where k6 could not run it. */
export type Result = { readonly script: string; readonly status: number; readonly summary?: Summary }

type Threshold = {
  readonly metric: string
  readonly condition: string
  readonly value: number | undefined
  readonly met: boolean
}

const thresholdsOf = ({ summary }: Result): Threshold[] =>
  Object.entries(summary?.metrics ?? {})
    .flatMap(([name, metric]) =>
      Object.entries(metric.thresholds ?? {}).map(([condition, isMissed]) => ({
        metric: name,
        condition,
        value: comparedIn(metric, condition),
        met: !isMissed,
      })),
    )
    .toSorted((a, b) => a.metric.localeCompare(b.metric))

const numberOf = (metric: Metric | undefined, field: string): number | undefined => {
  const value = metric?.[field]
  return typeof value === 'number' ? value : undefined
}

/** The number that a condition such as p(99)<100 compares. The export calls the value of a rate `value`. */
const comparedIn = (metric: Metric, condition: string): number | undefined => {
  const field = /^\w+(\(\d+\))?/.exec(condition)?.[0] ?? ''
  return numberOf(metric, field) ?? numberOf(metric, 'value')
}

/** k6 exits with 99 where it missed thresholds, with another status where it could not run the script to its end. */
const hasRun = ({ status, summary }: Result) => (status === 0 || status === 99) && summary !== undefined

export const allMet = (results: readonly Result[]): boolean =>
  results.every(
    result => result.status === 0 && hasRun(result) && thresholdsOf(result).every(({ met }) => met),
  )

/** One line for each script, then one for each threshold. */
export const printResults = (results: readonly Result[]): string => {
  const headings = ['script', 'requests', 'rate', 'p50', 'p99', 'failed', 'thresholds met']
  const table = printColumns([headings, ...results.map(rowOf)], column => column > 0 && column < 6)
  const details = results.filter(hasRun).flatMap(result =>
    thresholdsOf(result).map(({ metric, condition, value, met }) => {
      const rounded = value === undefined ? '' : String(Math.round(value * 100) / 100)
      return [result.script, `${metric} ${condition}`, rounded, met ? 'ok' : 'MISSED']
    }),
  )
  if (details.length === 0) return table
  const list = printColumns([['script', 'threshold', 'measured', ''], ...details], column => column === 2)
  return `${table}\n${list}`
}

const rowOf = (result: Result): string[] => {
  const { script, status, summary } = result
  if (!hasRun(result)) return [script, '', '', '', '', '', `k6 ended with ${status}`]
  const metrics = summary?.metrics ?? {}
  const requests = metrics[`http_reqs{scenario:${script}}`]
  const durations = metrics[`http_req_duration{scenario:${script}}`]
  const count = numberOf(requests, 'count') ?? 0
  const seconds = numberOf(metrics.measured_seconds, 'value')
  const perSecond = seconds === undefined ? (numberOf(requests, 'rate') ?? 0) : count / seconds
  const thresholds = thresholdsOf(result)
  return [
    script,
    count.toLocaleString('en'),
    rate(perSecond),
    milliseconds(numberOf(durations, 'med') ?? 0),
    milliseconds(numberOf(durations, 'p(99)') ?? 0),
    String(numberOf(metrics.http_req_failed, 'passes') ?? 0),
    `${thresholds.filter(({ met }) => met).length} of ${thresholds.length}`,
  ]
}
