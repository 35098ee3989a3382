import { sendSignal } from '@lectern/stack/process-id.ts'
import type { BenchParts } from '../bench-parts.ts'
import type { LoadResult } from '../generator/load.ts'
import { prepareBareSave } from '../limits/bare-save.ts'
import { type Line, milliseconds, percent, rate, times } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import type { User } from '../world/users.ts'
import { refuseFailures } from './failures.ts'

const ROUNDS = 3

/** Saves of many users against a bare append with one indexed select. Every url is new and gets extracted. */
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
  const paused = async (measure: () => Promise<LoadResult>) => {
    const workers = stack.processes().workers?.pid ?? 0
    sendSignal(workers, 'SIGSTOP')
    try {
      return await measure()
    } finally {
      sendSignal(workers, 'SIGCONT')
    }
  }

  const alone = await inTurn(ROUNDS, { limit: limit(1), ours: ours(1) })
  const at16 = await inTurn(ROUNDS, { limit: limit(16), ours: ours(16) })
  const at64 = await inTurn(ROUNDS, {
    limit: () => paused(limit(64)),
    paused: () => paused(ours(64)),
    on: ours(64),
  })
  bare.close()

  const p50 = { ours: medianOf(alone.ours, r => r.p50), limit: medianOf(alone.limit, r => r.p50) }
  const p99 = { ours: medianOf(at16.ours, r => r.p99), limit: medianOf(at16.limit, r => r.p99) }
  const perSecond = (results: readonly LoadResult[]) => medianOf(results, r => r.perSecond)
  const pausedRate = perSecond(at64.paused)
  const onRate = perSecond(at64.on)
  return [
    {
      measure: `(b) save, alone, p50`,
      ours: milliseconds(p50.ours),
      limit: milliseconds(p50.limit),
      ratio: times(p50.ours / p50.limit),
      required: 'at most × 1.5',
      ok: p50.ours / p50.limit <= 1.5,
    },
    {
      measure: '    16 connections, p99',
      ours: milliseconds(p99.ours),
      limit: milliseconds(p99.limit),
      ratio: times(p99.ours / p99.limit),
      required: 'under 40 ms',
      ok: p99.ours < 40,
    },
    rateLine('    16 connections', perSecond(at16.ours), perSecond(at16.limit)),
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
    {
      measure: '    64 connections, extraction paused, p99',
      ours: milliseconds(medianOf(at64.paused, r => r.p99)),
      limit: milliseconds(medianOf(at64.limit, r => r.p99)),
    },
  ]
}

const rateLine = (measure: string, ours: number, limit: number): Line => ({
  measure,
  ours: rate(ours),
  limit: rate(limit),
  ratio: percent(ours / limit),
})
