import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Plan } from '@lectern/contracts/plans.ts'
import { ORIGIN_PLACEHOLDER, SUPPORT_EMAIL_PLACEHOLDER } from '@lectern/contracts/public-pages.ts'
import { encodePosition, POSITION_HEADER, WRITER_HEADER } from '@lectern/platform/event-store/position.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { cookieNames, epochOf } from '@lectern/platform/http/cookies.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildGateway } from './app.ts'

const STORE = '0190c0de-0000-7000-8000-0000a1b2c3d4'
const caller = { userId: 'u1', libraryId: 'l1', sessionId: 's1' }
const local = { host: 'localhost:8080' }
const cookies = cookieNames(STORE, undefined)
const signedIn = { ...local, cookie: `theme=dark; ${cookies.session}=good` }

const dist = mkdtempSync(join(tmpdir(), 'gateway-dist-'))
beforeAll(() => {
  for (const folder of ['assets', 'pages/help']) mkdirSync(join(dist, folder), { recursive: true })
  writeFileSync(join(dist, 'index.html'), '<html lang="en"><title>Lectern</title>')
  writeFileSync(join(dist, 'sw.js'), 'the worker')
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}')
  writeFileSync(join(dist, 'pay.html'), '<title>Card form</title>')
  writeFileSync(join(dist, 'pages', 'not-found.html'), '<title>Page not found</title>')
  const pricing = `<title>Pricing</title><link rel="canonical" href="${ORIGIN_PLACEHOLDER}/pricing"><a href="mailto:${SUPPORT_EMAIL_PLACEHOLDER}">`
  writeFileSync(join(dist, 'pages', 'pricing.html'), pricing)
  writeFileSync(join(dist, 'pages', 'no-plans.html'), '<html lang="en"><title>No plans</title>')
  writeFileSync(join(dist, 'pages', 'help', 'saving.html'), '<title>Saving</title>')
  writeFileSync(join(dist, 'assets', 'app-1a2b.js'), 'export {}')
  writeFileSync(join(dist, 'assets', 'app-1a2b.js.br'), 'compressed')
})
afterAll(() => rmSync(dist, { recursive: true }))

/** An API that answers what it was told about the request. */
const echoApi = async (app: FastifyInstance) => {
  app.get('/api/echo', async request => ({
    caller: requireCaller(request),
    readAfter: request.readAfter && encodePosition(request.readAfter),
    address: request.clientAddress,
  }))
  app.post('/api/write', async (request, reply) => {
    reply.header(POSITION_HEADER, '700/700')
    return { body: request.body ?? null }
  })
  const toStrangers = { config: { isPublic: true } }
  app.post('/api/signup', toStrangers, async (_request, reply) => {
    reply.header(POSITION_HEADER, '900/900').header(WRITER_HEADER, caller.userId)
    return { success: true }
  })
  app.post('/api/logout', toStrangers, async () => ({ success: true }))
  app.get('/api/broken', async () => {
    throw new Error('secret detail')
  })
}

let app: FastifyInstance
const gateway = async (
  config: {
    publicUrl?: URL
    trustProxy?: string
    isReady?: boolean
    percent?: number
    migrateUrl?: string
    offlineShell?: boolean
    defaultPlan?: Plan
    stripeSecretKey?: string
  } = {},
) => {
  const forgotten: string[] = []
  const asked: string[] = []
  const stop = new AbortController()
  app = await buildGateway({
    config: {
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      ...(config.migrateUrl !== undefined && { migrateUrl: config.migrateUrl }),
      ...(config.offlineShell !== undefined && { offlineShell: config.offlineShell }),
      ...(config.defaultPlan && { defaultPlan: config.defaultPlan }),
      ...(config.stripeSecretKey && { stripeSecretKey: config.stripeSecretKey }),
      port: 8080,
      internalSecret: 'a secret of at least thirty-two characters',
      rateLimits: true,
      supportEmail: 'help@lectern.example',
    },
    log: createLog('gateway-test', 'silent'),
    metrics: createMetrics('gateway-test'),
    cookies: cookieNames(STORE, config.publicUrl),
    epoch: epochOf(STORE),
    sessions: {
      find: async token => {
        asked.push(token)
        return token === 'good' ? caller : undefined
      },
      findByToken: async token =>
        token === 'lect_good' ? { ...caller, token: { kind: 'token', scope: 'read' } } : undefined,
      forget: token => forgotten.push(token),
    },
    limits: { budget: () => ({ spend: async () => {}, giveBack: async () => {} }) },
    api: [echoApi],
    draining: stop.signal,
    health: async () => ({ ...HEALTHY, ready: config.isReady ?? true }),
    updateProgress: async () => config.percent,
    clientDist: dist,
  })
  return { app, forgotten, asked, drain: () => stop.abort() }
}
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const HEALTHY = { alarms: [], jobs: [], deadLetters: 0, parkedStreams: 0, freeMb: 10_000 }
afterEach(() => app.close())

