import type { BenchParts } from '../bench-parts.ts'
import { BARE_LIST_COOKIE, prepareBareList } from '../limits/bare-list.ts'
import { type Line, milliseconds, percent, rate, times } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { FIRST_PAGE } from '../world/first-page.ts'
import type { User } from '../world/users.ts'
import { refuseFailures } from './failures.ts'

const ROUNDS = 5
const SORTS = ['oldest', 'title', 'readingTime', 'lastRead'] as const

/** Lists of a user with 50,000 links, compared with bare Fastify and pg. */
export const listLines = async (parts: BenchParts, user: User, links: number): Promise<Line[]> => {
  const { stack, pool, generator, bareServer } = parts
  await prepareBareList(pool, { links })
  const bare = await bareServer('list')
  const ask = (port: number, cookie: string, connections: number, path: string) => () =>
    generator
      .run({
        port,
        connections,
        seconds: connections === 1 ? 1.5 : 3,
        warmUp: 0.5,
        requests: { kind: 'get', paths: [path], cookies: [cookie] },
      })
      .then(refuseFailures)

  const results = await inTurn(ROUNDS, {
    limit: ask(bare.port, BARE_LIST_COOKIE, 16, FIRST_PAGE),
    ours: ask(stack.port, user.api.cookie(), 16, FIRST_PAGE),
    limitAlone: ask(bare.port, BARE_LIST_COOKIE, 1, FIRST_PAGE),
    oursAlone: ask(stack.port, user.api.cookie(), 1, FIRST_PAGE),
    ...Object.fromEntries(
      SORTS.map(sort => [sort, ask(stack.port, user.api.cookie(), 1, `${FIRST_PAGE}&sort=${sort}`)]),
    ),
  })
  bare.close()

  const ours = medianOf(results.ours, r => r.perSecond)
  const limit = medianOf(results.limit, r => r.perSecond)
  const latency = (name: string, of: 'p50' | 'p99', alone: boolean, most?: number): Line => {
    const mine = medianOf(alone ? results.oursAlone : results.ours, r => r[of])
    const bares = medianOf(alone ? results.limitAlone : results.limit, r => r[of])
    return {
      measure: name,
      ours: milliseconds(mine),
      limit: milliseconds(bares),
      ratio: times(mine / bares),
      ...(most !== undefined && { required: `at most × ${most}`, ok: mine <= most * bares }),
    }
  }
  const newest = medianOf(results.oursAlone, r => r.p50)
  const sorted = SORTS.map((sort): Line => {
    const p50 = medianOf((results as Record<string, typeof results.ours>)[sort] ?? [], r => r.p50)
    return {
      measure: `    p50 alone, sorted by ${sort}`,
      ours: milliseconds(p50),
      limit: milliseconds(newest),
      ratio: times(p50 / newest),
      required: 'at most 3 times the newest first',
      ok: p50 <= 3 * newest,
    }
  })
  return [
    {
      measure: `(a) list of ${links.toLocaleString('en')} links, 16 connections`,
      ours: rate(ours),
      limit: rate(limit),
      ratio: percent(ours / limit),
      required: 'at least 70 %',
      ok: ours / limit >= 0.7,
    },
    latency('    p50 at 16', 'p50', false),
    latency('    p99 at 16', 'p99', false),
    latency('    p50 alone', 'p50', true, 1.3),
    latency('    p99 alone', 'p99', true),
    ...sorted,
  ]
}
