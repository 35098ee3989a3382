import { setTimeout as wait } from 'node:timers/promises'
import type { LinkList } from '@lectern/contracts/api/links.ts'
import type { BenchParts } from '../bench-parts.ts'
import { prepareBareReads } from '../limits/bare-reads.ts'
import { type Line, milliseconds, percent, rate, times } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { FIRST_PAGE } from '../world/first-page.ts'
import { type Libraries, type Reader, SMALL } from '../world/libraries.ts'
import { KINDS, searchesOf } from '../world/searches.ts'
import { succeed } from '../world/users.ts'
import { refuseFailures } from './failures.ts'

const ROUNDS = 3

/** Ways to write each text, so that as many searches are new to query-api. */
const SPELLINGS = 50

/** Paths of searches, a list of them for each kind. */
type Paths = readonly (readonly string[])[]

/**
 * Searches of every kind, of hundreds of texts in turn, against the same SQL through bare Fastify and pg. Each has been asked
 * once before, so that what it finds is remembered; what the first time takes is told beside.
 */
export const searchLines = async (parts: BenchParts, { large, small }: Libraries): Promise<Line[]> => {
  const { stack, pool, generator, bareServer } = parts
  const bareCookie = await prepareBareReads(pool, large.libraryId)
  const bare = await bareServer('reads')
  const asked = await askAll(large)
  const askedOfSmall = await askAll(small)
  const { paths } = asked
  const alike = findingAsMany(asked, askedOfSmall)
  const ask = (port: number, cookie: string, of: Paths, connections: number) => () =>
    generator
      .run({
        port,
        connections,
        seconds: 4,
        warmUp: 0.5,
        requests: of.map(each => ({ share: 1, requests: { kind: 'get', paths: each, cookies: [cookie] } })),
      })
      .then(refuseFailures)
  const cookie = large.api.cookie()
  // The bare server learns the statement of each search when it is asked for the first time.
  for (const path of paths.flat())
    await fetch(`http://127.0.0.1:${bare.port}${path}`, { headers: { cookie: bareCookie } })
  const results = await inTurn(ROUNDS, {
    limit: ask(bare.port, bareCookie, paths, 1),
    ours: ask(stack.port, cookie, paths, 1),
    ofSmall: ask(stack.port, small.api.cookie(), askedOfSmall.paths, 1),
    alike: ask(stack.port, cookie, [alike.large], 1),
    alikeOfSmall: ask(stack.port, small.api.cookie(), [alike.small], 1),
    limitAt16: ask(bare.port, bareCookie, paths, 16),
    oursAt16: ask(stack.port, cookie, paths, 16),
  })
  bare.close()
  const spelt = Array.from({ length: SPELLINGS }, (_, n) =>
    paths.map(each => each.map(path => path + '%20'.repeat(n + 1))),
  )
  const firstTime = await ask(
    stack.port,
    cookie,
    KINDS.map((_, kind) => spelt.flatMap(each => each[kind] ?? [])),
    16,
  )()

  const ours = medianOf(results.oursAt16, r => r.perSecond)
  const limit = medianOf(results.limitAt16, r => r.perSecond)
  const part = (of: keyof typeof results, kind: number, figure: 'p50' | 'p99') =>
    medianOf(results[of], r => r.parts[kind]?.[figure] ?? 0)
  const all = medianOf(results.alike, r => r.p50)
  const allOfSmall = medianOf(results.alikeOfSmall, r => r.p50)
  return [
    {
      measure: '(i) searches of all kinds, 16 connections; limit: the same SQL',
      ours: rate(ours),
      limit: rate(limit),
      ratio: percent(ours / limit),
      required: 'at least 1,500/s',
      ok: ours >= 1_500,
    },
    {
      measure: '    the same, asked for the first time; p99',
      ours: `${rate(firstTime.perSecond)}, ${milliseconds(firstTime.p99)}`,
    },
    ...KINDS.flatMap((kind, n): Line[] => {
      const mine = part('ours', n, 'p50')
      const bares = part('limit', n, 'p50')
      const p99 = part('oursAt16', n, 'p99')
      const p99OfBare = part('limitAt16', n, 'p99')
      return [
        {
          measure: `    ${kind}, p50 alone (${paths[n]?.length} texts)`,
          ours: milliseconds(mine),
          limit: milliseconds(bares),
          ratio: times(mine / bares),
          required: 'at most × 2',
          ok: mine / bares <= 2,
        },
        {
          measure: `    ${kind}, p99 at 16`,
          ours: milliseconds(p99),
          limit: milliseconds(p99OfBare),
          ratio: times(p99 / p99OfBare),
          required: 'under 40 ms',
          ok: p99 < 40,
        },
      ]
    }),
    ...KINDS.map((kind, n): Line => {
      const [mine, smalls] = [asked.firstTimes[n] ?? 0, askedOfSmall.firstTimes[n] ?? 0]
      return {
        measure: `    ${kind}, asked for the first time, p50; limit: that of ${SMALL.toLocaleString('en')} links`,
        ours: milliseconds(mine),
        limit: milliseconds(smalls),
        ratio: times(mine / smalls),
      }
    }),
    ...KINDS.map((kind, n): Line => {
      const mine = part('ours', n, 'p50')
      const smalls = part('ofSmall', n, 'p50')
      return {
        measure: `    ${kind}, p50; limit: that of ${SMALL.toLocaleString('en')} links`,
        ours: milliseconds(mine),
        limit: milliseconds(smalls),
        ratio: times(mine / smalls),
      }
    }),
    {
      measure: `    ${alike.large.length} of all kinds that find as many links, p50; limit: that of ${SMALL.toLocaleString('en')} links`,
      ours: milliseconds(all),
      limit: milliseconds(allOfSmall),
      ratio: times(all / allOfSmall),
      required: 'at most × 1.3',
      ok: all / allOfSmall <= 1.3,
    },
  ]
}

type Asked = {
  readonly paths: Paths
  /** How many links are in the answer to each. */
  readonly found: ReadonlyMap<string, number>
  /** Of each kind, in ms: the p50 of the first time. */
  readonly firstTimes: readonly number[]
}

/** Asks for everything once. @throws Error where a search of what is in the library finds nothing */
const askAll = async (reader: Reader): Promise<Asked> => {
  const searches = searchesOf(reader.shelf)
  // That took so long that the server may have closed idle connections: time to notice.
  await wait(100)
  const paths = KINDS.map(kind => searches[kind].map(text => `${FIRST_PAGE}&q=${encodeURIComponent(text)}`))
  const found = new Map<string, number>()
  const firstTimes: number[] = []
  for (const each of paths) {
    const took: number[] = []
    for (const path of each) {
      const began = performance.now()
      const { links } = await succeed<LinkList>(reader.api, { method: 'GET', path })
      took.push(performance.now() - began)
      if (links.length === 0) throw new Error(`${path} found nothing`)
      found.set(path, links.length)
    }
    firstTimes.push(medianOf(took, time => time))
  }
  return { paths, found, firstTimes }
}

/** Of each kind as many searches of one library as of the other whose answers are as long: else that would be compared. */
const findingAsMany = (large: Asked, small: Asked): { large: string[]; small: string[] } => {
  const chosen = { large: [] as string[], small: [] as string[] }
  KINDS.forEach((_, kind) => {
    const left = new Set(small.paths[kind])
    for (const path of large.paths[kind] ?? []) {
      const other = [...left].find(each => small.found.get(each) === large.found.get(path))
      if (other === undefined) continue
      left.delete(other)
      chosen.large.push(path)
      chosen.small.push(other)
    }
  })
  return chosen
}