/** Sends a path as it is: clients normalise paths. */
const statusOf = async (server: FastifyInstance, path: string): Promise<number | undefined> => {
  const { port } = server.server.address() as AddressInfo
  const sent = request({ port, path, headers: { ...signedIn, connection: 'close' } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('the origin of a request', () => {
  test.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST:8080'])(
    'answers at %s',
    async host => {
      await gateway()
      expect((await app.inject({ url: '/', headers: { host } })).statusCode).toBe(200)
    },
  )

  test.each(['localhost:9090', 'localhost', 'evil.example', 'localhost:8080.evil.example'])(
    'says 421 to the host %s',
    async host => {
      await gateway()
      const answer = await app.inject({ url: '/api/echo', headers: { host } })
      expect(answer.statusCode).toBe(421)
      expect(answer.json()).toEqual({ message: expect.any(String), error: expect.any(String) })
    },
  )

  test('health answers any host, since load balancers ask by address', async () => {
    await gateway({ publicUrl: new URL('https://lectern.example') })
    for (const url of ['/livez', '/readyz', '/healthz']) {
      expect((await app.inject({ url, headers: { host: '10.0.0.7' } })).statusCode).toBe(200)
    }
  })

  test('health is 503 with Retry-After while a part is missing', async () => {
    await gateway({ isReady: false })
    expect((await app.inject('/livez')).statusCode).toBe(200)
    for (const url of ['/readyz', '/healthz']) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
      expect(answer.json()).toMatchObject({ ready: false, alarms: [], deadLetters: 0 })
    }
  })

  test('a gateway that is asked to end says so at once, and goes on serving on connections that it closes', async () => {
    const { drain } = await gateway()
    expect((await app.inject('/readyz')).headers.connection).not.toBe('close')
    drain()
    const ready = await app.inject('/readyz')
    expect([ready.statusCode, ready.json().ready]).toEqual([503, false])
    const live = await app.inject('/livez')
    expect([live.statusCode, live.headers.connection]).toEqual([200, 'close'])
  })

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:8080' }, 403],
    [{ origin: 'http://localhost:8080' }, 200],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 200],
  ])('an unsafe request with %j is answered %i', async (headers, status) => {
    await gateway()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/write',
      headers: { ...signedIn, ...headers } as never,
    })
    expect(answer.statusCode).toBe(status)
  })

  const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
  test.each([
    ['nothing', {}, 421],
    ['PUBLIC_URL', { publicUrl: new URL(`http://${local.host}`) }, 200],
    ['TRUST_PROXY', { trustProxy: '127.0.0.1' }, 200],
    ['both', { publicUrl: new URL(`http://${local.host}`), trustProxy: '127.0.0.1' }, 200],
  ])('a change through a proxy, with %s set', async (_, config, status) => {
    await gateway(config)
    for (const name of forwarded) {
      const headers = { ...signedIn, [name]: '203.0.113.9' }
      const answer = await app.inject({ method: 'POST', url: '/api/write', headers })
      expect([name, answer.statusCode]).toEqual([name, status])
      if (status === 421) expect(answer.json().message).toMatch(/set PUBLIC_URL .* and TRUST_PROXY/)
      expect((await app.inject({ url: '/api/echo', headers })).statusCode).toBe(200)
    }
    expect((await app.inject({ method: 'POST', url: '/api/write', headers: signedIn })).statusCode).toBe(200)
  })

  test('X-Forwarded-For counts only behind a trusted proxy', async () => {
    const headers = { ...signedIn, 'x-forwarded-for': '203.0.113.9' }
    await gateway()
    expect((await app.inject({ url: '/api/echo', headers })).json().address).toBe('127.0.0.1')
    await app.close()
    await gateway({ trustProxy: '127.0.0.1' })
    expect((await app.inject({ url: '/api/echo', headers })).json().address).toBe('203.0.113.9')
  })

  test.each([
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['203.0.113.9, 127.0.0.1:5678', '203.0.113.9'],
    ['203.0.113.9, unknown', '127.0.0.1'],
  ])('X-Forwarded-For %s of a trusted proxy names %s', async (forwardedFor, address) => {
    await gateway({ trustProxy: '127.0.0.1' })
    const headers = { ...signedIn, 'x-forwarded-for': forwardedFor }
    expect((await app.inject({ url: '/api/echo', headers })).json().address).toBe(address)
  })

  test('X-Forwarded-Host of a trusted proxy neither passes nor fails the check of Host', async () => {
    await gateway({ trustProxy: '127.0.0.1' })
    const status = async (host: string, forwardedHost: string) => {
      const headers = { host, 'x-forwarded-host': forwardedHost }
      return (await app.inject({ url: '/', headers })).statusCode
    }
    expect(await status('evil.example', local.host)).toBe(421)
    expect(await status(local.host, 'evil.example')).toBe(200)
  })
})

