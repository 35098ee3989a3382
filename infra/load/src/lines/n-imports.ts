import { setTimeout as wait } from 'node:timers/promises'
import type { Import, ImportAnswer, ImportLedger, ImportPreview } from '@lectern/contracts/api/imports.ts'
import type { LinkList } from '@lectern/contracts/api/links.ts'
import { until } from '@lectern/stack/probes.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, megabytes, milliseconds, rate, times } from '../measure/report.ts'
import { median, summarise } from '../measure/statistics.ts'
import { watchRss } from '../measure/watch-rss.ts'
import type { Bytes } from '../world/api-client.ts'
import { FIRST_PAGE } from '../world/first-page.ts'
import { formWith, pocketCsv } from '../world/import-files.ts'
import { fillLibrary, liftCap } from '../world/seed.ts'
import { saveLink, signUp, succeed, type User } from '../world/users.ts'

const LARGE = 50_000
const SMALL = 5_000
const CROWD = 100
const ARTICLES = 100
const READERS_LINKS = 2_000
const PATIENCE = 300_000
const PER_SECOND_MIN = 10_000
const SEARCHABLE_MAX = 10_000
const SMALL_MAX = 1_000
const PREVIEW_MAX = 2_000
const LIST_RATIO_MAX = 3
const SLOWEST_RATIO_MAX = 3
const SAVE_MAX = 100
const FOUND_MAX = 1_000
const RSS_MAX = 250_000_000

/** Imports of one large file, with and without reading its pages, of a small one, and of many people at once. */
export const importLines = async (parts: BenchParts): Promise<Line[]> => {
  const { stack, pool, store, site } = parts
  const newUsers = async (prefix: string, count: number): Promise<User[]> => {
    const users = await signUp({ port: stack.port, pool, prefix }, count)
    for (const user of users) await liftCap(store, user)
    return users
  }
  const [one, other, small, reader, ...savers] = await newUsers('importing', 8)
  if (!one || !other || !small || !reader) throw new Error('No user could sign up')
  await fillLibrary(store, reader, { site, articles: ARTICLES, links: READERS_LINKS })
  // Links that differ in their fragments alone share articles that were read.
  const known = (n: number) => `${site}/articles/${n % ARTICLES}#!/imported-${n}`
  const unread = (n: number) => `${site}/imported/${n}`

  const idle = await listFor(reader, () => wait(5_000))
  const withoutReading = await large(parts, one, reader, known)
  const reading = await large(parts, other, reader, unread)
  const fast = await durationOf(() => importNow(small, pocketCsv(SMALL, known)))
  const crowd = await importTogether(await newUsers('crowd', CROWD), savers, known)
  return [
    ...largeLines('(n) import of 50,000 rows whose articles are known', withoutReading, idle),
    ...largeLines('    import of 50,000 rows whose pages are read meanwhile', reading, idle),
    under(`    import of ${SMALL} rows, upload to answer`, fast, SMALL_MAX),
    {
      measure: `    ${CROWD} people import ${SMALL} rows each at once: slowest to median`,
      ours: `${milliseconds(crowd.slowest)} to ${milliseconds(crowd.median)}`,
      ratio: times(crowd.slowest / crowd.median),
      required: `at most × ${SLOWEST_RATIO_MAX}`,
      ok: crowd.slowest <= crowd.median * SLOWEST_RATIO_MAX,
    },
    under('    saves of others meanwhile, p99', crowd.saved, SAVE_MAX),
    under('    found by a search after their save, p99', crowd.found, FOUND_MAX),
  ]
}

const under = (measure: string, ms: number, max: number): Line => ({
  measure,
  ours: milliseconds(ms),
  required: `under ${milliseconds(max)}`,
  ok: ms < max,
})

type Large = {
  readonly previewed: number
  readonly perSecond: number
  readonly shown: boolean
  readonly searchable: number
  readonly listP99: number
  readonly rss: { readonly name: string; readonly bytes: number }
}

