import { type Line, megabytes, milliseconds, percent } from '../measure/report.ts'
import { summarise } from '../measure/statistics.ts'
import type { Answers } from './attack.ts'
import type { Row } from './campaign.ts'

/** The greatest p99 in ms of what the person does. */
const P99_MAX = { save: 250, list: 250, search: 250, login: 1_000, read: 3_000 } as const
/** Bytes of the gateway's memory, and with bodies of 10 MB and more under way. */
const GATEWAY_MAX = 300_000_000
const GATEWAY_WITH_BODIES_MAX = 450_000_000
/** Share of a core that workers and NATS may each take to try links of silent hosts. */
const SILENT_MAX = 0.15
/** Time of a core in ms that the preview of a small file may take. */
const PREVIEW_MAX = 250
const KEPT_MAX = 200_000_000
/** Requests under way when the budget ends, and signing up. */
const KEPT_MORE = 5_000_000
/** An attack that kept less, on a slow machine, has not tried the budget. */
const KEPT_MIN = 150_000_000

/** The lines of an attack beside those of the row at rest. */
export const linesOf = (row: Row, rest: Row): Line[] => [
  ...personLines(row, rest),
  ...processLines(row, rest),
  ...(row.name === rest.name ? [] : answerLines(row)),
  ...(row.name === 'previews' ? [previewLine(row, rest)] : []),
]

const personLines = ({ name, seen }: Row, rest: Row): Line[] => {
  const figures = (values: readonly number[]) => {
    const { p50, p99 } = summarise(values)
    return `${milliseconds(p50)}, ${milliseconds(p99)}`
  }
  const timed = (Object.keys(P99_MAX) as (keyof typeof P99_MAX)[]).map(
    (what): Line => ({
      measure: `    ${what}, p50 and p99`,
      ours: figures(seen[what]),
      limit: figures(rest.seen[what]),
      required: `p99 under ${P99_MAX[what]} ms`,
      ok: seen[what].length > 0 && summarise(seen[what]).p99 < P99_MAX[what],
    }),
  )
  return [none(`${name}: errors`, seen.errors), ...timed]
}

const processLines = ({ name, watched }: Row, rest: Row): Line[] => {
  const { gatewayRss, cpu, ended } = watched
  const gatewayMax = name === 'values' ? GATEWAY_WITH_BODIES_MAX : GATEWAY_MAX
  const cpuLines = (['workers', 'nats'] as const).map(
    (process): Line => ({
      measure: `    ${process}, share of a core`,
      ours: percent(cpu[process]),
      limit: percent(rest.watched.cpu[process]),
      ...(name === 'silent' && {
        required: `at most ${percent(SILENT_MAX)} above that at rest`,
        ok: cpu[process] <= rest.watched.cpu[process] + SILENT_MAX,
      }),
    }),
  )
  return [
    {
      measure: '    gateway, greatest RSS',
      ours: megabytes(gatewayRss),
      limit: megabytes(rest.watched.gatewayRss),
      required: `under ${megabytes(gatewayMax)}`,
      ok: gatewayRss < gatewayMax,
    },
    { ...none('    processes that ended', ended), ours: ended.join(', ') || '0' },
    ...cpuLines,
  ]
}

const answerLines = ({ answers, kept }: Row): Line[] => {
  const listed: Line = { measure: '    answers by status', ours: list(answers) }
  if (kept === undefined) return [listed]
  return [
    { ...listed, required: '2xx, 413 and 429', ok: Object.keys(answers).every(isFair) },
    {
      measure: '    bytes kept of one account',
      ours: megabytes(kept),
      required: `at most ${megabytes(KEPT_MAX)} a day`,
      ...(kept >= KEPT_MIN && { ok: kept <= KEPT_MAX + KEPT_MORE }),
    },
  ]
}

const previewLine = ({ watched, answers }: Row, rest: Row): Line => {
  const made = Object.entries(answers).reduce((sum, [status, n]) => sum + (status === '429' ? 0 : n), 0)
  const ms = (1_000 * (watched.cpu.workers - rest.watched.cpu.workers) * watched.seconds) / made
  return {
    measure: '    workers, time of a core a preview',
    ours: milliseconds(Math.max(0, ms)),
    required: `under ${PREVIEW_MAX} ms`,
    ok: ms < PREVIEW_MAX,
  }
}

const isFair = (status: string) => status.startsWith('2') || status === '413' || status === '429'

const list = (answers: Answers): string =>
  Object.entries(answers)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')

const none = (measure: string, found: readonly string[]): Line => ({
  measure,
  ours: String(found.length),
  required: 'none',
  ok: found.length === 0,
})