describe('the body of a request', () => {
  test('text/plain is refused, since a form of another site could send it', async () => {
    await gateway()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/write',
      headers: { ...signedIn, 'content-type': 'text/plain' },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(415)
  })

  test('malformed JSON is 400, a large body 413, an empty body is accepted', async () => {
    await gateway()
    const post = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/write',
        headers: { ...signedIn, 'content-type': 'application/json' },
        payload,
      })
    expect((await post('{"a":')).statusCode).toBe(400)
    expect((await post('{"__proto__":{"admin":true}}')).statusCode).toBe(400)
    expect((await post(`"${'x'.repeat(1_048_576)}"`)).statusCode).toBe(413)
    expect((await post('')).json()).toEqual({ body: null })
  })

  test.each([
    '/api/./echo',
    '/api/x/../echo',
    '/api/%2e%2e/livez',
    '/api/..%2flivez',
    'http://localhost:8080/api/echo',
    `/api/echo/${'x'.repeat(200)}`,
  ])('the path %s leads nowhere', async url => {
    await gateway()
    await app.listen({ port: 0, host: '127.0.0.1' })
    expect(await statusOf(app, url)).toBe(404)
  })

  test('an answer of the API is for this site alone, and no page may use devices', async () => {
    await gateway()
    const { headers } = await app.inject({ url: '/api/echo', headers: signedIn })
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    for (const url of ['/api/echo', '/'])
      expect((await app.inject({ url, headers: signedIn })).headers['permissions-policy']).toMatch(
        /camera=\(\)/,
      )
  })

  test('a fault of ours does not tell its cause', async () => {
    await gateway()
    const answer = await app.inject({ url: '/api/broken', headers: signedIn })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret detail')
  })
})

