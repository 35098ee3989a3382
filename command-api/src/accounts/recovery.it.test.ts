import { findSession } from '@lectern/platform/http/sessions.ts'
import { inTransaction, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { startCommandApi } from '../test-support/api.ts'
import { mailsOf } from '../test-support/mails.ts'
import { lockUser } from './mail-tokens.ts'
import { oweCommand } from './owed-commands.ts'
import { hashPassword } from './passwords.ts'
import { storePassword } from './recovery.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))
const mails = () => mailsOf(api, parts)

const password = 'correct horse battery staple'
let people = 0

/** Signs up, and gives the caller of the session that this opened. */
const somebody = async (to = api) => {
  people += 1
  const [email, username] = [`person${people}@example.com`, `Person ${people}`]
  const answer = await to.call('POST', '/api/signup', { body: { email, username, password } })
  expect(answer.status).toBe(201)
  const token = /=([\w-]+);/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
  const caller = await findSession(api.pool, token)
  if (caller === undefined) throw new Error('no session')
  return {
    email,
    username,
    caller,
    userId: caller.userId,
    isSignedIn: async () => !!(await findSession(api.pool, token)),
  }
}
const logIn = async (email: string, secret: string) =>
  (await api.call('POST', '/api/login', { body: { email, password: secret } })).status
const forgot = (email: string, to = api, from = '127.0.0.1') =>
  to.call('POST', '/api/forgot-password', { body: { email }, from })
/** Queries that wait for a lock. */
const waiting = async () => {
  const of = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  return (await api.pool.query(of)).rowCount
}
const reset = (token: unknown, secret = 'another long passphrase') =>
  api.call('POST', '/api/reset-password', { body: { token, password: secret } })

describe('a forgotten password', () => {
  it('is answered alike for known and unknown addresses', async () => {
    const { email } = await somebody()
    const answers = [await forgot(email.toUpperCase()), await forgot('nobody@example.com')]
    const message = "If an account exists with that email, we've sent you a password reset link."
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { message } })
    expect(await forgot('')).toMatchObject({ status: 400 })
    await expect
      .poll(async () => (await api.pool.query('SELECT FROM identity.asked_resets')).rowCount)
      .toBe(0)
  })

  it('is set anew once by the link of a mail, which ends all sessions and signs nobody in', async () => {
    const { email, userId, isSignedIn } = await somebody()
    await forgot(email)
    const mail = await mails().mail('reset', userId, 'PasswordResetRequested')
    expect(mail).toMatchObject({ to: email, facts: { validMinutes: 60 } })
    const token = await mails().tokenOf('reset', userId, 'PasswordResetRequested')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const stored = await api.pool.query('SELECT * FROM identity.mail_tokens WHERE user_id = $1', [userId])
    expect(JSON.stringify(stored.rows)).not.toContain(token)

    // Two clicks at the same moment.
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    for (const { headers } of answers) expect(headers['set-cookie']).toBeUndefined()
    expect(await isSignedIn()).toBe(false)
    expect([await logIn(email, password), await logIn(email, 'another long passphrase')]).toEqual([401, 200])
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { message: 'This link is no longer valid. Please ask for a new one.' },
    })

    const notice = await mails().mail('password-changed', userId, 'PasswordChanged')
    expect(notice).toMatchObject({ to: email, facts: { kind: 'password-changed' } })
    expect(JSON.stringify(await mails().eventsOf(userId))).not.toMatch(/@|passphrase|Person/)
    // The request is settled, so that a job that comes late sends nothing.
    expect(await mails().prepare('reset', userId, 'PasswordResetRequested')).toMatchObject({ send: false })
  })

  it('voids the links of earlier requests, and of these only', async () => {
    const { email, userId } = await somebody()
    await forgot(email)
    const first = await mails().tokenOf('reset', userId, 'PasswordResetRequested', 0)
    const sentAgain = await mails().tokenOf('reset', userId, 'PasswordResetRequested', 0)
    await forgot(email)
    const second = await mails().tokenOf('reset', userId, 'PasswordResetRequested', 1)
    expect(await mails().prepare('reset', userId, 'PasswordResetRequested', 0)).toMatchObject({ send: false })
    for (const old of [first, sentAgain]) expect((await reset(old)).status).toBe(400)
    expect((await reset(second)).status).toBe(200)
  })

  it.each<[string, (client: PoolClient, userId: string) => Promise<unknown>]>([
    [
      'password',
      async (client, userId) => {
        const hash = await hashPassword({ network: '' }, 'the latest passphrase')
        await storePassword(client, { userId, hash, through: 'session' })
      },
    ],
    [
      'email',
      (client, userId) =>
        client.query("UPDATE identity.users SET email = 'new-' || email WHERE id = $1", [userId]),
    ],
  ])('gets no link where the %s changes while the mail is written', async (_, change) => {
    const { email, userId } = await somebody()
    await forgot(email)
    await mails().tokenOf('reset', userId, 'PasswordResetRequested')
    const begun = await inTransaction(api.pool, async client => {
      await lockUser(client, userId)
      const mail = mails().prepare('reset', userId, 'PasswordResetRequested')
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
      await change(client, userId)
      return { mail }
    })
    expect(await begun.mail).toMatchObject({ send: false })
  })

  it('gets no link while the account is yet to hear of a new password', async () => {
    const { email, userId } = await somebody()
    await forgot(email)
    await mails().tokenOf('reset', userId, 'PasswordResetRequested')
    const command = { type: 'ChangePassword', through: 'session', now: new Date().toISOString() } as const
    await oweCommand(api.pool, userId, command)
    expect(await mails().prepare('reset', userId, 'PasswordResetRequested')).toMatchObject({ send: false })
  })

  it('has a link that expires', async () => {
    const { email, userId } = await somebody()
    await forgot(email)
    const token = await mails().tokenOf('reset', userId, 'PasswordResetRequested')
    await api.pool.query("UPDATE identity.mail_tokens SET expires_at = now() - interval '1 second'")
    expect((await reset(token)).status).toBe(400)
    expect(await logIn(email, password)).toBe(200)
  })

  it.each([
    [undefined, 'a long passphrase', 'Invalid reset token'],
    ['', 'a long passphrase', 'Invalid reset token'],
    ["' OR 1=1", 'a long passphrase', 'Invalid reset token'],
    ['x'.repeat(43), 'short', 'Password must be at least 6 characters long'],
    ['x'.repeat(43), 'a long passphrase', 'This link is no longer valid. Please ask for a new one.'],
  ])('refuses the token %j with the password %j', async (token, secret, message) => {
    expect(await reset(token, secret)).toMatchObject({ status: 400, body: { message, error: message } })
  })

  it('makes the browser forget the session that it ended, and no other one', async () => {
    const [{ email, userId, caller }, other] = [await somebody(), await somebody()]
    const cookieAfter = async (as: typeof caller) => {
      const n = (await mails().eventsOf(userId)).filter(
        ({ type }) => type === 'PasswordResetRequested',
      ).length
      await forgot(email)
      const token = await mails().tokenOf('reset', userId, 'PasswordResetRequested', n)
      const body = { token, password: 'another long passphrase' }
      const answer = await api.call('POST', '/api/reset-password', { as, body })
      expect(answer).toMatchObject({ status: 200, body: { endedThis: as === caller } })
      return answer.headers['set-cookie']
    }
    expect(await cookieAfter(other.caller)).toBeUndefined()
    expect(await cookieAfter(caller)).toMatch(/Max-Age=0$/)
  })

  it('keeps the link when the new password is too common', async () => {
    const { email, userId } = await somebody()
    await forgot(email)
    const token = await mails().tokenOf('reset', userId, 'PasswordResetRequested')
    expect((await reset(token, 'password1')).status).toBe(400)
    expect((await reset(token)).status).toBe(200)
  })

  it('is limited for each address of mail, known or not, and for each network', async () => {
    const limited = await startCommandApi(parts, { rateLimits: true })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await forgot('Nobody@example.com', limited)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (let n = 0; n < 31; n++)
      statuses.push((await forgot(`nobody${n}@example.com`, limited, '93.184.216.1')).status)
    expect(statuses.slice(6).indexOf(429)).toBe(30)
    await limited.stop()
  })

  it('is seen to by another process where the one that answered died', async () => {
    const { email, userId } = await somebody()
    await api.pool.query(
      "INSERT INTO identity.asked_resets (id, email_key) VALUES ('01980000-0000-7000-8000-00000000000a', $1)",
      [email],
    )
    expect(await mails().mail('reset', userId, 'PasswordResetRequested')).toMatchObject({ to: email })
  })
})

