import { pageWork } from '@lectern/contracts/work.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import { perHost } from '@lectern/platform/safe-fetch/per-host.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rank } from '../rank.ts'
import { addControl } from '../test-support/read-model.ts'
import { type Taken, type WorkTable, workTable } from '../work/work-table.ts'
import { kindOf, type PageInWork, rankOf, wantedPages } from './turns.ts'

const hanging = new FetchFailure('timeout', 'no answer')
let pool: Pool
let table: WorkTable
let now: number
let hosts: ReturnType<typeof perHost>
let holdsBulk: boolean
/** Pages in work, by their names. */
let inWork: Map<string, PageInWork & { taken: Taken }>

beforeAll(async () => {
  const url = await createDatabase()
  pool = connectPostgres({ url, name: 'test', max: 1 })
  await addControl(pool)
  table = workTable(url)
})
afterAll(async () => {
  await Promise.all([table.end(), pool.end()])
})
beforeEach(async () => {
  await pool.query('TRUNCATE projections.work')
  now = Date.now() + 60_000
  hosts = perHost({ now: () => now })
  holdsBulk = false
  inWork = new Map()
})

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
type Page = [libraryId: string, host: string, n?: number]
/** Adds pages, which are named by library, host and number. */
const add = (pages: readonly Page[], rank: Rank = 'interactive') =>
  addWork(
    pool,
    pages.map(([askedBy, host, n = 1]) => {
      const requestId = `${askedBy} ${host} ${n}`
      return pageWork(kindOf(rank), { articleId: 'a', url: `https://${host}/`, requestId, askedBy })
    }),
  )
const addBulk = (pages: readonly Page[]) => add(pages, 'bulk')

/** Starts every page that has a turn. @returns their names, in order */
const start = async (): Promise<string[]> => {
  const started: string[] = []
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const wanted of wantedPages(inWork.values(), hosts, holdsBulk)) {
      const rows = await table.take(wanted)
      for (const taken of rows) {
        const { kind, key, libraryId, host } = taken
        const rank = rankOf(kind)
        inWork.set(key, { rank, libraryId, host, isFetching: true, taken })
        started.push(rank === 'bulk' ? `bulk ${key}` : key)
      }
      isNew = rows.length > 0
      if (isNew) break
    }
  }
  return started
}
const end = async (name: string) => {
  const page = inWork.get(name)
  inWork.delete(name)
  if (page) await table.done(page.taken)
}
const fetched = (name: string) => Object.assign(inWork.get(name) ?? {}, { isFetching: false })
/** How many pages start of each library. */
const counts = (started: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(started, name => name.replace('bulk ', '').split(' ')[0])].map(([name, all]) => [
      name,
      all.length,
    ]),
  )

test('a library has at most 4 started pages and does not hold up another', async () => {
  await add(numbers(480).map(n => ['a', `host-${n}`]))
  expect(await start()).toHaveLength(4)
  await add([['b', 'host-b']])
  expect(await start()).toEqual(['b host-b 1'])
})

test('a host has at most 2 fetches and leaves room for the library’s other hosts, in the order of saving', async () => {
  for (const n of numbers(20)) await add([['a', 'slow', n]])
  expect(await start()).toEqual(['a slow 1', 'a slow 2'])
  await add([['a', 'other']])
  expect(await start()).toEqual(['a other 1'])
})

test('libraries take turns at a host, also when one has many links there', async () => {
  await add(numbers(10).map(n => ['a', 'slow', n]))
  await start()
  await add([['b', 'slow']])
  for (const name of [...inWork.keys()].slice(0, 1)) await end(name)
  expect(await start()).toEqual(['b slow 1'])
})

test('libraries take turns at the last of 64 fetches', async () => {
  await add(numbers(16).flatMap(library => numbers(6).map((n): Page => [`${library}`, `${library}-${n}`, n])))
  expect(Object.values(counts(await start()))).toEqual(numbers(16).map(() => 4))
  await add([['late', 'late']])
  await end([...inWork.keys()][0] ?? '')
  expect(await start()).toEqual(['late late 1'])
})

test('a fetched page leaves its host, but counts for its library until it ends', async () => {
  for (const n of numbers(4)) await add([['a', 'slow', n]])
  await start()
  fetched('a slow 1')
  expect(await start()).toEqual(['a slow 3'])
  for (const n of [2, 3]) fetched(`a slow ${n}`)
  await add([['a', 'other']])
  expect(await start()).toHaveLength(1)
  await end('a slow 1')
  expect(await start()).toHaveLength(1)
  expect([...inWork.keys()]).toContain('a other 1')
})