describe('the caller', () => {
  test.each(['/api/echo', '/api/write'])(
    'a stranger is refused at %s before anything is read, and no session is looked up where there is no path',
    async url => {
      const { asked } = await gateway()
      const post = { method: 'POST', headers: { ...local, 'content-type': 'application/json' }, payload: '{' }
      const status = { '/api/echo': 404, '/api/write': 401 }[url]
      expect((await app.inject({ url, ...post } as never)).statusCode).toBe(status)
      const signedInPost = { ...post, headers: { ...post.headers, ...signedIn } }
      await app.inject({ url, ...signedInPost } as never)
      expect(asked).toEqual(url === '/api/write' ? ['good'] : [])
    },
  )

  test('the session cookie names the caller; a missing or foreign cookie names nobody', async () => {
    await gateway()
    expect((await app.inject({ url: '/api/echo', headers: signedIn })).json().caller).toEqual(caller)
    expect((await app.inject({ url: '/api/echo', headers: local })).statusCode).toBe(401)
    const other = { ...local, cookie: `${cookieNames(crypto.randomUUID(), undefined).session}=good` }
    expect((await app.inject({ url: '/api/echo', headers: other })).statusCode).toBe(401)
  })

  test('a request that names another user is refused', async () => {
    const echo = async (user: string) => {
      const { app } = await gateway()
      return app.inject({ url: '/api/echo', headers: { ...signedIn, 'lectern-user': user } })
    }
    expect((await echo('u1')).statusCode).toBe(200)
    const refused = await echo('u2')
    expect([refused.statusCode, refused.json().message]).toEqual([
      412,
      'Another account is signed in in this browser.',
    ])
  })

  test('an act of before a restore is refused', async () => {
    const echo = async (epoch: string) => {
      const { app } = await gateway()
      return app.inject({ url: '/api/echo', headers: { ...signedIn, 'lectern-epoch': epoch } })
    }
    expect((await echo(epochOf(STORE))).statusCode).toBe(200)
    expect((await echo(epochOf(crypto.randomUUID()))).statusCode).toBe(412)
  })

  test('logout drops the session before it is answered', async () => {
    const { forgotten } = await gateway()
    await app.inject({ method: 'POST', url: '/api/logout', headers: signedIn })
    await app.inject({ method: 'POST', url: '/api/logout?from=menu', headers: signedIn })
    expect(forgotten).toEqual(['good', 'good'])
  })

  test('a read follows the last write, by memory and, on another gateway, by the signed cookie', async () => {
    await gateway()
    const write = await app.inject({ method: 'POST', url: '/api/write', headers: signedIn })
    expect(write.headers[POSITION_HEADER]).toBeUndefined()
    expect((await app.inject({ url: '/api/echo', headers: signedIn })).json().readAfter).toBe('700/700')
    const after = write.cookies.find(cookie => cookie.name === cookies.readAfter)?.value
    await app.close()

    await gateway()
    const headers = (value: string) => ({
      ...local,
      cookie: `${signedIn.cookie}; ${cookies.readAfter}=${value}`,
    })
    expect((await app.inject({ url: '/api/echo', headers: headers(String(after)) })).json().readAfter).toBe(
      '700/700',
    )
    const forged = String(after).replace('700/700', '999/999')
    expect(
      (await app.inject({ url: '/api/echo', headers: headers(forged) })).json().readAfter,
    ).toBeUndefined()
  })

  test('a signup, which has no session yet, names its writer', async () => {
    await gateway()
    const signup = await app.inject({ method: 'POST', url: '/api/signup', headers: local })
    expect(signup.headers[WRITER_HEADER]).toBeUndefined()
    expect((await app.inject({ url: '/api/echo', headers: signedIn })).json().readAfter).toBe('900/900')
  })
})

