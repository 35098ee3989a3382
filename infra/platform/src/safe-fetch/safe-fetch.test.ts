import { randomBytes } from 'node:crypto'
import zlib from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { fixtureHost } from '../test-support/fixture-host.ts'
import type { FetchFailure } from './failure.ts'
import { perHost } from './per-host.ts'
import { createSafeFetch, type FetchRequest, type SafeFetchOptions } from './safe-fetch.ts'
import { allowedHosts } from './url.ts'

const html = { 'content-type': 'text/html' }
const redirect =
  (status: number, location: string) => (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(status, { location }).end()

const site = await fixtureHost({
  '/page': '<p>hello',
  '/gzip': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(zlib.gzipSync('zipped')),
  '/br': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(zlib.brotliCompressSync('squeezed')),
  '/twice': (_, response) =>
    response
      .writeHead(200, { ...html, 'content-encoding': 'gzip, br' })
      .end(zlib.brotliCompressSync(zlib.gzipSync('both'))),
  '/early-end': (_, response) =>
    response
      .writeHead(200, { ...html, 'content-encoding': 'gzip' })
      .end(zlib.gzipSync('x'.repeat(1e5)).subarray(0, -8)),
  '/bomb': (_, response) =>
    response
      .writeHead(200, { ...html, 'content-encoding': 'gzip' })
      .end(zlib.gzipSync(Buffer.alloc(50_000_000))),
  '/nested-bomb': (_, response) =>
    response
      .writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' })
      .end(zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50_000_000)))),
  '/not-br': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(Buffer.alloc(100, 0xff)),
  '/many-encodings': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip' }).end(''),
  '/not-gzip': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('plain'),
  '/unknown-encoding': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'x-own' }).end('plain'),
  '/endless': (_, response) => {
    response.writeHead(200, html)
    const more = () => {
      while (response.write(randomBytes(65_536)));
      response.once('drain', more)
    }
    more()
  },
  '/mute': () => {},
  '/drip': (_, response) => response.writeHead(200, html).write('a'),
  '/cut-off': (_, response) => {
    response.writeHead(200, { ...html, 'content-length': '1000' }).write('a', () => response.destroy())
  },
  '/garbage': (request, _response) => void request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  '/fat-headers': (_, response) =>
    response.writeHead(200, { ...html, 'x-fat': 'y'.repeat(100_000) }).end('x'),
  '/pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  '/to-page': redirect(302, '/page'),
  '/hop1': redirect(301, '/hop2'),
  '/hop2': redirect(302, '/hop3'),
  '/hop3': redirect(303, '/hop4'),
  '/hop4': redirect(307, '/hop5'),
  '/hop5': redirect(308, '/page'),
  '/hop0': redirect(302, '/hop1'),
  '/loop': redirect(302, '/loop'),
  '/to-metadata': redirect(302, 'http://169.254.169.254/latest/meta-data/'),
  '/to-metadata-307': redirect(307, 'http://169.254.169.254/'),
  '/to-decimal': redirect(302, 'http://2130706433/'),
  '/to-other-port': redirect(302, 'http://127.0.0.1:1/'),
  '/to-ssh': redirect(302, 'http://example.com:22/'),
  '/to-file': redirect(302, 'file:///etc/passwd'),
  '/to-userinfo': redirect(302, 'http://a:b@example.com/'),
  '/to-nowhere': redirect(302, 'http://'),
  '/busy': (_, response) => response.writeHead(503, { 'retry-after': '7' }).end(),
  '/gate': (request, response) =>
    request.headers.cookie?.includes('session=1')
      ? response.writeHead(200, html).end(`in with ${request.headers.cookie}`)
      : response
          .writeHead(302, { location: '/gate', 'set-cookie': ['session=1; Path=/; HttpOnly', 'lang=en'] })
          .end(),
  '/gate-of-two': (request, response) =>
    response
      .writeHead(302, { location: '/seen', 'set-cookie': 'a=1; Max-Age=0' })
      .end(String(request.headers.cookie)),
  '/seen': (request, response) =>
    response.writeHead(200, html).end(`cookies: ${request.headers.cookie ?? 'none'}`),
  '/away': (_, response) =>
    response
      .writeHead(302, { location: other.url('/seen'), 'set-cookie': 'session=1; Domain=127.0.0.1' })
      .end(),
  '/refresh': '<meta http-equiv=refresh content="0;url=/page">',
  '/refresh-loop': '<meta http-equiv=refresh content="0;url=/refresh-loop">',
  '/refresh-away': '<meta http-equiv=refresh content="0;url=http://169.254.169.254/">',
  '/gone': (_, response) => response.writeHead(410).end(),
})
const other = await fixtureHost({
  '/seen': (request, response) =>
    response.writeHead(200, html).end(`cookies: ${request.headers.cookie ?? 'none'}`),
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

const safeFetch = (options: Partial<SafeFetchOptions> = {}) =>
  createSafeFetch({ allow: allowedHosts([site.host, other.host]), ...options })
const anything: FetchRequest = { maxBytes: 1_000_000, accepts: () => true }
const failure = (promise: Promise<unknown>): Promise<Partial<FetchFailure>> =>
  promise.then(
    () => ({}),
    error => error,
  )
const text = (body: Uint8Array) => new TextDecoder().decode(body)

describe('safeFetch', () => {
  test('gives the body and the final url', async () => {
    const answer = await safeFetch()(site.url('/to-page'), anything)
    expect(answer).toMatchObject({
      finalUrl: site.url('/page'),
      status: 200,
      contentType: 'text/html; charset=utf-8',
      cut: false,
    })
    expect(text(answer.body)).toBe('<p>hello')
  })

  test.each([
    ['/gzip', 'zipped'],
    ['/br', 'squeezed'],
    ['/twice', 'both'],
    ['/early-end', 'x'.repeat(1e5)],
  ])('undoes the encoding of %s', async (path, expected) => {
    expect(text((await safeFetch()(site.url(path), anything)).body)).toBe(expected)
  })

  test.each(['/bomb', '/nested-bomb', '/endless'])('stops at the limit: %s', async path => {
    expect(await failure(safeFetch()(site.url(path), anything))).toMatchObject({ code: 'too-large' })
    const { body, cut } = await safeFetch()(site.url(path), { ...anything, beyond: 'cut' })
    expect(cut).toBe(true)
    expect(body.length).toBeLessThanOrEqual(anything.maxBytes)
  })

  test.each([
    ['/not-gzip', 'bad-response'],
    ['/not-br', 'bad-response'],
    ['/unknown-encoding', 'bad-response'],
    ['/many-encodings', 'bad-response'],
    ['/garbage', 'bad-response'],
    ['/fat-headers', 'bad-response'],
    ['/cut-off', 'connect-failed'],
  ])('%s is %s', async (path, code) => {
    expect(await failure(safeFetch()(site.url(path), anything))).toMatchObject({ code })
  })

  test.each(['/mute', '/drip'])('gives up on %s', async path => {
    const impatient = safeFetch({ timeouts: { connectMs: 1_000, headersMs: 1_000, totalMs: 200 } })
    expect(await failure(impatient(site.url(path), anything))).toMatchObject({ code: 'timeout' })
  })

  test("the caller's own signal wins", async () => {
    const reason = new Error('shutting down')
    const fetching = safeFetch()(site.url('/mute'), { ...anything, signal: AbortSignal.abort(reason) })
    expect(await failure(fetching)).toBe(reason)
  })

  test('a type the caller does not accept is not downloaded', async () => {
    const request = { ...anything, accepts: (type: string) => type === 'text/html' }
    const error = await failure(safeFetch()(site.url('/pdf'), request))
    expect(error).toMatchObject({ code: 'wrong-type', contentType: 'application/pdf' })
  })

  test('5 redirects are followed, a 6th is not', async () => {
    expect((await safeFetch()(site.url('/hop1'), anything)).finalUrl).toBe(site.url('/page'))
    expect(await failure(safeFetch()(site.url('/hop0'), anything))).toMatchObject({
      code: 'too-many-redirects',
    })
    expect(await failure(safeFetch()(site.url('/loop'), anything))).toMatchObject({
      code: 'too-many-redirects',
    })
  })

  test.each([
    ['/to-metadata', 'blocked-address'],
    ['/to-metadata-307', 'blocked-address'],
    ['/to-decimal', 'blocked-address'],
    ['/to-other-port', 'bad-url'],
    ['/to-ssh', 'bad-url'],
    ['/to-file', 'bad-url'],
    ['/to-userinfo', 'bad-url'],
    ['/to-nowhere', 'bad-url'],
  ])('a redirect is checked in full: %s', async (path, code) => {
    expect(await failure(safeFetch()(site.url(path), anything))).toMatchObject({ code })
  })

  test('links in a page are never fetched', async () => {
    await using trap = await fixtureHost({ '/': 'reached' })
    await using page = await fixtureHost({
      '/': `<meta http-equiv="refresh" content="0;url=${trap.url('/')}"><link rel="icon" href="${trap.url('/')}">
        <meta property="og:image" content="${trap.url('/')}">`,
    })
    await createSafeFetch({ allow: allowedHosts([page.host]) })(page.url('/'), anything)
    expect(trap.asked).toEqual([])
  })

  test('an error status carries Retry-After, and the host is paused until then', async () => {
    let now = 1_000_000
    const fetchPage = safeFetch({ now: () => now })
    expect(await failure(fetchPage(site.url('/gone'), anything))).toMatchObject({
      code: 'http-status',
      status: 410,
    })
    expect(await failure(fetchPage(site.url('/busy'), anything))).toMatchObject({
      code: 'http-status',
      status: 503,
      retryAfterMs: 7_000,
    })
    expect(await failure(fetchPage(site.url('/page'), anything))).toMatchObject({
      code: 'host-busy',
      retryAfterMs: 7_000,
    })
    now += 7_000
    expect((await fetchPage(site.url('/page'), anything)).status).toBe(200)
  })

  test('at most 2 requests at once reach a host; a third is host-busy', async () => {
    const held: (() => void)[] = []
    await using slow = await fixtureHost({
      '/': (_, response) => held.push(() => response.writeHead(200, html).end('done')),
    })
    const fetchPage = createSafeFetch({ allow: allowedHosts([slow.host]) })
    const under = [fetchPage(slow.url('/'), anything), fetchPage(slow.url('/'), anything)]
    await expect.poll(() => held.length).toBe(2)
    const refused = await failure(fetchPage(slow.url('/'), anything))
    expect(refused).toMatchObject({ code: 'host-busy', retryAfterMs: expect.any(Number) })
    for (const answer of held.splice(0)) answer()
    await Promise.all(under)
    const next = fetchPage(slow.url('/'), anything)
    await expect.poll(() => held.length).toBe(1)
    held[0]?.()
    await next
    expect(slow.asked).toHaveLength(3)
  })
})

describe('a paused host', () => {
  test('is not waited for, also after a redirect to it', async () => {
    const held: (() => void)[] = []
    await using slow = await fixtureHost({
      '/': (_, response) => held.push(() => response.writeHead(200, html).end('done')),
    })
    await using door = await fixtureHost({
      '/': (_, response) => response.writeHead(302, { location: slow.url('/') }).end(),
    })
    const fetchPage = createSafeFetch({ allow: allowedHosts([slow.host, door.host]) })
    const both = [fetchPage(slow.url('/'), anything), fetchPage(slow.url('/'), anything)]
    await expect.poll(() => held.length).toBe(2)
    expect(await failure(fetchPage(door.url('/'), anything))).toMatchObject({
      code: 'host-busy',
    })
    for (const answer of held) answer()
    await Promise.all(both)
    expect(slow.asked).toHaveLength(2)
  })

  test('was paused because it took the time itself, not because another host did', async () => {
    let now = 0
    await using hanging = await fixtureHost({
      '/short': () => {},
      '/long': () => {
        now += 20
      },
    })
    await using door = await fixtureHost({
      '/': (_, response) => response.writeHead(302, { location: hanging.url('/short') }).end(),
    })
    const hosts = perHost({ now: () => now })
    const allow = allowedHosts([hanging.host, door.host])
    const timeouts = { connectMs: 20, headersMs: 1_000, totalMs: 200 }
    const fetchPage = createSafeFetch({ allow, hosts, timeouts, now: () => now })
    expect(await failure(fetchPage(door.url('/'), anything))).toMatchObject({ code: 'timeout' })
    expect(hosts.places(hanging.host)).toBe(2)
    expect(await failure(fetchPage(hanging.url('/long'), anything))).toMatchObject({ code: 'timeout' })
    expect(hosts.places(hanging.host)).toBe(0)
  })

  test('was not paused by a caller that aborted or ran out of time', async () => {
    await using hanging = await fixtureHost({ '/': () => {} })
    const hosts = perHost()
    const timeouts = { connectMs: 20, headersMs: 1_000, totalMs: 5_000 }
    const fetchPage = createSafeFetch({ allow: allowedHosts([hanging.host]), hosts, timeouts })
    const stop = new AbortController()
    const calledOff = fetchPage(hanging.url('/'), { ...anything, signal: stop.signal })
    await expect.poll(() => hanging.asked.length).toBe(1)
    stop.abort(new Error('called off'))
    await expect(calledOff).rejects.toThrow('called off')
    expect(hosts.places(hanging.host)).toBe(2)
    const signal = AbortSignal.timeout(60)
    await expect(fetchPage(hanging.url('/'), { ...anything, signal })).rejects.toThrow('timeout')
    expect(hosts.places(hanging.host)).toBe(2)
  })
})

describe('a chain of redirects', () => {
  const bodyOf = async (path: string, wanted: Partial<FetchRequest> = {}) =>
    text((await safeFetch()(site.url(path), { ...anything, ...wanted })).body)

  test('keeps its cookies, so that a site that waits for its cookie is read', async () => {
    expect(await bodyOf('/gate')).toBe('in with session=1; lang=en')
  })

  test('takes them to no other host', async () => {
    expect(await bodyOf('/away')).toBe('cookies: none')
  })

  test('forgets them at its end', async () => {
    const fetchPage = safeFetch()
    await fetchPage(site.url('/gate'), anything)
    expect(text((await fetchPage(site.url('/seen'), anything)).body)).toBe('cookies: none')
  })

  const leadsTo = ({ body }: { body: Uint8Array }) => /url=([^"]*)/.exec(text(body))?.[1]

  test('goes on where a page only leads to another, and ends where that was asked already', async () => {
    expect(await bodyOf('/refresh', { leadsTo })).toBe('<p>hello')
    expect(await bodyOf('/refresh-loop', { leadsTo })).toContain('refresh-loop')
    expect(await failure(bodyOf('/refresh-away', { leadsTo }))).toMatchObject({ code: 'blocked-address' })
  })
})