describe('a signed-in person', () => {
  const change = (as: Awaited<ReturnType<typeof somebody>>['caller'], currentPassword: string, to = api) =>
    to.call('POST', '/api/account/password', {
      as,
      body: { currentPassword, password: 'another long passphrase' },
    })

  it('changes the password with the present one, which ends the other sessions and voids links', async () => {
    const { email, userId, caller, isSignedIn } = await somebody()
    await forgot(email)
    const token = await mails().tokenOf('reset', userId, 'PasswordResetRequested')
    expect(await logIn(email, password)).toBe(200)
    expect(await change(caller, 'wrong')).toMatchObject({
      status: 403,
      body: { message: 'This is not your present password.' },
    })
    expect((await change(caller, password)).status).toBe(200)
    expect(await isSignedIn()).toBe(true)
    const { rows } = await api.pool.query('SELECT id FROM identity.sessions WHERE user_id = $1', [userId])
    expect(rows).toEqual([{ id: caller.sessionId }])
    expect((await reset(token)).status).toBe(400)
    expect(await mails().mail('password-changed', userId, 'PasswordChanged')).toMatchObject({ to: email })
  })

  it('cannot try passwords without end', async () => {
    const { caller } = await somebody()
    const limited = await startCommandApi(parts, { rateLimits: true })
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await change(caller, 'wrong', limited)).status)
    expect(statuses).toEqual([...Array(10).fill(403), 429])
    await limited.stop()
  })

  it('cannot change the password without end', async () => {
    const { caller } = await somebody()
    const limited = await startCommandApi(parts, { rateLimits: true })
    const statuses: number[] = []
    for (let n = 0; n < 31; n++)
      statuses.push((await limited.call('POST', '/api/account/password', { as: caller, body: {} })).status)
    expect(statuses).toEqual([...Array(30).fill(400), 429])
    await limited.stop()
  })

  const changeEmail = (
    as: Awaited<ReturnType<typeof somebody>>['caller'],
    email: string,
    secret = password,
  ) => api.call('POST', '/api/account/email', { as, body: { email, currentPassword: secret } })
  const confirm = (token: string) => api.call('POST', '/api/account/confirm-email', { body: { token } })

  it('changes nothing by a password that a reset replaces meanwhile', async () => {
    const { email, userId, caller } = await somebody()
    const secret = 'a passphrase from the mail'
    const hash = await hashPassword({ network: '' }, secret)
    const changes = await inTransaction(api.pool, async client => {
      await lockUser(client, userId)
      const begun = [change(caller, password), changeEmail(caller, `other-${email}`)]
      await expect.poll(waiting, { timeout: 10_000 }).toBe(begun.length)
      await storePassword(client, { userId, hash, through: 'reset-link' })
      return begun
    })
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([403, 403])
    expect(await logIn(email, secret)).toBe(200)
    const { rowCount } = await api.pool.query('SELECT FROM identity.email_changes WHERE user_id = $1', [
      userId,
    ])
    expect(rowCount).toBe(0)
  })

  it('changes the email once both addresses have confirmed it', async () => {
    const { email, userId, caller } = await somebody()
    const next = `new-${email}`
    expect((await changeEmail(caller, next, 'wrong')).status).toBe(403)
    expect((await changeEmail(caller, next)).status).toBe(202)
    const [old, young] = [
      await mails().mail('confirm-old-email', userId, 'EmailChangeRequested'),
      await mails().mail('confirm-new-email', userId, 'EmailChangeRequested'),
    ]
    expect([old.to, young.to]).toEqual([email, next])
    const tokenOf = ({ facts }: typeof old) => ('token' in facts ? facts.token : '')
    expect(await confirm(tokenOf(young))).toMatchObject({ status: 200, body: { changed: false } })
    expect(await logIn(next, password)).toBe(401)
    expect(await confirm(tokenOf(young))).toMatchObject({ status: 200, body: { changed: false } })
    // A link for the email is none for the password.
    expect((await reset(tokenOf(old))).status).toBe(400)
    expect(await confirm(tokenOf(old))).toMatchObject({ status: 200, body: { changed: true } })
    expect([await logIn(email, password), await logIn(next, password)]).toEqual([401, 200])
    expect((await confirm(tokenOf(old))).status).toBe(400)
    await expect.poll(async () => (await mails().eventsOf(userId)).at(-1)?.type).toBe('EmailChanged')
    expect(JSON.stringify(await mails().eventsOf(userId))).not.toContain('@')
  })

  it('gets no email that another account has, or has got meanwhile', async () => {
    const [one, two] = [await somebody(), await somebody()]
    expect((await changeEmail(one.caller, two.email.toUpperCase())).status).toBe(409)
    const wanted = `wanted-${one.email}`
    for (const { caller } of [one, two]) expect((await changeEmail(caller, wanted)).status).toBe(202)
    const statuses: number[] = []
    for (const { userId } of [one, two])
      for (const kind of ['confirm-old-email', 'confirm-new-email'] as const)
        statuses.push((await confirm(await mails().tokenOf(kind, userId, 'EmailChangeRequested'))).status)
    expect(statuses).toEqual([200, 200, 200, 409])
  })

  it('has one change of email at a time', async () => {
    const { email, userId, caller } = await somebody()
    await changeEmail(caller, `first-${email}`)
    const first = await mails().tokenOf('confirm-new-email', userId, 'EmailChangeRequested', 0)
    await changeEmail(caller, `second-${email}`)
    await mails().tokenOf('confirm-new-email', userId, 'EmailChangeRequested', 1)
    expect((await confirm(first)).status).toBe(400)
    expect(await mails().prepare('confirm-new-email', userId, 'EmailChangeRequested', 0)).toMatchObject({
      send: false,
    })
  })

  it('gives up a change of email, once or twice, and keeps links for a new password', async () => {
    const { email, userId, caller } = await somebody()
    await forgot(email)
    const resetToken = await mails().tokenOf('reset', userId, 'PasswordResetRequested')
    await changeEmail(caller, `new-${email}`)
    const tokens = [
      await mails().tokenOf('confirm-old-email', userId, 'EmailChangeRequested'),
      await mails().tokenOf('confirm-new-email', userId, 'EmailChangeRequested'),
    ]
    for (let n = 0; n < 2; n++)
      expect((await api.call('DELETE', '/api/account/email', { as: caller })).status).toBe(200)
    for (const token of tokens) expect((await confirm(token)).status).toBe(400)
    expect(await mails().prepare('confirm-new-email', userId, 'EmailChangeRequested')).toMatchObject({
      send: false,
    })
    expect((await reset(resetToken)).status).toBe(200)
  })

  it('changes username and first name', async () => {
    const [{ caller, userId, email }, other] = [await somebody(), await somebody()]
    const put = (what: string, body: object) => api.call('PUT', `/api/account/${what}`, { as: caller, body })
    expect((await put('username', { username: other.username.toUpperCase() })).status).toBe(409)
    expect((await put('username', { username: 'a@b' })).status).toBe(400)
    expect((await put('username', { username: `Renamed ${people}` })).status).toBe(200)
    expect((await put('first-name', { firstName: ' Mina ' })).body).toEqual({ firstName: 'Mina' })
    expect((await put('first-name', { firstName: 'Mi\u202Ena' })).status).toBe(400)
    expect((await put('first-name', { firstName: 'Mina' })).status).toBe(200)
    const login = await api.call('POST', '/api/login', { body: { email, password } })
    expect(login.body).toMatchObject({ username: `Renamed ${people}`, firstName: 'Mina' })
    await expect
      .poll(async () => (await mails().eventsOf(userId)).map(({ type }) => type))
      .toEqual(['AccountOpened', 'UsernameChanged', 'FirstNameChanged'])
  })

  it('ends one session, the others, or all, and nobody else does', async () => {
    const [{ email, caller, userId }, stranger] = [await somebody(), await somebody()]
    for (let n = 0; n < 3; n++) await logIn(email, password)
    const ids = async () =>
      (await api.pool.query('SELECT id FROM identity.sessions WHERE user_id = $1', [userId])).rows.map(
        ({ id }) => id as string,
      )
    const end = (path: string, as = caller) => api.call('DELETE', `/api/account/sessions${path}`, { as })
    const [other] = (await ids()).filter(id => id !== caller.sessionId)
    expect((await end(`/${other}`, stranger.caller)).status).toBe(404)
    expect((await end('/none')).status).toBe(404)
    expect(await end(`/${other}`)).toMatchObject({ status: 200, body: { ended: 1 } })
    expect((await ids()).length).toBe(3)
    expect(await end('')).toMatchObject({ status: 200, body: { ended: 2 } })
    expect(await ids()).toEqual([caller.sessionId])
    const all = await end('?all=true')
    expect(all).toMatchObject({ status: 200, body: { ended: 1 } })
    expect(all.headers['set-cookie']).toMatch(/Max-Age=0$/)
    expect(all.headers['clear-site-data']).toBe('"cache"')
  })
})

