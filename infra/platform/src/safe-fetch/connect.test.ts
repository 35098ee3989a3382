import net from 'node:net'
import { freePort } from '@lectern/stack/ports.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { fixtureHost } from '../test-support/fixture-host.ts'
import type { FetchFailure } from './failure.ts'
import { createSafeFetch, type FetchRequest, type SafeFetchOptions } from './safe-fetch.ts'
import { allowedHosts } from './url.ts'

const site = await fixtureHost({ '/': '<p>hello' })
afterAll(() => site[Symbol.asyncDispose]())

const anything: FetchRequest = { maxBytes: 1_000_000, accepts: () => true }
const failure = (promise: Promise<unknown>): Promise<Partial<FetchFailure>> =>
  promise.then(
    () => ({}),
    error => error,
  )

describe('addresses behind names', () => {
  const dialled: unknown[] = []
  const attempt = (resolve: SafeFetchOptions['resolve'], options: Partial<SafeFetchOptions> = {}) => {
    dialled.length = 0
    return failure(
      createSafeFetch({
        allow: allowedHosts([]),
        ...(resolve ? { resolve } : {}),
        dial: target => {
          target.lookup?.(String(target.host), { all: true }, (_, found) => dialled.push(found))
          return net.connect({ host: '127.0.0.1', port: Number(site.host.split(':')[1]) })
        },
        ...options,
      })('http://name.example/', anything),
    )
  }

  test.each([
    ['private', ['10.0.0.1']],
    ['mixed A and A', ['93.184.216.34', '127.0.0.1']],
    ['mixed A and AAAA', ['93.184.216.34', '::1']],
    ['mapped', ['::ffff:10.0.0.1']],
    ['metadata', ['169.254.169.254']],
  ])('addresses with a bad one (%s) are refused before any connection', async (_, addresses) => {
    expect(await attempt(async () => addresses)).toMatchObject({ code: 'blocked-address' })
    expect(dialled).toEqual([])
  })

  test('a name without addresses, or unknown, is dns-failed', async () => {
    expect(await attempt(async () => [])).toMatchObject({ code: 'dns-failed' })
    const unknown = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
    expect(await attempt(() => Promise.reject(unknown))).toMatchObject({ code: 'dns-failed' })
    const silent = Object.assign(new Error('queryA ETIMEOUT'), { code: 'ETIMEOUT', syscall: 'queryA' })
    expect(await attempt(() => Promise.reject(silent))).toMatchObject({ code: 'dns-failed' })
  })

  test('a rebinding resolver is asked once: the connection goes to the address that was checked', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    await attempt(async () => answers.shift() ?? [])
    expect(dialled).toEqual([[{ address: '93.184.216.34', family: 4 }]])
    expect(answers).toEqual([['127.0.0.1']])
  })

  test('a socket that reached another address is closed before a byte is sent', async () => {
    const before = site.asked.length
    expect(await attempt(async () => ['93.184.216.34'])).toMatchObject({
      code: 'blocked-address',
      cause: { message: expect.stringContaining('127.0.0.1') },
    })
    expect(site.asked).toHaveLength(before)
  })

  test.each([
    ['an internal address', async () => ['10.11.12.13']],
    ['no address', async () => []],
    [
      'an error',
      () =>
        Promise.reject(
          Object.assign(new Error('getaddrinfo ENOTFOUND intranet'), {
            code: 'ENOTFOUND',
            syscall: 'getaddrinfo',
          }),
        ),
    ],
  ])('the message names neither host nor address when DNS answers %s', async (_, resolve) => {
    const { message } = (await attempt(resolve)) as Error
    expect(message).toMatch(/./)
    expect(message).not.toMatch(/10\.11|intranet|example/)
  })

  test('a resolver that never answers is a timeout', async () => {
    const timeouts = { connectMs: 50, headersMs: 1_000, totalMs: 5_000 }
    expect(await attempt(() => new Promise(() => {}), { timeouts })).toMatchObject({ code: 'timeout' })
  })

  test('a host that refuses is connect-failed, one without TLS tls-failed', async () => {
    const nobody = `127.0.0.1:${await freePort()}`
    const fetchPage = createSafeFetch({ allow: allowedHosts([nobody, site.host]) })
    expect(await failure(fetchPage(`http://${nobody}/`, anything))).toMatchObject({ code: 'connect-failed' })
    expect(await failure(fetchPage(`https://${site.host}/`, anything))).toMatchObject({ code: 'tls-failed' })
  })
})