describe('the answer', () => {
  test.each([
    ['/reset-password?token=t', 'no-referrer'],
    ['/confirm-email?token=t', 'no-referrer'],
    ['/invitation/t', 'no-referrer'],
    ['/unsubscribe?email=a@b.c&token=t', 'no-referrer'],
    ['/dashboard', 'same-origin'],
  ])('to %s says what its page may tell as referrer', async (url, policy) => {
    await gateway()
    expect((await app.inject({ url, headers: local })).headers['referrer-policy']).toBe(policy)
  })

  test.each([undefined, 'https://move.example/to-lectern'])(
    'to /migrate leads to the page of MIGRATE_URL, %s',
    async migrateUrl => {
      await gateway(migrateUrl === undefined ? {} : { migrateUrl })
      const { statusCode, headers } = await app.inject({ url: '/migrate', headers: local })
      expect([statusCode, headers.location]).toEqual([302, migrateUrl ?? '/import'])
    },
  )

  test('documents allow no inline script and no frame; answers of the API are not stored', async () => {
    await gateway()
    const page = await app.inject({ url: '/dashboard', headers: local })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    // Reading an article tells no other site.
    expect(policy).toContain("img-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    expect(page.headers['strict-transport-security']).toBeUndefined()
    expect(page.headers['x-dns-prefetch-control']).toBe('off')
    const api = await app.inject({ url: '/api/echo', headers: signedIn })
    expect(api.headers['cache-control']).toBe('no-store')
  })

  test('the card form alone lets Stripe in, and only our own pages frame it', async () => {
    await gateway()
    const policyOf = async (url: string) =>
      String((await app.inject({ url, headers: local })).headers['content-security-policy'])
    const policy = await policyOf('/pay?payment_intent=pi_1')
    expect(policy).toContain("script-src 'self' https://js.stripe.com")
    expect(policy).toContain("frame-ancestors 'self'")
    for (const url of ['/dashboard', '/payments', '/pay/more', '/%70ay'])
      expect(await policyOf(url)).not.toContain('stripe.com')
  })

  test('the card form is served at the address that lets Stripe in, and nowhere else', async () => {
    await gateway()
    const accept = 'text/html'
    const titleOf = async (url: string) =>
      (await app.inject({ url, headers: { ...local, accept } })).body.replaceAll(/<\/?title>/g, '')
    for (const url of ['/pay', '/pay?a=b']) expect(await titleOf(url)).toBe('Card form')
    for (const url of ['/pay.html', '/pay/', '/pay/more', '/%70ay'])
      expect(await titleOf(url)).toBe('Page not found')
  })

  test.each(['/api/nothing', '/api/%zz', `/api/echo/${'7'.repeat(300)}`])(
    'the refusal of %s is guarded as every answer is',
    async url => {
      await gateway()
      const usual = await app.inject({ url: '/api/echo', headers: signedIn })
      const answer = await app.inject({ url, headers: local })
      for (const header of ['x-content-type-options', 'content-security-policy', 'cache-control'])
        expect([header, answer.headers[header]]).toEqual([header, usual.headers[header]])
    },
  )

  test('https sends HSTS', async () => {
    await gateway({ publicUrl: new URL('https://lectern.example') })
    const page = await app.inject({ url: '/', headers: { host: 'lectern.example' } })
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
  })

  test('screens get the progress page during an update of the read models; files and health do not', async () => {
    await gateway({ percent: 42 })
    for (const url of ['/', '/dashboard', '/reader/1?from=list']) {
      const { statusCode, body } = await app.inject({ url, headers: local })
      expect([statusCode, body]).toEqual([503, expect.stringContaining('42 %')])
    }
    for (const url of ['/assets/app-1a2b.js', '/livez', '/pricing'])
      expect((await app.inject({ url, headers: local })).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/nowhere', headers: local })).statusCode).toBe(404)
  })

  test('everybody learns where to write to', async () => {
    await gateway()
    const answer = await app.inject({ url: '/api/contact', headers: local })
    expect(answer.json()).toEqual({ supportEmail: 'help@lectern.example' })
  })

  test('screens get the document, files are compressed, the rest is a JSON 404', async () => {
    await gateway()
    expect((await app.inject({ url: '/reader/7?x=1.2', headers: local })).body).toContain('<title>Lectern')
    const file = await app.inject({
      url: '/assets/app-1a2b.js',
      headers: { ...local, 'accept-encoding': 'br' },
    })
    expect([file.body, file.headers['content-encoding']]).toEqual(['compressed', 'br'])
    expect(file.headers['cache-control']).toContain('immutable')
    for (const url of [
      '//',
      '/api/nothing',
      '/assets/gone.js',
      '/api/',
      '/nowhere',
      '/%2e%2e/%2e%2e/etc/passwd.txt',
    ]) {
      const answer = await app.inject({ url, headers: local })
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.json().message).toBe('Not found.')
    }
  })

  test('the worker is never taken from a cache, and the manifest is one', async () => {
    await gateway()
    const worker = await app.inject({ url: '/sw.js', headers: local })
    expect([worker.body, worker.headers['cache-control']]).toEqual(['the worker', 'no-cache'])
    expect(worker.headers['content-type']).toContain('javascript')
    const manifest = await app.inject({ url: '/manifest.webmanifest', headers: local })
    expect(manifest.headers['content-type']).toContain('application/manifest+json')
  })

  test('with OFFLINE_SHELL=off the worker is one that removes itself', async () => {
    await gateway({ offlineShell: false })
    const { body, headers } = await app.inject({ url: '/sw.js', headers: local })
    expect(body).toContain('unregister()')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toContain('javascript')
  })

  test.each([
    ...['/about.html', '/notes.old', '/robots.txt.bak', '/favicon.ico', '/nowhere'],
    ...[
      '/reader',
      '/reader/1/2',
      '/dashboard/more',
      '/help/nothing',
      '/pages/pricing.html',
      '/not-found',
      '/no-plans',
    ],
  ])('a browser that opens the unknown path %s gets the 404 page', async url => {
    await gateway()
    const answer = await app.inject({ url, headers: { ...local, accept: BROWSER } })
    expect([answer.statusCode, answer.body]).toEqual([404, '<title>Page not found</title>'])
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  })

  test.each([
    ['/favicon.ico', 'image/avif,image/webp,image/*,*/*;q=0.8'],
    ['/nowhere', '*/*'],
    ['/assets/gone.js', 'text/html,*/*'],
    ['/assets/gone', 'text/html,*/*'],
    ['/api/nothing.html', 'text/html,*/*'],
  ])('the missing file %s asked with Accept: %s is a JSON 404', async (url, accept) => {
    await gateway()
    const answer = await app.inject({ url, headers: { ...local, accept } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('Not found.')
  })
})

describe('the public site', () => {
  const site = { publicUrl: new URL('https://lectern.example') }
  const headers = { host: 'lectern.example', accept: BROWSER }

  const titleAndPlans = async (url: string) => {
    const { body } = await app.inject({ url, headers: { ...local, accept: 'text/html' } })
    return [/<title>(.*?)</.exec(body)?.[1], body.includes('data-plans="none"')]
  }

  test('nothing tells of plans where all accounts are unlimited and nothing is sold', async () => {
    await gateway({ defaultPlan: 'legacy_unlimited' })
    expect(await titleAndPlans('/pricing')).toEqual(['No plans', true])
    for (const url of ['/dashboard', '/index.html'])
      expect(await titleAndPlans(url)).toEqual(['Lectern', true])
  })

  test.each([
    { defaultPlan: 'pro' },
    { defaultPlan: 'legacy_unlimited', stripeSecretKey: 'sk_live_1' },
  ] as const)('plans stand where they are sold or have limits: %o', async config => {
    await gateway(config)
    expect(await titleAndPlans('/pricing')).toEqual(['Pricing', false])
    expect(await titleAndPlans('/dashboard')).toEqual(['Lectern', false])
  })

  test.each(['/pricing', '/pricing/', '/pricing?from=mail'])(
    '%s is a document that names the site',
    async url => {
      await gateway(site)
      const page = await app.inject({ url, headers })
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-security-policy']).toContain("script-src 'self'")
      expect(page.body).toContain('href="https://lectern.example/pricing"')
      expect(page.body).toContain('mailto:help@lectern.example')
    },
  )

  test('a page below another one has its own document', async () => {
    await gateway(site)
    expect((await app.inject({ url: '/help/saving', headers })).body).toBe('<title>Saving</title>')
  })

  test('a page is compressed, and sent once to who keeps it', async () => {
    await gateway(site)
    const page = await app.inject({ url: '/pricing', headers: { ...headers, 'accept-encoding': 'gzip, br' } })
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('<title>Pricing</title>')
    const again = { ...headers, 'if-none-match': String(page.headers.etag) }
    expect((await app.inject({ url: '/pricing', headers: again })).statusCode).toBe(304)
    const missing = await app.inject({ url: '/nowhere', headers })
    const kept = { ...headers, 'if-none-match': String(missing.headers.etag) }
    expect((await app.inject({ url: '/nowhere', headers: kept })).statusCode).toBe(404)
  })

  test('the sitemap lists the pages with their full addresses, and robots.txt names it', async () => {
    await gateway(site)
    const sitemap = await app.inject({ url: '/sitemap.xml', headers })
    expect(sitemap.headers['content-type']).toContain('application/xml')
    const listed = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
    expect(listed).toEqual(['https://lectern.example/help/saving', 'https://lectern.example/pricing'])
    const robots = await app.inject({ url: '/robots.txt', headers })
    expect(robots.body).toContain('Sitemap: https://lectern.example/sitemap.xml')
  })

  test('security.txt says where to write to, and expires within a year', async () => {
    await gateway(site)
    const { body } = await app.inject({ url: '/.well-known/security.txt', headers })
    expect(body).toContain('Contact: mailto:help@lectern.example\n')
    const days = (Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(200)
    expect(days).toBeLessThan(365)
  })
})