describe('the welcome mail', () => {
  it('has a link that ends mails of its kind, and no others, once or twice', async () => {
    const { userId, email } = await somebody()
    const { to, facts } = await mails().mail('welcome', userId, 'AccountOpened')
    expect(to).toBe(email)
    const token = 'unsubscribeToken' in facts ? facts.unsubscribeToken : ''
    const unsubscribe = (given: string) => api.call('POST', '/api/unsubscribe', { body: { token: given } })

    const [, signature] = token.split('.')
    for (const forged of [
      userId,
      `${userId}.`,
      `${userId}.${'A'.repeat(43)}`,
      `${crypto.randomUUID()}.${signature}`,
    ])
      expect(await unsubscribe(forged)).toMatchObject({
        status: 400,
        body: { message: 'This link is not valid. Use the one at the end of a mail from us.' },
      })
    expect((await mails().prepare('welcome', userId, 'AccountOpened')).send).toBe(true)

    for (let n = 0; n < 2; n++) expect((await unsubscribe(token)).status).toBe(200)
    expect(await mails().prepare('welcome', userId, 'AccountOpened')).toMatchObject({
      send: false,
      reason: 'unsubscribed',
    })
    expect((await mails().eventsOf(userId)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'MailUnsubscribed',
    ])
    await forgot(email)
    expect((await mails().mail('reset', userId, 'PasswordResetRequested')).to).toBe(email)
  })

  it('ends mails to an email alone, with the same answer for unknown ones, until the person wants them again', async () => {
    const { userId, email, caller } = await somebody()
    const answers = []
    for (const asked of [email.toUpperCase(), 'nobody@example.test'])
      answers.push(await api.call('POST', '/api/unsubscribe', { body: { email: asked } }))
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { success: true }],
      [200, { success: true }],
    ])
    await expect
      .poll(async () => (await mails().eventsOf(userId)).map(({ type }) => type))
      .toEqual(['AccountOpened', 'MailUnsubscribed'])
    expect(await mails().prepare('welcome', userId, 'AccountOpened')).toMatchObject({
      reason: 'unsubscribed',
    })
    await forgot(email)
    expect((await mails().mail('reset', userId, 'PasswordResetRequested')).to).toBe(email)
    expect((await api.call('PUT', '/api/account/news', { as: caller, body: {} })).status).toBe(200)
    await expect.poll(async () => (await mails().prepare('welcome', userId, 'AccountOpened')).send).toBe(true)
  })

  it('takes 30 emails alone an hour from one address', async () => {
    const limited = await startCommandApi(parts, { rateLimits: true })
    const ask = (email: string, from: string) =>
      limited.call('POST', '/api/unsubscribe', { body: { email }, from })
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await ask(`nobody${n}@example.com`, '203.0.113.7')).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    expect((await ask('nobody@example.com', '198.51.100.7')).status).toBe(200)
    await limited.stop()
  })

  it('ends mails for a mail service that asks by POST, as a form of either encoding', async () => {
    const boundary = 'a-boundary'
    const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
    for (const [type, form, status] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click', 200],
      [`multipart/form-data; boundary=${boundary}`, multipart, 200],
      ['application/x-www-form-urlencoded', 'token=x', 400],
      ['text/plain', 'List-Unsubscribe=One-Click', 415],
    ] as const) {
      const { userId } = await somebody()
      const { facts } = await mails().mail('welcome', userId, 'AccountOpened')
      const token = 'unsubscribeToken' in facts ? facts.unsubscribeToken : ''
      const answer = await api.form(`/api/unsubscribe?email=a%40b.c&token=${token}`, type, form)
      expect([type, answer]).toEqual([type, status])
      expect((await mails().prepare('welcome', userId, 'AccountOpened')).send).toBe(status !== 200)
    }
    expect(
      await api.form('/api/unsubscribe', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'),
    ).toBe(400)
    // No other route takes forms.
    expect(await api.form('/api/forgot-password', 'application/x-www-form-urlencoded', 'email=a%40b.c')).toBe(
      415,
    )
  })

  it('leads who opens the address of its header to the page, and changes nothing', async () => {
    const { userId } = await somebody()
    const answer = await api.call('GET', '/api/unsubscribe?email=a%40b.c&token=x')
    expect([answer.status, answer.headers.location]).toEqual([303, '/unsubscribe?email=a%40b.c&token=x'])
    expect((await mails().prepare('welcome', userId, 'AccountOpened')).send).toBe(true)
  })

  it('is refused for a job that no event led to', async () => {
    const { userId } = await somebody()
    await expect(mails().prepare('receipt', userId, 'AccountOpened')).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

it('tells of a purchase and of a refund what the events say', async () => {
  const { userId, email } = await somebody()
  const payment = {
    paymentIntentId: 'pi_1',
    tier: 'pro',
    amount: 4_900,
    currency: 'usd',
    disputed: false,
  } as const
  // The library does not follow here, as when its policy is late.
  for (const [state, kind, type, planNow] of [
    ['paid', 'receipt', 'PlanPurchased', 'pro'],
    ['refunded', 'refund', 'PlanRefunded', 'free'],
  ] as const) {
    const command = {
      type: 'RecordPayment',
      payment: { ...payment, state },
      now: new Date().toISOString(),
    } as const
    await api.aggregates.accounts.handle(userId, command, {
      actorId: 'system',
      via: 'system',
      commandId: state,
    })
    expect(await mails().mail(kind, userId, type)).toMatchObject({
      to: email,
      hasPrioritySupport: planNow !== 'free',
      facts: { kind, tier: 'pro', amount: 4_900, currency: 'usd', reference: 'pi_1', planNow },
    })
  }
})