test('one page at a time tries a host that hangs, once its pause is over', async () => {
  await add(numbers(4).map(n => ['a', 'hangs', n]))
  const [first = '', second = ''] = await start()
  hosts.failed('hangs', hanging)
  for (const name of [first, second]) await end(name)
  await add([
    ['b', 'hangs'],
    ['b', 'other'],
  ])
  expect(await start()).toEqual(['b other 1'])
  now += 5_000
  const [third = ''] = await start()
  expect(inWork.size).toBe(2)
  hosts.served('hangs')
  await end(third)
  expect(await start()).toHaveLength(2)
})

test('pages of hosts in trouble go after the library’s other pages', async () => {
  for (const n of numbers(30)) hosts.failed(`hangs-${n}`, hanging)
  await add(numbers(30).map(n => ['a', `hangs-${n}`]))
  await add([['a', 'good-1']])
  now += 5_000
  const started = await start()
  expect(started[0]).toBe('a good-1 1')
  expect(started).toHaveLength(4)
  await add([['a', 'good-2']])
  await end(started[1] ?? '')
  expect(await start()).toEqual(['a good-2 1'])
})

test('a page that waited while its host failed 5 times starts and fails; a later one waits', async () => {
  await add(numbers(4).map(n => ['a', 'hangs', n]))
  for (const pauseMs of [5_000, 10_000, 20_000, 40_000]) {
    hosts.failed('hangs', hanging)
    now += pauseMs
  }
  hosts.failed('hangs', hanging)
  await add([['b', 'hangs', 2]])
  await pool.query(`UPDATE projections.work SET since = now() + interval '1 hour' WHERE library_id = 'b'`)
  expect(counts(await start())).toEqual({ a: 4 })
})

test('bulk pages have half of a library’s places, and its interactive pages find the others', async () => {
  await addBulk(numbers(10).map(n => ['a', `host-${n}`]))
  expect(await start()).toHaveLength(2)
  await add(numbers(3).map(n => ['a', `saved-${n}`]))
  expect(counts(await start())).toEqual({ a: 2 })
})

test('an interactive page goes before the bulk pages that wait', async () => {
  await addBulk(numbers(4).map(n => ['a', `host-${n}`]))
  const [bulk = ''] = await start()
  await add(numbers(3).map(n => ['a', `saved-${n}`]))
  await start()
  await end(bulk.replace('bulk ', ''))
  expect((await start())[0]).toMatch('a saved')
})

test('bulk pages have half of all fetches and one of a host’s two places, and interactive pages find the others', async () => {
  await addBulk(numbers(40).map(n => [`${n}`, `${n}`]))
  expect(await start()).toHaveLength(32)
  await add(numbers(40).map(n => [`${n}`, `saved-${n}`]))
  expect(await start()).toHaveLength(32)
  inWork.clear()
  await pool.query('TRUNCATE projections.work')
  await addBulk([
    ['a', 'host'],
    ['b', 'host'],
  ])
  await add([['c', 'host']])
  const started = await start()
  expect(started[0]).toBe('c host 1')
  expect(started).toHaveLength(2)
})

test('libraries take turns at bulk pages, however many one has', async () => {
  await addBulk(numbers(400).flatMap(n => ['a', 'b'].map((library): Page => [library, `${library}-${n}`])))
  await addBulk([['c', 'c-1']])
  expect(counts(await start())).toEqual({ a: 2, b: 2, c: 1 })
})

test('bulk pages wait while more urgent work is under way', async () => {
  holdsBulk = true
  await addBulk([['a', 'host']])
  await add([['b', 'host']])
  expect(await start()).toEqual(['b host 1'])
  holdsBulk = false
  await end('b host 1')
  expect(await start()).toEqual(['bulk a host 1'])
})

test('rows of hosts that pause cost nothing, however many they are', async () => {
  const pausing = numbers(8).map(n => `pausing-${n}`)
  for (const host of pausing) hosts.failed(host, hanging)
  /** The least time of a look, in ms. */
  const look = async () => {
    const times: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const began = performance.now()
      expect(await start()).toEqual([])
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  }
  await addBulk(pausing.map(host => ['a', host]))
  const few = await look()
  await addBulk(numbers(40_000).map(n => ['a', pausing[n % 8] ?? '', n + 1]))
  expect(await look()).toBeLessThan(3 * few)
})

test('a row that is due is found among 5,000 hosts of which none is', async () => {
  await add(numbers(5_000).map(n => ['a', `later-${n}`]))
  await pool.query(`UPDATE projections.work SET due_at = now() + interval '1 hour'`)
  await add([['a', 'due']])
  await expect.poll(start, { timeout: 20_000, interval: 10 }).toEqual(['a due 1'])
})
