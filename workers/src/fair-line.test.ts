import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import { perHost } from '@lectern/platform/safe-fetch/per-host.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fairLine } from './fair-line.ts'

const hanging = new FetchFailure('timeout', 'no answer')
let now: number
let started: string[]
let putBack: { name: string; delayMs: number }[]
let hosts: ReturnType<typeof perHost>
let line: ReturnType<typeof fairLine>
let stop: AbortController
let running: Map<string, { fetched: () => void; end: () => void }>

beforeEach(() => {
  now = 1_000_000
  started = []
  putBack = []
  running = new Map()
  hosts = perHost({ now: () => now })
  stop = new AbortController()
  line = fairLine({ hosts, signal: stop.signal, now: () => now })
})
afterEach(() => stop.abort())

/** A visit by the name of its library, its host and its number. */
const enter = (askedBy: string, host: string, n = 1, since = now) => {
  const name = `${askedBy} ${host} ${n}`
  line.enter({
    askedBy,
    host,
    since,
    start: fetched => {
      started.push(name)
      return new Promise(end => running.set(name, { fetched, end }))
    },
    putBack: delayMs => putBack.push({ name, delayMs }),
  })
}
const end = async (name: string) => {
  running.get(name)?.end()
  running.delete(name)
  await Promise.resolve()
}
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('a library has 4 pages in hand, and another is not held up by its many', () => {
  for (const n of numbers(480)) enter('a', `host-${n}`)
  expect(started).toHaveLength(4)
  enter('b', 'host-b')
  expect(started.at(-1)).toBe('b host-b 1')
})

test('a host has 2 pages fetched at once, and its links leave room for the library’s others', () => {
  for (const n of numbers(20)) enter('a', 'slow', n)
  expect(started).toEqual(['a slow 1', 'a slow 2'])
  enter('a', 'other')
  expect(started.at(-1)).toBe('a other 1')
})

test('libraries take turns at a host, however many links one has there', async () => {
  for (const n of numbers(10)) enter('a', 'slow', n)
  enter('b', 'slow')
  await end('a slow 1')
  await end('a slow 2')
  expect(started.slice(2)).toEqual(['b slow 1', 'a slow 3'])
})

test('libraries take turns at the last of 64 places', async () => {
  for (const library of numbers(16)) for (const n of numbers(6)) enter(`${library}`, `${library}/${n}`, n)
  expect(started).toHaveLength(64)
  enter('late', 'late')
  await end('1 1/1 1')
  expect(started.at(-1)).toBe('late late 1')
})

test('a fetched page frees its places, but counts with its library until it has ended', async () => {
  for (const n of numbers(4)) enter('a', 'slow', n)
  running.get('a slow 1')?.fetched()
  expect(started).toEqual(['a slow 1', 'a slow 2', 'a slow 3'])
  running.get('a slow 2')?.fetched()
  running.get('a slow 3')?.fetched()
  enter('a', 'other')
  expect(started).toHaveLength(4)
  await end('a slow 1')
  expect(started.at(-1)).toBe('a other 1')
})

test('visits beyond the first few are put back, to come again one by one', () => {
  for (const n of numbers(480)) enter('a', `host-${n}`)
  const delays = putBack.map(({ delayMs }) => delayMs)
  expect(delays).toHaveLength(480 - 4 - 16)
  expect(delays.slice(0, 3)).toEqual([250, 275, 300])
  expect(delays.at(-1)).toBe(250 + 25 * (delays.length - 1))
})

test('a host that hangs is tried by one visit at a time, and libraries take turns at that', async () => {
  vi.useFakeTimers({ now, toFake: ['setInterval', 'clearInterval'] })
  stop.abort()
  stop = new AbortController()
  line = fairLine({ hosts, signal: stop.signal, now: () => now })
  const pass = (ms: number) => {
    now += ms
    vi.advanceTimersByTime(ms)
  }
  for (const n of numbers(4)) enter('a', 'hangs', n)
  hosts.failed('hangs', hanging)
  await end('a hangs 1')
  await end('a hangs 2')
  expect(putBack).toEqual([{ name: 'a hangs 4', delayMs: 5_000 }])
  enter('b', 'hangs')
  enter('b', 'other')
  expect(started.slice(2)).toEqual(['b other 1'])
  await end('b other 1')
  enter('c', 'hangs')

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

test('links to hosts in trouble leave room for the library’s others, which go first', async () => {
  for (const n of numbers(30)) {
    hosts.failed(`hangs-${n}`, hanging)
    enter('a', `hangs-${n}`)
  }
  now += 5_000
  enter('a', 'good-1')
  expect(started).toEqual(['a good-1 1', 'a hangs-1 1', 'a hangs-2 1', 'a hangs-3 1'])
  enter('a', 'good-2')
  await end('a hangs-1 1')
  expect(started.at(-1)).toBe('a good-2 1')
})

test('a visit that waited while its host failed 5 times starts, to fail like those; a later one waits', () => {
  const since = now
  for (const pauseMs of [5_000, 10_000, 20_000, 40_000]) {
    hosts.failed('hangs', hanging)
    now += pauseMs
  }
  hosts.failed('hangs', hanging)
  enter('b', 'hangs', 2)
  expect(started).toEqual([])
  for (const n of numbers(4)) enter('a', 'hangs', n, since)
  expect(started).toHaveLength(4)
})
