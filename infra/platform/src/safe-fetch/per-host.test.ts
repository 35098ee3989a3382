import { beforeEach, expect, test } from 'vitest'
import { FetchFailure } from './failure.ts'
import { type PerHost, perHost } from './per-host.ts'

const hanging = new FetchFailure('timeout', 'no answer')
const busyFor = (retryAfterMs?: number) =>
  new FetchFailure('http-status', 'status 429', { status: 429, ...(retryAfterMs && { retryAfterMs }) })
let now = 0
let hosts: PerHost
beforeEach(() => {
  now = 1_000_000
  hosts = perHost({ now: () => now })
})

test('pauses grow while a host fails, and end when it answers', () => {
  const pauses: number[] = []
  for (let failure = 0; failure < 6; failure += 1) {
    hosts.failed('h', hanging)
    expect(hosts.places('h')).toBe(0)
    pauses.push(hosts.heldMs('h'))
    now += hosts.heldMs('h')
    expect(hosts.places('h')).toBe(1)
  }
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  hosts.served('h')
  expect(hosts.places('h')).toBe(2)
})

test('requests that fail together count once', () => {
  hosts.failed('h', hanging)
  hosts.failed('h', hanging)
  expect(hosts.heldMs('h')).toBe(5_000)
})

test('Retry-After is honoured, for a minute at most', () => {
  hosts.failed('h', busyFor(7_000))
  expect(hosts.heldMs('h')).toBe(7_000)
  hosts.failed('h', busyFor(3_600_000))
  expect(hosts.heldMs('h')).toBe(60_000)
})

test('a short Retry-After does not shorten a pause', () => {
  const since = now
  for (let failure = 0; failure < 4; failure += 1) {
    hosts.failed('h', busyFor(1_000))
    now += hosts.heldMs('h')
  }
  expect(now - since).toBe(75_000)
  expect(hosts.failureOf('h', since)).toBeUndefined()
})

test.each([
  ['wrong-type', undefined],
  ['too-many-redirects', undefined],
  ['tls-failed', undefined],
  ['http-status', 404],
] as const)('%s %s says nothing against the host', (code, status) => {
  hosts.failed('h', new FetchFailure(code, '', status ? { status } : {}))
  expect(hosts.places('h')).toBe(2)
})

test('a request that waited through 5 failures in a row fails with the reason; a later one does not', () => {
  const since = now
  for (let failure = 0; failure < 5; failure += 1) {
    expect(hosts.failureOf('h', since)).toBeUndefined()
    hosts.failed('h', hanging)
    now += hosts.heldMs('h')
  }
  expect(hosts.failureOf('h', since)).toBe(hanging)
  expect(hosts.failureOf('h', now)).toBeUndefined()
  hosts.served('h')
  expect(hosts.failureOf('h', since)).toBeUndefined()
})

test('a host that stays busy fails as busy, without a time to retry', () => {
  const since = now
  for (let failure = 0; failure < 5; failure += 1) {
    hosts.failed('h', busyFor(1_000))
    now += hosts.heldMs('h')
  }
  expect(hosts.failureOf('h', since)).toMatchObject({ code: 'host-busy', retryAfterMs: undefined })
})

test('a request beyond the places is refused, and gets a place that was given back', () => {
  const leave = hosts.enter('h', {})
  hosts.enter('h', {})
  expect(() => hosts.enter('h', {})).toThrow(
    expect.objectContaining({ code: 'host-busy', retryAfterMs: 2_000 }),
  )
  leave()
  expect(hosts.enter('h', {})).toBeTypeOf('function')
})

test('a request that leaves one place never takes the last one, or one of a failing host', () => {
  const leave = hosts.enter('h', { leavesOne: true })
  expect(() => hosts.enter('h', { leavesOne: true })).toThrow(FetchFailure)
  hosts.enter('h', {})
  leave()
  expect(() => hosts.enter('h', { leavesOne: true })).toThrow(FetchFailure)
  hosts.failed('i', hanging)
  now += hosts.heldMs('i')
  expect(() => hosts.enter('i', { leavesOne: true })).toThrow(FetchFailure)
  expect(hosts.enter('i', {})).toBeTypeOf('function')
})
