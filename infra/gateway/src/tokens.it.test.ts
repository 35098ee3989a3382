import { randomUUID } from 'node:crypto'
import type { CreatedToken, TokenScope } from '@lectern/contracts/api/access.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { TOKEN_REQUESTS_A_MINUTE } from '@lectern/contracts/limits.ts'
import { TOKEN_ROUTES, UNDOCUMENTED_ROUTES } from '@lectern/contracts/token-routes.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, test } from 'vitest'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const PASSWORD = 'a quiet reading room'

const signUp = async (plan: 'free' | 'ultra' = 'ultra') => {
  const name = `u${randomUUID().slice(0, 12)}`
  const email = `${name}@example.org`
  const body = { email, username: name, password: PASSWORD }
  const { status, cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body })
  expect(status).toBe(201)
  if (plan === 'ultra') {
    await gateway.setPlan(email, plan)
    const user = { method: 'GET', path: '/api/user' }
    await expect.poll(async () => JSON.parse((await gateway.ask(user, cookies)).text).plan).toBe(plan)
  }
  return { email, cookies }
}
const wanted = (more: object = {}) => ({
  ...{ name: 'Script', scope: 'write', expiresInDays: null, currentPassword: PASSWORD },
  ...more,
})
const create = (cookies: string, more: object = {}) =>
  gateway.ask({ method: 'POST', path: '/api/account/tokens', body: wanted(more) }, cookies)
const makeToken = async (cookies: string, scope: TokenScope = 'write', more: object = {}) => {
  const made = await create(cookies, { scope, ...more })
  expect([made.status, made.text]).toEqual([201, made.text])
  return JSON.parse(made.text) as CreatedToken
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const asToken = (token: string, method: string, path: string, body?: unknown, headers: object = {}) =>
  gateway.ask({ method, path, body, headers: { ...bearer(token), ...headers } })
const listOf = async (cookies: string) =>
  JSON.parse((await gateway.ask({ method: 'GET', path: '/api/account/access' }, cookies)).text).tokens
const link = (path: string = randomUUID()) => ({ url: `https://example.com/${path}`, title: 'Page' })
const messageOf = ({ text }: { text: string }) => JSON.parse(text).message

describe('a token', () => {
  it('a token reads and writes the library, sees its own writes at once, and is named in the history', async () => {
    const { email, cookies } = await signUp()
    const { token } = await makeToken(cookies)
    expect(token).toMatch(/^lect_[\w-]{43}$/)
    const saved = await asToken(token, 'POST', '/api/links', link('by-token'))
    expect(saved.status).toBe(201)
    expect(saved.headers).not.toHaveProperty('set-cookie')
    expect(saved.headers).toHaveProperty('lectern-last-write')
    const listed = await asToken(token, 'GET', '/api/links')
    expect(JSON.parse(listed.text).links).toMatchObject([{ url: 'https://example.com/by-token' }])

    const byExtension = { 'lectern-via': 'extension' }
    await asToken(token, 'POST', '/api/links', link(), byExtension)
    await gateway.ask({ method: 'POST', path: '/api/links', body: link() }, cookies)
    const { rows } = await gateway.pool.query('SELECT library_id FROM identity.users WHERE email_key = $1', [
      email,
    ])
    const vias: string[] = []
    for await (const { type, metadata } of gateway.store.readStream(libraryStream(rows[0].library_id)))
      if (type === 'LinkSaved') vias.push((metadata as { via: string }).via)
    expect(vias).toEqual(['api', 'extension', 'web'])
  })

  it('a token is told once, and listed with its last use', async () => {
    const { cookies } = await signUp()
    const { token, ...made } = await makeToken(cookies, 'read', { name: ' Backup ', expiresInDays: 30 })
    expect(made).toMatchObject({ name: 'Backup', scope: 'read', lastUsedAt: null })
    const days = (Date.parse(String(made.expiresAt)) - Date.parse(made.createdAt)) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    expect(await listOf(cookies)).toEqual([made])
    await asToken(token, 'GET', '/api/counts')
    expect(await listOf(cookies)).toEqual([{ ...made, lastUsedAt: expect.any(String) }])
    const { rows } = await gateway.pool.query(
      'SELECT row_to_json(t)::text AS row FROM identity.access_tokens t WHERE id = $1',
      [made.id],
    )
    expect(rows[0].row).not.toContain(token)
  })

  it('a new token needs a person, the password and the plan', async () => {
    const { email, cookies } = await signUp('free')
    const refused = await create(cookies)
    expect([refused.status, messageOf(refused)]).toEqual([403, 'API access is part of the Ultra plan.'])
    await gateway.setPlan(email, 'ultra')
    expect((await create(cookies, { currentPassword: 'not it' })).status).toBe(403)
    expect(await listOf(cookies)).toEqual([])
    expect((await create('')).status).toBe(401)
  })

  it.each([
    [{ name: ' ' }],
    [{ name: 'x'.repeat(61) }],
    [{ name: 7 }],
    [{ scope: 'admin' }],
    [{ scope: undefined }],
    [{ expiresInDays: 0 }],
    [{ expiresInDays: 1.5 }],
    [{ expiresInDays: 3_651 }],
    [{ expiresInDays: '7' }],
    [{ currentPassword: '' }],
  ])('no token is made of %j', async more => {
    const { cookies } = await signUp()
    const refused = await create(cookies, more)
    expect([refused.status, typeof messageOf(refused)]).toEqual([400, 'string'])
    expect(await listOf(cookies)).toEqual([])
  })

  it('a person has at most fifty tokens, also if many are made at once', async () => {
    const { email, cookies } = await signUp()
    await gateway.pool.query(
      `INSERT INTO identity.access_tokens (id, user_id, library_id, kind, name, scope, secret_hash)
       SELECT gen_random_uuid(), id, library_id, 'token', 'Old', 'read', sha256(random()::text::bytea)
       FROM identity.users, generate_series(1, 48) WHERE email_key = $1`,
      [email],
    )
    const made = await Promise.all(Array.from({ length: 5 }, () => create(cookies)))
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409])
  })
})

