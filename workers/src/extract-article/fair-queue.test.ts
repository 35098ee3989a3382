import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import { perHost } from '@lectern/platform/safe-fetch/per-host.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Rank } from '../rank.ts'
import { fairQueue } from './fair-queue.ts'

const hanging = new FetchFailure('timeout', 'no answer')
let now: number
let started: string[]
let putBack: { name: string; delayMs: number }[]
let hosts: ReturnType<typeof perHost>
let queue: ReturnType<typeof fairQueue>
let holdsBulk: boolean
let stop: AbortController
let running: Map<string, { fetched: () => void; end: () => void }>

beforeEach(() => {
  now = 1_000_000
  started = []
  putBack = []
  running = new Map()
  hosts = perHost({ now: () => now })
  stop = new AbortController()
  holdsBulk = false
  queue = fairQueue({ hosts, signal: stop.signal, holdsBulk: () => holdsBulk, now: () => now })
})
afterEach(() => stop.abort())

/** Adds a page, which is named by its library, its host and its number. */
const add = (libraryId: string, host: string, n = 1, since = now, rank: Rank = 'interactive') => {
  const name = `${rank === 'bulk' ? 'bulk ' : ''}${libraryId} ${host} ${n}`
  queue.add({
    rank,
    libraryId,
    host,
    since,
    start: fetched => {
      started.push(name)
      return new Promise(end => running.set(name, { fetched, end }))
    },
    putBack: delayMs => putBack.push({ name, delayMs }),
  })
}
const addBulk = (libraryId: string, host: string, n = 1, since = now) =>
  add(libraryId, host, n, since, 'bulk')
const end = async (name: string) => {
  running.get(name)?.end()
  running.delete(name)
  await Promise.resolve()
}
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('a library has at most 4 started pages and does not hold up another', () => {
  for (const n of numbers(480)) add('a', `host-${n}`)
  expect(started).toHaveLength(4)
  add('b', 'host-b')
  expect(started.at(-1)).toBe('b host-b 1')
})

test('a host has at most 2 fetches and leaves room for the library’s other hosts', () => {
  for (const n of numbers(20)) add('a', 'slow', n)
  expect(started).toEqual(['a slow 1', 'a slow 2'])
  add('a', 'other')
  expect(started.at(-1)).toBe('a other 1')
})

test('libraries take turns at a host, also when one has many links there', async () => {
  for (const n of numbers(10)) add('a', 'slow', n)
  add('b', 'slow')
  await end('a slow 1')
  await end('a slow 2')
  expect(started.slice(2)).toEqual(['b slow 1', 'a slow 3'])
})

test('libraries take turns at the last of 64 fetches', async () => {
  for (const library of numbers(16)) for (const n of numbers(6)) add(`${library}`, `${library}/${n}`, n)
  expect(started).toHaveLength(64)
  add('late', 'late')
  await end('1 1/1 1')
  expect(started.at(-1)).toBe('late late 1')
})

test('a fetched page leaves its host, but counts for its library until it ends', async () => {
  for (const n of numbers(4)) add('a', 'slow', n)
  running.get('a slow 1')?.fetched()
  expect(started).toEqual(['a slow 1', 'a slow 2', 'a slow 3'])
  running.get('a slow 2')?.fetched()
  running.get('a slow 3')?.fetched()
  add('a', 'other')
  expect(started).toHaveLength(4)
  await end('a slow 1')
  expect(started.at(-1)).toBe('a other 1')
})

test('pages beyond the first 20 are put back and come again one by one', () => {
  for (const n of numbers(480)) add('a', `host-${n}`)
  const delays = putBack.map(({ delayMs }) => delayMs)
  expect(delays).toHaveLength(480 - 4 - 16)
  expect(delays.slice(0, 3)).toEqual([250, 275, 300])
  expect(delays.at(-1)).toBe(250 + 25 * (delays.length - 1))
})

test('one page at a time tries a host that hangs, and libraries take turns', async () => {
  vi.useFakeTimers({ now, toFake: ['setInterval', 'clearInterval'] })
  stop.abort()
  stop = new AbortController()
  queue = fairQueue({ hosts, signal: stop.signal, now: () => now })
  const pass = (ms: number) => {
    now += ms
    vi.advanceTimersByTime(ms)
  }
  for (const n of numbers(4)) add('a', 'hangs', n)
  hosts.failed('hangs', hanging)
  await end('a hangs 1')
  await end('a hangs 2')
  expect(putBack).toEqual([{ name: 'a hangs 4', delayMs: 5_000 }])
  add('b', 'hangs')
  add('b', 'other')
  expect(started.slice(2)).toEqual(['b other 1'])
  await end('b other 1')
  add('c', 'hangs')

  pass(5_000)
  expect(started.slice(3)).toEqual(['c hangs 1'])
  hosts.failed('hangs', hanging)
  await end('c hangs 1')
  pass(9_000)
  expect(started).toHaveLength(4)
  pass(1_000)
  expect(started.slice(4)).toEqual(['a hangs 3'])
  hosts.served('hangs')
  await end('a hangs 3')
  expect(started.slice(5)).toEqual(['b hangs 1'])
  vi.useRealTimers()
})

