import type { BenchParts } from '../bench-parts.ts'
import { prepareBareReads } from '../limits/bare-reads.ts'
import { type Line, milliseconds, percent, rate, times } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { linkPages } from '../world/all-links.ts'
import { FIRST_PAGE } from '../world/first-page.ts'
import { type Libraries, SMALL } from '../world/libraries.ts'
import type { User } from '../world/users.ts'
import { refuseFailures } from './failures.ts'

const ROUNDS = 5
const DEEP = 45_000

/** Pages of a large library among many, compared with a select through bare Fastify and pg, and with each other. */
export const pageLines = async (parts: BenchParts, { large, small }: Libraries): Promise<Line[]> => {
  const { stack, pool, generator, bareServer } = parts
  const bareCookie = await prepareBareReads(pool, large.libraryId)
  const bare = await bareServer('reads')
  const deepPage = `${FIRST_PAGE}&cursor=${await cursorAt(large, DEEP)}`
  const ask = (port: number, cookie: string, path: string, connections: number) => () =>
    generator
      .run({
        port,
        connections,
        seconds: connections === 1 ? 1 : 2,
        warmUp: 0.4,
        requests: { kind: 'get', paths: [path], cookies: [cookie] },
      })
      .then(refuseFailures)
  const cookie = large.api.cookie()
  const results = await inTurn(ROUNDS, {
    limit: ask(bare.port, bareCookie, FIRST_PAGE, 16),
    ours: ask(stack.port, cookie, FIRST_PAGE, 16),
    limitAlone: ask(bare.port, bareCookie, FIRST_PAGE, 1),
    first: ask(stack.port, cookie, FIRST_PAGE, 1),
    deep: ask(stack.port, cookie, deepPage, 1),
    ofSmall: ask(stack.port, small.api.cookie(), FIRST_PAGE, 1),
  })
  bare.close()

  const ours = medianOf(results.ours, r => r.perSecond)
  const limit = medianOf(results.limit, r => r.perSecond)
  const first = medianOf(results.first, r => r.p50)
  const compare = (measure: string, mine: number, other: number, most: number | undefined): Line => ({
    measure,
    ours: milliseconds(mine),
    limit: milliseconds(other),
    ratio: times(mine / other),
    ...(most !== undefined && { required: `at most × ${most}`, ok: mine / other <= most }),
  })
  return [
    {
      measure: '(h) page of 50,000 links among 550,000, 16 connections; limit: a bare select',
      ours: rate(ours),
      limit: rate(limit),
      ratio: percent(ours / limit),
      required: 'at least 80 %',
      ok: ours / limit >= 0.8,
    },
    compare(
      '    p99 at 16',
      medianOf(results.ours, r => r.p99),
      medianOf(results.limit, r => r.p99),
      undefined,
    ),
    compare(
      '    p50 alone',
      first,
      medianOf(results.limitAlone, r => r.p50),
      undefined,
    ),
    compare(
      `    p50 of the page at ${DEEP.toLocaleString('en')}; limit: the first page`,
      medianOf(results.deep, r => r.p50),
      first,
      1.3,
    ),
    compare(
      `    p50 of the first page; limit: a library of ${SMALL.toLocaleString('en')} links`,
      first,
      medianOf(results.ofSmall, r => r.p50),
      1.3,
    ),
  ]
}

/** The cursor of the page that begins after `links` links. @param links a multiple of the longest page */
const cursorAt = async (user: User, links: number): Promise<string> => {
  let left = links
  for await (const page of linkPages(user)) {
    left -= page.links.length
    if (left === 0 && page.nextCursor !== null) return page.nextCursor
  }
  throw new Error(`No page begins after ${links} links`)
}
