import type { BenchParts } from '../bench-parts.ts'
import type { LoadResult } from '../generator/load.ts'
import { prepareBareSave } from '../limits/bare-save.ts'
import { type Line, milliseconds, percent, rate, times } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { pagesRead } from '../world/caught-up.ts'
import { holding } from '../world/holding.ts'
import type { User } from '../world/users.ts'
import { refuseFailures } from './failures.ts'

const ROUNDS = 3
const READING_MAX = 20 * 60_000

/** Saves of many users, compared with a bare append and one indexed select. Every url is new and is extracted. */
export const saveLines = async (parts: BenchParts, users: readonly User[]): Promise<Line[]> => {
  const { stack, pool, generator, site, bareServer } = parts
  const bareCookies = await prepareBareSave(pool, users.length)
  const bare = await bareServer('save')
  const cookies = users.map(user => user.api.cookie())
  let runs = 0
  const save = (port: number, from: readonly string[], connections: number) => (): Promise<LoadResult> =>
    generator
      .run({
        port,
        connections,
        seconds: 3,
        warmUp: 0.5,
        requests: { kind: 'save', site: `${site}/saved`, tag: `run-${runs++}`, cookies: from },
      })
      .then(refuseFailures)
  const ours = (connections: number) => save(stack.port, cookies, connections)
  const limit = (connections: number) => save(bare.port, bareCookies, connections)
  const paused = (measure: () => Promise<LoadResult>) => holding(stack, 'workers', measure)

  // Extraction uses all spare CPU time. While it runs, even a bare append has a long tail of latencies.
  const alone = await inTurn(ROUNDS, { limit: () => paused(limit(1)), ours: () => paused(ours(1)) })
  const at16 = await inTurn(ROUNDS, { limit: () => paused(limit(16)), ours: () => paused(ours(16)) })
  const aloneOn = await inTurn(ROUNDS, { limit: limit(1), ours: ours(1) })
  const at16On = await inTurn(ROUNDS, { limit: limit(16), ours: ours(16) })
  const at64 = await inTurn(ROUNDS, {
    limit: () => paused(limit(64)),
    paused: () => paused(ours(64)),
    on: ours(64),
  })
  bare.close()
  // Extraction of these pages must not slow down the next lines.
  await pagesRead(pool, READING_MAX)

  const perSecond = (results: readonly LoadResult[]) => medianOf(results, r => r.perSecond)
  const pausedRate = perSecond(at64.paused)
  const onRate = perSecond(at64.on)
  const p50 = latencyLine('(b) save alone, extraction paused, p50', 'p50', alone)
  const p99 = latencyLine('    16 connections, extraction paused, p99', 'p99', at16)
  return [
    { ...p50.line, required: 'at most × 1.5', ok: p50.ours / p50.limit <= 1.5 },
    latencyLine('    save alone, extraction on, p50', 'p50', aloneOn).line,
    { ...p99.line, required: 'under 40 ms', ok: p99.ours < 40 },
    latencyLine('    16 connections, extraction on, p99', 'p99', at16On).line,
    rateLine('    16 connections, extraction paused', perSecond(at16.ours), perSecond(at16.limit)),
    {
      ...rateLine('    64 connections, extraction paused', pausedRate, perSecond(at64.limit)),
      required: 'at least 1,000/s',
      ok: pausedRate >= 1_000,
    },
    {
      ...rateLine('    64 connections, extraction on', onRate, pausedRate),
      required: 'at least half of paused',
      ok: onRate >= pausedRate / 2,
    },
    latencyLine('    64 connections, extraction paused, p99', 'p99', { ours: at64.paused, limit: at64.limit })
      .line,
  ]
}

/** Compares one latency of ours with the limit's. @returns both figures and the line */
const latencyLine = (
  measure: string,
  of: 'p50' | 'p99',
  results: { ours: readonly LoadResult[]; limit: readonly LoadResult[] },
) => {
  const ours = medianOf(results.ours, r => r[of])
  const limit = medianOf(results.limit, r => r[of])
  const line: Line = {
    measure,
    ours: milliseconds(ours),
    limit: milliseconds(limit),
    ratio: times(ours / limit),
  }
  return { ours, limit, line }
}

const rateLine = (measure: string, ours: number, limit: number): Line => ({
  measure,
  ours: rate(ours),
  limit: rate(limit),
  ratio: percent(ours / limit),
})