test('pages of hosts in trouble leave room for the library’s other pages, which go first', async () => {
  for (const n of numbers(30)) {
    hosts.failed(`hangs-${n}`, hanging)
    add('a', `hangs-${n}`)
  }
  now += 5_000
  add('a', 'good-1')
  expect(started).toEqual(['a good-1 1', 'a hangs-1 1', 'a hangs-2 1', 'a hangs-3 1'])
  add('a', 'good-2')
  await end('a hangs-1 1')
  expect(started.at(-1)).toBe('a good-2 1')
})

test('a page that waited while its host failed 5 times starts and fails; a later one waits', () => {
  const since = now
  for (const pauseMs of [5_000, 10_000, 20_000, 40_000]) {
    hosts.failed('hangs', hanging)
    now += pauseMs
  }
  hosts.failed('hangs', hanging)
  add('b', 'hangs', 2)
  expect(started).toEqual([])
  for (const n of numbers(4)) add('a', 'hangs', n, since)
  expect(started).toHaveLength(4)
})

test('bulk pages have half of a library’s places, and its interactive pages find the others', () => {
  for (const n of numbers(10)) addBulk('a', `host-${n}`)
  expect(started).toEqual(['bulk a host-1 1', 'bulk a host-2 1'])
  for (const n of numbers(3)) add('a', `saved-${n}`)
  expect(started.slice(2)).toEqual(['a saved-1 1', 'a saved-2 1'])
})

test('an interactive page goes before the bulk pages that wait', async () => {
  for (const n of numbers(4)) addBulk('a', `host-${n}`)
  for (const n of numbers(3)) add('a', `saved-${n}`)
  await end('bulk a host-1 1')
  expect(started.slice(4)).toEqual(['a saved-3 1'])
})

test('bulk pages have half of all fetches, and interactive pages find the others', () => {
  for (const library of numbers(40)) addBulk(`${library}`, `${library}`)
  expect(started).toHaveLength(32)
  for (const library of numbers(40)) add(`${library}`, `saved-${library}`)
  expect(started).toHaveLength(64)
})

test('bulk pages have one of a host’s two places', () => {
  addBulk('a', 'host', 1)
  addBulk('b', 'host', 1)
  add('c', 'host')
  expect(started).toEqual(['bulk a host 1', 'c host 1'])
})

test('libraries take turns at bulk pages, however many one has', async () => {
  for (const n of numbers(16)) for (const library of ['a', 'b']) addBulk(library, `${library}-${n}`)
  addBulk('c', 'c-1')
  for (const library of ['d', 'e']) for (const n of numbers(16)) addBulk(library, `${library}-${n}`)
  expect(started.filter(name => name.startsWith('bulk c'))).toHaveLength(1)
  expect(started).toHaveLength(9)
})

test('one bulk page of a host waits, and the others are put back, so that a slow host leaves room for others', () => {
  for (const n of numbers(20)) addBulk('a', 'slow', n)
  expect(started).toEqual(['bulk a slow 1'])
  expect(putBack).toHaveLength(18)
  expect(putBack[0]).toEqual({ name: 'bulk a slow 3', delayMs: 0 })
  addBulk('a', 'other')
  expect(started.at(-1)).toBe('bulk a other 1')
})

test('bulk pages of a host that pauses are put back for as long as it pauses', async () => {
  for (const n of numbers(2)) addBulk('a', 'hangs', n)
  hosts.failed('hangs', hanging)
  await end('bulk a hangs 1')
  addBulk('a', 'hangs', 3)
  expect(putBack).toEqual([
    { name: 'bulk a hangs 2', delayMs: 5_000 },
    { name: 'bulk a hangs 3', delayMs: 5_000 },
  ])
})

test('bulk pages wait while more urgent work is under way', async () => {
  holdsBulk = true
  addBulk('a', 'host')
  add('b', 'host')
  expect(started).toEqual(['b host 1'])
  holdsBulk = false
  await end('b host 1')
  expect(started).toEqual(['b host 1', 'bulk a host 1'])
})
