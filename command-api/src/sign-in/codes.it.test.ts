import { accountStream } from '@lectern/contracts/events/account.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { findSession } from '@lectern/platform/http/sessions.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { generate } from 'otplib'
import { expect, it } from 'vitest'
import { startCommandApi } from '../test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))
const password = 'correct horse battery staple'
const STEP_S = 30

let people = 0
const somebody = async () => {
  people += 1
  const email = `codes${people}@example.com`
  const body = { email, username: `codes${people}`, password }
  const { headers } = await api.call('POST', '/api/signup', { body })
  const token = /=([\w-]+);/.exec(String(headers['set-cookie']))?.[1] ?? ''
  return { email, caller: (await findSession(api.pool, token)) as Caller }
}
type Body = { secret: string; uri: string; recoveryCodes: string[]; message: string }
const call = async (method: 'POST' | 'DELETE', path: string, as: Caller, body: object) => {
  const answer = await api.call(method, path, { as, body })
  return { status: answer.status, body: answer.body as Body }
}
const begin = (as: Caller) => call('POST', '/api/account/totp', as, { currentPassword: password })
const confirm = (as: Caller, code: string) => call('POST', '/api/account/totp/confirm', as, { code })
/** @param steps of 30 seconds from now */
const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * STEP_S })
const logIn = async (email: string, code?: string) => {
  const { status, headers, text } = await api.call('POST', '/api/login', {
    body: { email, password, ...(code !== undefined && { code }) },
  })
  return { status, asks: headers['lectern-code'], text }
}
const withCodes = async () => {
  const { email, caller } = await somebody()
  const { secret } = (await begin(caller)).body
  // The code of a step before, so that that of now is not used up.
  const { status, body } = await confirm(caller, await codeOf(secret, -1))
  expect(status).toBe(200)
  return { email, caller, secret, recovery: body.recoveryCodes }
}
const changesOf = async ({ userId }: Caller) => {
  const changes: unknown[] = []
  for await (const { type, data } of api.store.readStream(accountStream(userId)))
    if (type === 'SignInChanged') changes.push((data as { change: string }).change)
  return changes
}

it('codes are asked for once a first one was right, and each is taken once', async () => {
  const { email, caller } = await somebody()
  const { secret, uri } = (await begin(caller)).body
  expect(uri).toContain(`secret=${secret}`)
  expect((await logIn(email)).status).toBe(200)
  expect((await confirm(caller, '000000')).status).toBe(400)
  expect((await logIn(email)).status).toBe(200)
  const { recoveryCodes } = (await confirm(caller, await codeOf(secret, -1))).body
  expect(new Set(recoveryCodes).size).toBe(10)

  expect(await logIn(email)).toEqual({
    ...{ status: 401, asks: 'required' },
    text: 'Please type the code of your authenticator app, or a recovery code.',
  })
  expect(await logIn(email, '000000')).toMatchObject({ status: 401, asks: 'required' })
  const code = await codeOf(secret)
  const both = await Promise.all([logIn(email, `${code.slice(0, 3)} ${code.slice(3)}`), logIn(email, code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect((await logIn(email, code)).status).toBe(401)
  expect(await logIn(email, await codeOf(secret, 1))).toMatchObject({ status: 200, asks: undefined })
  await expect.poll(() => changesOf(caller)).toEqual(['codes-on'])
})

it('codes of two steps before or after, and those of before the last one, are refused', async () => {
  const { email, secret } = await withCodes()
  for (const steps of [-3, 3]) expect((await logIn(email, await codeOf(secret, steps))).status).toBe(401)
  expect((await logIn(email, await codeOf(secret, 1))).status).toBe(200)
  expect((await logIn(email, await codeOf(secret))).status).toBe(401)
})

it('a recovery code signs in once, however often it comes at the same moment', async () => {
  const { email, caller, recovery } = await withCodes()
  const [first = '', second = ''] = recovery
  const all = await Promise.all(Array.from({ length: 4 }, () => logIn(email, first)))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  expect((await logIn(email, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  const other = await withCodes()
  expect((await logIn(other.email, recovery[2])).status).toBe(401)
  await expect.poll(() => changesOf(caller)).toEqual(['codes-on', 'recovery-code-used', 'recovery-code-used'])
  const { rows } = await api.pool.query(
    'SELECT count(*)::int AS left FROM identity.recovery_codes WHERE user_id = $1',
    [caller.userId],
  )
  expect(rows).toEqual([{ left: 8 }])
})

it('they are turned off with the password, and the recovery codes with them', async () => {
  const { email, caller, recovery } = await withCodes()
  expect((await begin(caller)).status).toBe(409)
  const end = (given: object) => call('DELETE', '/api/account/totp', caller, given)
  expect((await end({ currentPassword: 'wrong' })).status).toBe(403)
  expect((await end({ currentPassword: password })).status).toBe(200)
  expect((await end({ currentPassword: password })).status).toBe(404)
  expect((await logIn(email)).status).toBe(200)
  const { secret } = (await begin(caller)).body
  expect((await confirm(caller, await codeOf(secret))).status).toBe(200)
  expect((await logIn(email, recovery[0])).status).toBe(401)
})

it('tries are limited for strangers, and the owner goes on', async () => {
  const { email, secret } = await withCodes()
  const limited = await startCommandApi(parts, { rateLimits: true, trustProxy: 'loopback' })
  const from = async (address: string, code: string) =>
    (await limited.call('POST', '/api/login', { body: { email, password, code }, from: address })).status
  try {
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push(await from(`198.51.${n}.7`, '000000'))
    expect(statuses).toEqual([...Array(20).fill(401), 429])
    // The owner signed up in this network.
    expect(await from('127.0.0.1', await codeOf(secret))).toBe(200)
  } finally {
    await limited.stop()
  }
})
