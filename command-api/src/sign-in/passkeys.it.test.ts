import { randomUUID } from 'node:crypto'
import { accountStream } from '@lectern/contracts/events/account.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { findSession } from '@lectern/platform/http/sessions.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, test } from 'vitest'
import { startCommandApi } from '../test-support/api.ts'
import { anAuthenticator } from '../test-support/authenticator.ts'
import { passkeySite, passkeysElsewhere } from './passkeys.ts'

const parts = duringTests(startParts)
const SITE = { host: 'lectern.example', origin: 'https://lectern.example' }
const api = duringTests(() => startCommandApi(parts, { publicUrl: new URL(SITE.origin) }))
const password = 'correct horse battery staple'

const callerOf = async ({ headers }: { headers: Record<string, unknown> }): Promise<Caller | undefined> =>
  findSession(api.pool, /=([\w-]+);/.exec(String(headers['set-cookie']))?.[1] ?? '')
let people = 0
const somebody = async () => {
  people += 1
  const name = `passkeys${people}`
  const signedUp = await api.call('POST', '/api/signup', {
    body: { email: `${name}@example.com`, username: name, password },
  })
  const caller = (await callerOf(signedUp)) as Caller
  return { email: `${name}@example.com`, caller }
}
type Body = Record<string, never> & { challenge: string; id: string }
const post = async (path: string, body: object, as?: Caller) => {
  const answer = await api.call('POST', path, { body, as })
  return { ...answer, body: answer.body as Body }
}
const optionsFor = async (as: Caller) =>
  (await post('/api/account/passkeys/options', { currentPassword: password }, as)).body
const add = async (as: Caller, device = anAuthenticator(SITE), name = 'Laptop') => {
  const credential = device.make(await optionsFor(as))
  const { status, body } = await post('/api/account/passkeys', { name, credential }, as)
  return { status, device, id: body.id }
}
const signInOptions = async () => (await post('/api/auth/passkey/options', {})).body
const signIn = (credential: object) => post('/api/auth/passkey', { credential })
const changesOf = async ({ userId }: Caller) => {
  const changes: unknown[] = []
  for await (const { type, data } of api.store.readStream(accountStream(userId)))
    if (type === 'SignInChanged') changes.push([(data as Body).change, (data as Body).name])
  return changes
}

describe('a passkey', () => {
  it('is added after a confirmation, and signs in; what it does is in the account, and no secret', async () => {
    const { email, caller } = await somebody()
    const options = await post('/api/account/passkeys/options', { currentPassword: password }, caller)
    expect(options.body).toMatchObject({
      rp: { id: SITE.host, name: 'Lectern' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { status, device, id } = await add(caller)
    expect(status).toBe(201)
    const signedIn = await signIn(device.sign(await signInOptions()))
    expect(signedIn).toMatchObject({ status: 200, body: { email, id: caller.userId } })
    const session = await callerOf(signedIn)
    expect(session).toMatchObject({ userId: caller.userId })
    const { rows } = await api.pool.query(
      'SELECT signed_in_by, confirmed_at IS NOT NULL AS confirmed FROM identity.sessions WHERE id = $1',
      [session?.sessionId],
    )
    expect(rows).toEqual([{ signed_in_by: 'passkey', confirmed: true }])
    const used = await api.pool.query('SELECT last_used_at FROM identity.passkeys WHERE id = $1', [id])
    expect(used.rows[0].last_used_at).toBeInstanceOf(Date)
    await expect.poll(() => changesOf(caller)).toEqual([['passkey-added', 'Laptop']])
  })

  it('is renamed, and removed after a confirmation; then it signs nobody in', async () => {
    const { caller } = await somebody()
    const { device, id } = await add(caller)
    const path = `/api/account/passkeys/${id}`
    const rename = (as: Caller) => api.call('PATCH', path, { body: { name: 'Phone' }, as })
    const remove = (as: Caller, body: object) => api.call('DELETE', path, { body, as })
    expect((await rename(caller)).status).toBe(200)
    const { caller: other } = await somebody()
    expect((await rename(other)).status).toBe(404)
    expect((await remove(other, { currentPassword: password })).status).toBe(404)
    expect((await remove(caller, { currentPassword: 'wrong' })).status).toBe(403)
    await api.pool.query(
      `UPDATE identity.sessions SET confirmed_at = now() - interval '11 minutes' WHERE id = $1`,
      [caller.sessionId],
    )
    expect((await remove(caller, {})).body).toMatchObject({ message: 'Please confirm that it is you.' })
    expect((await post('/api/auth/confirm', { password: 'wrong' }, caller)).status).toBe(403)
    expect((await post('/api/auth/confirm', { password }, caller)).status).toBe(200)
    expect((await remove(caller, {})).status).toBe(200)
    const refused = await signIn(device.sign(await signInOptions()))
    expect(refused).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('not known here') },
    })
    const changes = [
      ['passkey-added', 'Laptop'],
      ['passkey-removed', 'Phone'],
    ]
    await expect.poll(() => changesOf(caller)).toEqual(changes)
  })

  it('goes with a password that a mail has set, as all that somebody else may have added', async () => {
    const { caller } = await somebody()
    const { device } = await add(caller)
    const { storePassword } = await import('../accounts/recovery.ts')
    const { inTransaction } = await import('@lectern/platform/postgres/postgres.ts')
    await inTransaction(api.pool, client =>
      storePassword(client, { userId: caller.userId, hash: 'x', through: 'reset-link' }),
    )
    expect((await signIn(device.sign(await signInOptions()))).status).toBe(401)
  })
})