const largeLines = (what: string, took: Large, idleP99: number): Line[] => [
  {
    measure: `${what}, upload to ImportCompleted`,
    ours: rate(took.perSecond),
    required: `at least ${rate(PER_SECOND_MIN)}`,
    ok: took.perSecond >= PER_SECOND_MIN,
  },
  { measure: '    all in the list then', ours: took.shown ? 'yes' : 'no', required: 'yes', ok: took.shown },
  under('    all found by searches after that', took.searchable, SEARCHABLE_MAX),
  {
    measure: "    another person's list meanwhile and idle, p99",
    ours: `${milliseconds(took.listP99)} and ${milliseconds(idleP99)}`,
    ratio: times(took.listP99 / idleP99),
    required: `at most × ${LIST_RATIO_MAX}`,
    ok: took.listP99 <= idleP99 * LIST_RATIO_MAX,
  },
  {
    measure: `    most memory (RSS) of a process of ours: ${took.rss.name}`,
    ours: megabytes(took.rss.bytes),
    required: 'under 250 MB',
    ok: took.rss.bytes < RSS_MAX,
  },
  under('    preview of the same file', took.previewed, PREVIEW_MAX),
]

const large = async (
  { stack }: BenchParts,
  user: User,
  reader: User,
  urlOf: (n: number) => string,
): Promise<Large> => {
  const form = await formWith('export.csv', pocketCsv(LARGE, urlOf))
  const previewed = await durationOf(() =>
    succeed<ImportPreview>(user.api, {
      method: 'POST',
      path: '/api/migrate/analyze',
      body: form,
      timeout: PATIENCE,
    }),
  )
  const rss = watchRss(stack.processes)
  let took = 0
  const listP99 = await listFor(reader, async () => {
    took = await durationOf(() => importUntilEnd(user, form))
  })
  const all = await succeed<LinkList>(user.api, { method: 'GET', path: '/api/links?archived=all&limit=1' })
  const isFound = async () => (await found(user, `"number ${LARGE - 1} about"`)) > 0
  const searchable = await durationOf(() => until('The last row in searches', isFound, PATIENCE))
  const perSecond = LARGE / (took / 1_000)
  return { previewed, perSecond, shown: all.total === LARGE, searchable, listP99, rss: rss() }
}

const durationOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Upload and start in one request, then waits as the screen does. */
const importUntilEnd = async (user: User, body: Bytes): Promise<void> => {
  const headers = { prefer: 'respond-async' }
  const ask = { method: 'POST', path: '/api/import/pocket', body, headers, timeout: PATIENCE } as const
  const { importId } = await succeed<{ importId: string }>(user.api, ask)
  const path = `/api/imports/${importId}?kind=failed`
  const find = async (): Promise<Import> =>
    (await succeed<ImportLedger>(user.api, { method: 'GET', path })).import
  await until('The import', async () => (await find()).status === 'completed', PATIENCE)
}

const importNow = async (user: User, csv: string): Promise<ImportAnswer> =>
  succeed(user.api, {
    method: 'POST',
    path: '/api/import/pocket',
    body: await formWith('export.csv', csv),
    timeout: PATIENCE,
  })

/** The p99 of a person's first page, asked again and again while the work goes on. */
const listFor = async (reader: User, work: () => Promise<unknown>): Promise<number> => {
  const durations: number[] = []
  let isOver = false
  const readOn = async () => {
    while (!isOver) {
      durations.push(await durationOf(() => succeed(reader.api, { method: 'GET', path: FIRST_PAGE })))
      await wait(10)
    }
  }
  const reading = readOn()
  await work().finally(() => {
    isOver = true
  })
  await reading
  return summarise(durations).p99
}

const found = async (user: User, words: string): Promise<number> => {
  const path = `/api/links?archived=all&limit=1&q=${encodeURIComponent(words)}`
  return (await succeed<LinkList>(user.api, { method: 'GET', path })).total
}

const importTogether = async (
  users: readonly User[],
  savers: readonly User[],
  urlOf: (n: number) => string,
) => {
  const form = await formWith('export.csv', pocketCsv(SMALL, urlOf))
  let isOver = false
  const saved: number[] = []
  const foundAfter: number[] = []
  const saveOn = async (saver: User, place: number) => {
    for (let n = 0; !isOver; n++) {
      const word = `meanwhile${place}x${n}`
      const url = `${urlOf(n)}-${word}`
      saved.push(await durationOf(() => saveLink(saver, url, word)))
      const isFound = async () => (await found(saver, word)) > 0
      foundAfter.push(await durationOf(() => until('A save in searches', isFound, PATIENCE)))
      await wait(200)
    }
  }
  const saving = Promise.all(savers.map(saveOn))
  const importing = Promise.all(users.map(user => durationOf(() => importUntilEnd(user, form))))
  const [took] = await Promise.all([importing.finally(() => (isOver = true)), saving])
  return {
    slowest: Math.max(...took),
    median: median(took),
    saved: summarise(saved).p99,
    found: summarise(foundAfter).p99,
  }
}