describe('a token that only reads', () => {
  it('a token that only reads changes nothing', async () => {
    const { cookies } = await signUp()
    const { token } = await makeToken(cookies, 'read')
    const refused = await asToken(token, 'POST', '/api/links', link())
    expect([refused.status, messageOf(refused)]).toEqual([403, 'This token may only read.'])
    expect(refused.headers['www-authenticate']).toContain('insufficient_scope')
    for (const [route, scope] of Object.entries(TOKEN_ROUTES)) {
      const [method = '', path = ''] = route.split(' ')
      const { status } = await asToken(token, method, path.replace(':id', '1').replace(':hash', '1'))
      expect([route, status === 403]).toEqual([route, scope === 'write'])
    }
  })
})

it('a token opens no route of the account, of sessions, of payments or of tokens', async () => {
  const { email, cookies } = await signUp()
  const { id, token } = await makeToken(cookies)
  // Those of an operator are not there for others (operate.it.test.ts).
  const routes = Object.keys(UNDOCUMENTED_ROUTES).filter(route => !route.includes('/api/operation'))
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const refused = await asToken(token, method, path.replace(':id', id), { email, password: PASSWORD })
    expect([route, refused.status, refused.text]).toEqual([
      route,
      403,
      expect.stringContaining('A token cannot do this. Please sign in to Lectern for it.'),
    ])
  }
  for (const path of ['/api/%61ccount', '/api//account', '/api/account/'])
    expect([path, (await asToken(token, 'GET', path)).status < 400]).toEqual([path, false])
  expect((await gateway.ask({ method: 'GET', path: '/api/account' }, cookies)).status).toBe(200)
})

describe('invalid tokens', () => {
  test.each([
    ['unknown', `lect_${'x'.repeat(43)}`],
    ['empty', ''],
    ['not one of ours', 'x'],
    ['a quote', "lect_'; DROP TABLE"],
  ])('a token that is %s is refused, whatever the cookie', async (_, token) => {
    const { cookies } = await signUp()
    const headers = bearer(token)
    const refused = await gateway.ask({ method: 'GET', path: '/api/counts', headers }, cookies)
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="Lectern", error="invalid_token"')
    expect((await gateway.ask({ method: 'GET', path: '/api/payments', headers })).status).toBe(401)
  })

  test('a session is no token, and a token no session', async () => {
    const { cookies } = await signUp()
    const [name = '', secret = ''] = cookies.split(';')[0]?.split('=') ?? []
    expect((await asToken(secret, 'GET', '/api/counts')).status).toBe(401)
    const { token } = await makeToken(cookies)
    const asCookie = await gateway.ask({ method: 'GET', path: '/api/counts' }, `${name}=${token}`)
    expect(asCookie.status).toBe(401)
  })

  test('an authorization header of another scheme is ignored', async () => {
    const { cookies } = await signUp()
    const headers = { authorization: 'Basic bWluYTpz' }
    expect((await gateway.ask({ method: 'GET', path: '/api/counts', headers }, cookies)).status).toBe(200)
  })
})