describe('no passkey is added', () => {
  it.each([
    ['for another host', { host: 'other.example' }],
    ['by another site', { origin: 'https://other.example' }],
    ['without a PIN, a finger or a face', { isVerified: false }],
  ])('%s', async (_, changes) => {
    const { caller } = await somebody()
    const credential = anAuthenticator(SITE).make(await optionsFor(caller), changes)
    const refused = await post('/api/account/passkeys', { name: 'X', credential }, caller)
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('could not be used') },
    })
  })

  it('twice of one challenge, of that of somebody else, or of none', async () => {
    const [{ caller }, { caller: other }] = [await somebody(), await somebody()]
    const options = await optionsFor(caller)
    const tryAs = (as: Caller, given: { challenge: string }) =>
      post('/api/account/passkeys', { name: 'X', credential: anAuthenticator(SITE).make(given) }, as)
    expect((await tryAs(other, options)).status).toBe(400)
    expect((await tryAs(caller, options)).status).toBe(201)
    expect((await tryAs(caller, options)).status).toBe(400)
    expect((await tryAs(caller, { challenge: 'bm9uZQ' })).status).toBe(400)
    expect((await tryAs(caller, await signInOptions())).status).toBe(400)
  })

  it('that another account has', async () => {
    const [{ caller }, { caller: other }] = [await somebody(), await somebody()]
    const { device } = await add(caller)
    expect((await add(other, device)).status).toBe(400)
  })

  it('without a confirmation, without a name, or in another form', async () => {
    const { caller } = await somebody()
    const stranger = { ...caller, sessionId: randomUUID() }
    expect((await post('/api/account/passkeys/options', {}, stranger)).status).toBe(403)
    expect((await post('/api/account/passkeys/options', {})).status).toBe(401)
    const credential = anAuthenticator(SITE).make(await optionsFor(caller))
    expect((await post('/api/account/passkeys', { name: ' ', credential }, caller)).status).toBe(400)
    for (const wrong of [undefined, {}, { ...credential, response: {} }, { ...credential, rawId: 'x' }])
      expect((await post('/api/account/passkeys', { name: 'X', credential: wrong }, caller)).status).toBe(400)
  })
})

it('no passkey is added by a request that began before a reset, nor with proofs of its make', async () => {
  const { caller } = await somebody()
  const credential = anAuthenticator(SITE).make(await optionsFor(caller))
  await api.pool.query('DELETE FROM identity.sessions WHERE id = $1', [caller.sessionId])
  expect((await post('/api/account/passkeys', { name: 'X', credential }, caller)).status).toBe(401)

  const { caller: other } = await somebody()
  const proved = anAuthenticator(SITE).make(await optionsFor(other), { format: 'android-key' })
  expect((await post('/api/account/passkeys', { name: 'X', credential: proved }, other)).status).toBe(400)
})

describe('nobody signs in', () => {
  it.each([
    ['for another host', { host: 'other.example' }],
    ['at another site', { origin: 'https://other.example' }],
    ['without a PIN, a finger or a face', { isVerified: false }],
    ['by a copy of the device, which counts from before', { counter: 1 }],
  ])('%s', async (_, changes) => {
    const { caller } = await somebody()
    const { device } = await add(caller)
    expect((await signIn(device.sign(await signInOptions()))).status).toBe(200)
    expect((await signIn(device.sign(await signInOptions(), changes))).status).toBe(400)
  })

  it('twice with one answer, with the answer for a new passkey, or with the key of another device', async () => {
    const { caller } = await somebody()
    const { device } = await add(caller)
    const answer = device.sign(await signInOptions())
    const both = await Promise.all([signIn(answer), signIn(answer)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await signIn(device.sign(await optionsFor(caller)))).status).toBe(400)
    const forged = { ...anAuthenticator(SITE).sign(await signInOptions()), id: device.id, rawId: device.id }
    expect((await signIn(forged)).status).toBe(400)
  })
})

test('passkeys are for sites with a name, over https or on this machine', () => {
  const host = (url: string) => passkeySite(new URL(url))?.host
  expect(host('https://read.example.org:8443/x')).toBe('read.example.org')
  expect(host('http://localhost:8080')).toBe('localhost')
  for (const url of ['http://read.example.org', 'https://127.0.0.1', 'https://[::1]', 'https://192.168.1.4'])
    expect([url, host(url)]).toEqual([url, undefined])
})

test('what is for another host is counted, for the operator', async () => {
  const { caller } = await somebody()
  await add(caller)
  expect(await passkeysElsewhere(api.pool, SITE.host)).toEqual([])
  expect(await passkeysElsewhere(api.pool, 'new.example')).toMatchObject([{ host: SITE.host }])
})
