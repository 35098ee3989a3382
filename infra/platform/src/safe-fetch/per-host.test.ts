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

test.each([
  ['wrong-type', undefined],
  ['too-many-redirects', undefined],
  ['tls-failed', undefined],
  ['http-status', 404],
] as const)('%s %s says nothing against the host', (code, status) => {
  hosts.failed('h', new FetchFailure(code, '', status ? { status } : {}))
  expect(hosts.places('h')).toBe(2)
})

test('whoever waited through 5 failures in a row fails with the reason, a later request does not', () => {
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

test('a host that stays busy fails as busy, without a time to come again', () => {
  const since = now
  for (let failure = 0; failure < 5; failure += 1) {
    hosts.failed('h', busyFor(1_000))
    now += 1_000
  }
  expect(hosts.failureOf('h', since)).toMatchObject({ code: 'host-busy', retryAfterMs: undefined })
})

test('a request that does not wait is told that the host has no place; one that waits gets the next', async () => {
  const leave = await hosts.enter('h', {})
  await hosts.enter('h', {})
  await expect(hosts.enter('h', { whenBusy: 'fail' })).rejects.toMatchObject({ code: 'host-busy' })
  const stop = new AbortController()
  const calledOff = hosts.enter('h', { signal: stop.signal })
  const next = hosts.enter('h', {})
  stop.abort(new Error('called off'))
  await expect(calledOff).rejects.toThrow('called off')
  leave()
  await expect(next).resolves.toBeTypeOf('function')
})

test('requests that wait are told when the host is left alone meanwhile', async () => {
  const leave = await hosts.enter('h', {})
  await hosts.enter('h', {})
  const waiting = [hosts.enter('h', {}), hosts.enter('h', {})]
  hosts.failed('h', hanging)
  leave()
  for (const request of waiting)
    await expect(request).rejects.toMatchObject({ code: 'host-busy', retryAfterMs: 5_000 })
})