describe('a token beside a cookie', () => {
  it('a token alone counts beside a cookie', async () => {
    const [ann, ben] = [await signUp(), await signUp()]
    const { token } = await makeToken(ann.cookies, 'read')
    await gateway.ask({ method: 'POST', path: '/api/links', body: link('bens') }, ben.cookies)
    const headers = bearer(token)
    const listed = await gateway.ask({ method: 'GET', path: '/api/links', headers }, ben.cookies)
    expect(JSON.parse(listed.text).links).toEqual([])
    const write = { method: 'POST', path: '/api/links', body: link() }
    expect((await gateway.ask({ ...write, headers }, ben.cookies)).status).toBe(403)
  })

  it("a token's request needs no proof of its origin, a cookie's still does", async () => {
    const { cookies } = await signUp()
    const { token } = await makeToken(cookies)
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'chrome-extension://abc' }
    const write = { method: 'POST', path: '/api/links', body: link() }
    const byToken = await gateway.ask({ ...write, headers: { ...foreign, ...bearer(token) } })
    expect(byToken.status).toBe(201)
    expect((await gateway.ask({ ...write, headers: foreign }, cookies)).status).toBe(403)
    const basic = { ...foreign, authorization: 'Basic x' }
    expect((await gateway.ask({ ...write, headers: basic }, cookies)).status).toBe(403)
  })
})

describe('the end of a token', () => {
  const ends = async (token: string) =>
    expect.poll(async () => (await asToken(token, 'GET', '/api/counts')).status).toBe(401)

  it('a revoked token ends at once, and no other token does', async () => {
    const { cookies } = await signUp()
    const [one, other] = [await makeToken(cookies), await makeToken(cookies)]
    expect((await asToken(one.token, 'GET', '/api/counts')).status).toBe(200)
    const path = `/api/account/tokens/${one.id}`
    expect((await gateway.ask({ method: 'DELETE', path }, cookies)).status).toBe(200)
    await ends(one.token)
    expect((await asToken(other.token, 'GET', '/api/counts')).status).toBe(200)
    expect((await gateway.ask({ method: 'DELETE', path }, cookies)).status).toBe(404)
  })

  it('a token ends with its time', async () => {
    const { cookies } = await signUp()
    const { id, token } = await makeToken(cookies, 'write', { expiresInDays: 1 })
    await gateway.pool.query(
      "UPDATE identity.access_tokens SET expires_at = now() - interval '1 s' WHERE id = $1",
      [id],
    )
    expect((await asToken(token, 'GET', '/api/counts')).status).toBe(401)
    expect(await listOf(cookies)).toEqual([])
  })

  it('a token is refused while the plan is smaller, and the answer says so', async () => {
    const { email, cookies } = await signUp()
    const { token } = await makeToken(cookies)
    await gateway.setPlan(email, 'pro')
    const write = await asToken(token, 'POST', '/api/links', link())
    expect([write.status, messageOf(write)]).toEqual([403, 'API access is part of the Ultra plan.'])
    await expect.poll(async () => (await asToken(token, 'GET', '/api/counts')).status).toBe(403)
    await gateway.setPlan(email, 'ultra')
    await expect.poll(async () => (await asToken(token, 'GET', '/api/counts')).status).toBe(200)
  })

  it('a token outlasts a new password, and ends with a reset', async () => {
    const { email, cookies } = await signUp()
    const { token } = await makeToken(cookies)
    const body = { currentPassword: PASSWORD, password: 'another quiet room' }
    expect((await gateway.ask({ method: 'POST', path: '/api/account/password', body }, cookies)).status).toBe(
      200,
    )
    expect((await asToken(token, 'GET', '/api/counts')).status).toBe(200)
    const reset = 'r'.repeat(43)
    await gateway.pool.query(
      `INSERT INTO identity.mail_tokens (token_hash, user_id, purpose, request_id, expires_at)
       SELECT sha256($2::bytea), id, 'reset', gen_random_uuid(), now() + interval '1 hour'
       FROM identity.users WHERE email_key = $1`,
      [email, reset],
    )
    const given = { token: reset, password: 'a third quiet room' }
    const answer = await gateway.ask({ method: 'POST', path: '/api/reset-password', body: given })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    await ends(token)
  })
})

describe('the limits of tokens', () => {
  const limited = duringTests(() => startGateway(parts, { rateLimits: true }))

  it('a token has a limit of requests a minute, and wrong tokens have a lower one', async () => {
    const { cookies } = await signUp()
    const { token } = await makeToken(cookies)
    const ask = (given: string) => limited.ask({ method: 'GET', path: '/api/counts', headers: bearer(given) })
    for (let n = 0; n < TOKEN_REQUESTS_A_MINUTE; n += 1) expect((await ask(token)).status).toBe(200)
    const refused = await ask(token)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    for (let n = 0; n < 60; n += 1) expect((await ask(`lect_${n}`)).status).toBe(401)
    expect((await ask('lect_61')).status).toBe(429)
  })
})
