import { setTimeout as wait } from 'node:timers/promises'
import type { LinkList } from '@lectern/contracts/api/links.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds, rate, times } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { LARGE, type Libraries, type Reader, SMALL } from '../world/libraries.ts'
import { KINDS, searchesOf, searchPath } from '../world/searches.ts'
import { succeed } from '../world/users.ts'
import { refuseFailures } from './failures.ts'

const ROUNDS = 3
const P50_MAX = 15
const P99_MAX = 80

/** Searches of every kind. Each text is new to query-api, so no cached answer helps. */
export const searchLines = async (parts: BenchParts, { large, small }: Libraries): Promise<Line[]> => {
  const { stack, generator } = parts
  const ofLarge = await pathsOf(large)
  const ofSmall = await pathsOf(small)
  const ask = (reader: Reader, paths: readonly string[][], connections: number) => () =>
    generator
      .run({
        port: stack.port,
        connections,
        seconds: 6,
        warmUp: 0.5,
        requests: paths.map(each => ({
          share: 1,
          requests: { kind: 'search', paths: each, cookies: [reader.api.cookie()] },
        })),
      })
      .then(refuseFailures)
  const { alone, aloneOfSmall, at16 } = await inTurn(ROUNDS, {
    alone: ask(large, ofLarge, 1),
    aloneOfSmall: ask(small, ofSmall, 1),
    at16: ask(large, ofLarge, 16),
  })

  const [links, linksOfSmall] = [LARGE, SMALL].map(count => count.toLocaleString('en'))
  const p99Line = (measure: string, p99: number): Line => ({
    measure,
    ours: milliseconds(p99),
    required: `under ${P99_MAX} ms`,
    ok: p99 < P99_MAX,
  })
  return [
    p99Line(
      `(i) searches of ${links} links asked for the first time, 16 connections, p99`,
      medianOf(at16, r => r.p99),
    ),
    ...KINDS.map((kind, n) =>
      p99Line(
        `    ${kind}, p99`,
        medianOf(at16, r => r.parts[n]?.p99 ?? 0),
      ),
    ),
    ...KINDS.map((kind, n): Line => {
      const p50 = medianOf(alone, r => r.parts[n]?.p50 ?? 0)
      const p50OfSmall = medianOf(aloneOfSmall, r => r.parts[n]?.p50 ?? 0)
      return {
        measure: `    ${kind} (${ofLarge[n]?.length} texts), one connection, p50; limit: a library of ${linksOfSmall} links`,
        ours: milliseconds(p50),
        limit: milliseconds(p50OfSmall),
        ratio: times(p50 / p50OfSmall),
        required: `under ${P50_MAX} ms`,
        ok: p50 < P50_MAX,
      }
    }),
    { measure: '    searches at 16 connections', ours: rate(medianOf(at16, r => r.perSecond)) },
  ]
}

/** The paths of searches, one list for each kind. @throws Error when a search for existing text finds nothing */
const pathsOf = async ({ api, shelf }: Reader): Promise<string[][]> => {
  const searches = searchesOf(shelf)
  // The server may have closed idle connections meanwhile; the client needs time to notice.
  await wait(100)
  const paths = KINDS.map(kind => searches[kind].map(searchPath))
  for (const path of paths.flat()) {
    const { links } = await succeed<LinkList>(api, { method: 'GET', path })
    if (links.length === 0) throw new Error(`${path} found nothing`)
  }
  return paths
}
