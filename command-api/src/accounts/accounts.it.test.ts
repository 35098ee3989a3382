import { accountStream } from '@lectern/contracts/events/account.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { type EventStore, StoreUnavailable } from '@lectern/platform/event-store/port.ts'
import { epochOf } from '@lectern/platform/http/cookies.ts'
import { findSession } from '@lectern/platform/http/sessions.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { newKey, startCommandApi, type TestApi, type TestApiOptions } from '../test-support/api.ts'
import { nameKey } from './users.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

const password = 'correct horse battery staple'
let people = 0
const somebody = () => {
  people += 1
  return { email: `Reader${people}@example.com`, username: `Reader ${people}`, password }
}
type Person = ReturnType<typeof somebody>

const signUp = (body: object, options: { from?: string; key?: string } = {}, to = api) =>
  to.call('POST', '/api/signup', { body, ...options })
const logIn = (email: string, secret = password, to = api, from?: string) =>
  to.call('POST', '/api/login', { body: { email, password: secret }, ...(from !== undefined && { from }) })

const tokenOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /=([\w-]+);/.exec(String(headers['set-cookie']))?.[1] ?? ''
const sessionOf = (answer: { headers: Record<string, unknown> }) => findSession(api.pool, tokenOf(answer))

const typesIn = async (stream: string) => {
  const types: string[] = []
  for await (const { type } of api.store.readStream(stream)) types.push(type)
  return types
}
const idsOf = async ({ email }: Person) => {
  const { rows } = await api.pool.query(
    'SELECT id AS "userId", library_id AS "libraryId", opened FROM identity.users WHERE email = $1',
    [email],
  )
  return rows[0]
}

describe('signing up', () => {
  it('opens the account and its library, and signs in', async () => {
    const person = somebody()
    const answer = await signUp(person)
    expect(answer).toMatchObject({ status: 201, body: { success: true } })
    expect(answer.headers['set-cookie']).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
    const { userId, libraryId } = await idsOf(person)
    expect(await sessionOf(answer)).toMatchObject({ userId, libraryId })
    expect(await typesIn(accountStream(userId))).toEqual(['AccountOpened'])
    expect(await typesIn(libraryStream(libraryId))).toEqual(['LibraryOpened', 'AllowanceChanged'])
  })

  it.each([
    [{ email: 'x' }, 'Please enter a valid email'],
    [{ email: '' }, 'Please fill in all fields'],
    [{ username: undefined }, 'Please fill in all fields'],
    [{ username: 'a\u202Eb' }, 'A username cannot contain invisible characters'],
    [{ username: 'a@b' }, 'A username cannot contain @'],
    [{ username: 'a＠b' }, 'A username cannot contain @'],
    [{ password: 'short' }, 'Password must be at least 6 characters'],
    [{ password: 'Iloveyou' }, 'This password is too common. Please choose another.'],
  ])('refuses %j', async (wrong, message) => {
    const person = somebody()
    expect(await signUp({ ...person, ...wrong })).toMatchObject({
      status: 400,
      body: { message, error: message },
    })
    expect(await idsOf(person)).toBeUndefined()
  })

  it('compares long passwords to their end', async () => {
    const long = 'p'.repeat(900)
    const person = { ...somebody(), password: `${long}1` }
    await signUp(person)
    expect((await logIn(person.email, `${long}2`)).status).toBe(401)
    expect((await logIn(person.email, `${long}1`)).status).toBe(200)
  })

  it('names the taken email or the taken username, in any spelling', async () => {
    const person = somebody()
    await signUp(person)
    const sameEmail = { ...somebody(), email: person.email.toUpperCase() }
    expect(await signUp(sameEmail)).toMatchObject({ status: 409, body: { hasAccount: true } })
    const sameName = { ...somebody(), username: person.username.toUpperCase().replace('R', 'Ｒ') }
    const refused = await signUp(sameName)
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('username') } })
    expect(refused.body).not.toHaveProperty('hasAccount')
  })

  it('has one effect when it is repeated under its id', async () => {
    const person = somebody()
    const key = newKey()
    const answers = [await signUp(person, { key }), await signUp(person, { key })]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const wrong = await signUp({ ...person, password: 'another password' }, { key })
    expect(wrong).toMatchObject({ status: 409, body: { hasAccount: true } })
  })

  it('gives an email to one of several simultaneous signups', async () => {
    const person = somebody()
    const answers = await Promise.all(
      [1, 2, 3].map(n => signUp({ ...person, username: `${person.username} ${n}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('an interrupted signup', () => {
  const faulty = (prefix: string): TestApiOptions => ({
    faulty: (store: EventStore): EventStore => ({
      ...store,
      append: (stream, ...rest) =>
        stream.startsWith(prefix)
          ? Promise.reject(new StoreUnavailable('not now'))
          : store.append(stream, ...rest),
    }),
  })

  it.each(['account-', 'library-'])(
    'is finished at the next start if it stopped before its %s stream',
    async prefix => {
      const dying = await startCommandApi(parts, faulty(prefix))
      const person = somebody()
      const answer = await signUp(person, {}, dying)
      expect(answer).toMatchObject({ status: 503 })
      expect(answer.headers['set-cookie']).toBeUndefined()
      await dying.stop()
      const restarted = await startCommandApi(parts)
      await expect.poll(async () => (await idsOf(person)).opened).toBe(true)
      await restarted.stop()
      const { userId, libraryId } = await idsOf(person)
      expect(await typesIn(accountStream(userId))).toEqual(['AccountOpened'])
      expect(await typesIn(libraryStream(libraryId))).toEqual(['LibraryOpened', 'AllowanceChanged'])
    },
  )

  it.each(['account-', 'library-'])(
    'is finished by a login or a repeated signup if it stopped before its %s stream',
    async prefix => {
      const dying = await startCommandApi(parts, faulty(prefix))
      const [one, two] = [somebody(), somebody()]
      const key = newKey()
      await signUp(one, {}, dying)
      await signUp(two, { key }, dying)
      await dying.stop()
      expect((await logIn(one.email)).status).toBe(200)
      expect((await signUp(two, { key })).status).toBe(201)
      await expect.poll(async () => (await idsOf(one)).opened).toBe(true)
      for (const person of [one, two]) {
        const { libraryId, opened } = await idsOf(person)
        expect(opened).toBe(true)
        expect(await typesIn(libraryStream(libraryId))).toEqual(['LibraryOpened', 'AllowanceChanged'])
      }
    },
  )
})

describe('free accounts from one location', () => {
  it('are at most three in 30 days for each network, also at the same moment', async () => {
    const from = (address: string) => signUp(somebody(), { from: address })
    const statuses = async (...addresses: string[]) =>
      (await Promise.all(addresses.map(from))).map(({ status }) => status).toSorted()
    const five = ['93.184.216.1', '93.184.216.2', '::ffff:93.184.216.3', '93.184.216.4', '93.184.216.5']
    expect(await statuses(...five)).toEqual([201, 201, 201, 429, 429])
    expect(await statuses('93.184.217.1')).toEqual([201])
    expect(
      await statuses('2001:4860:1:1::1', '2001:4860:1:1:2::2', '2001:4860:1:1::3', '2001:4860:1:1::4'),
    ).toEqual([201, 201, 201, 429])
    expect(await statuses('2001:4860:1:2::1')).toEqual([201])
    const refused = await from('93.184.216.9')
    const message = 'Too many free accounts were created from your location.'
    expect(refused.body).toMatchObject({ message, error: message })
    await api.pool.query("UPDATE identity.free_accounts SET created_at = now() - interval '31 days'")
    expect(await statuses('93.184.216.9')).toEqual([201])
  })

  it('count also once they are deleted, as hashes alone, and their names are free at once', async () => {
    const from = '93.184.220.1'
    const people = [somebody(), somebody(), somebody()]
    const answers = []
    for (const person of people) answers.push(await signUp(person, { from }))
    const [person] = people as [Person]
    const { userId } = await idsOf(person)
    const as = await sessionOf(answers[0] as (typeof answers)[number])
    const body = { currentPassword: password, confirmation: 'DELETE' }
    const deleted = await api.call('POST', '/api/account/delete', { as, body })
    expect(deleted).toMatchObject({ status: 200, body: { success: true } })
    expect(deleted.headers['set-cookie']).toMatch(/Max-Age=0/)
    expect(await sessionOf(answers[0] as (typeof answers)[number])).toBeUndefined()
    expect((await logIn(person.email)).status).toBe(401)
    expect((await signUp(person, { from })).status).toBe(429)
    expect((await signUp(person, { from: '93.184.221.1' })).status).toBe(201)
    expect((await idsOf(person)).userId).not.toBe(userId)
    const { rowCount } = await api.pool.query('SELECT FROM identity.free_accounts WHERE user_id = $1', [
      userId,
    ])
    expect(rowCount).toBe(0)
  })

  it('are not counted for loopback and private addresses, unless a proxy is trusted', async () => {
    const statuses = async (to: TestApi, from: string) => {
      const answers: number[] = []
      for (let n = 0; n < 4; n++) answers.push((await signUp(somebody(), { from }, to)).status)
      return answers
    }
    expect(await statuses(api, '127.0.0.1')).toEqual([201, 201, 201, 201])
    expect(await statuses(api, '10.1.2.3')).toEqual([201, 201, 201, 201])
    const behindProxy = await startCommandApi(parts, { trustProxy: '127.0.0.1' })
    expect(await statuses(behindProxy, '10.1.2.3')).toEqual([201, 201, 201, 429])
    await behindProxy.stop()
  })
})

describe('logging in', () => {
  it('renews the hash of a password that was made at a lower cost, and no other one', async () => {
    const person = somebody()
    await signUp(person)
    const { userId } = await idsOf(person)
    const stored = async () =>
      (await api.pool.query('SELECT password_hash AS hash FROM identity.users WHERE id = $1', [userId]))
        .rows[0].hash as string
    const fresh = await stored()
    expect((await logIn(person.email)).status).toBe(200)
    expect(await stored()).toBe(fresh)
    const old = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await api.pool.query('UPDATE identity.users SET password_hash = $2 WHERE id = $1', [userId, old])
    expect((await logIn(person.email, 'another password')).status).toBe(401)
    expect(await stored()).toBe(old)
    const answer = await logIn(person.email)
    expect(answer.status).toBe(200)
    expect(await sessionOf(answer)).toMatchObject({ userId })
    expect((await stored()).split('$')[3]).toBe(fresh.split('$')[3])
    expect((await logIn(person.email)).status).toBe(200)
  })

  it('takes email or username in any spelling, and answers the user and a new session', async () => {
    const person = somebody()
    const first = await signUp(person)
    const { userId, libraryId } = await idsOf(person)
    const answers = [await logIn(person.email.toLowerCase()), await logIn(person.username.toUpperCase())]
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: {
          id: userId,
          email: person.email,
          username: person.username,
          firstName: null,
          isPro: false,
          plan: 'free',
          itemsAllowed: 500,
          epoch: epochOf(api.storeId),
        },
      })
      expect(await sessionOf(answer)).toMatchObject({ userId, libraryId })
    }
    expect(new Set([first, ...answers].map(tokenOf)).size).toBe(3)
  })

  it('takes a username with invisible characters from before they were refused', async () => {
    const person = somebody()
    await signUp(person)
    const old = `\u202E${person.username}\u200B`
    const stored = 'UPDATE identity.users SET username = $1, username_key = $2 WHERE email = $3'
    await api.pool.query(stored, [old, nameKey(old), person.email])
    expect(await logIn(old)).toMatchObject({ status: 200, body: { username: old } })
  })

  it('ends the session it replaces', async () => {
    const person = somebody()
    const first = await signUp(person)
    const caller = await sessionOf(first)
    const body = { email: person.email, password }
    const second = await api.call('POST', '/api/login', { as: caller, body })
    expect(await sessionOf(first)).toBeUndefined()
    expect(await sessionOf(second)).toBeDefined()
  })

  it.each([
    ['a wrong password', (person: Person) => [person.email, 'not the password']],
    ['an unknown email', () => ['nobody@example.com', password]],
    ['a name with a NUL in it', (person: Person) => [`${person.username}\u0000x`, password]],
    ['a name longer than any', () => ['x'.repeat(300), password]],
  ])('is refused in plain text for %s', async (_, credentials) => {
    const person = somebody()
    await signUp(person)
    const [name = '', secret = ''] = credentials(person)
    const answer = await logIn(name, secret)
    expect(answer.status === 401 || answer.status === 400).toBe(true)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.text).toBe('Invalid username or password. Please try again.')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('names the missing field', async () => {
    expect(await logIn('')).toMatchObject({ status: 400, text: 'Email is required' })
    expect(await logIn('a@example.com', '')).toMatchObject({ status: 400, text: 'Password is required' })
  })

  it('is limited for each account', async () => {
    const limited = await startCommandApi(parts, { rateLimits: true })
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await logIn('Nobody@example.com', 'wrong', limited)).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    const refused = await logIn('nobody@EXAMPLE.com', 'wrong', limited)
    expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('Too many requests') })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await limited.stop()
  })

  it('counts email and username for the same account', async () => {
    const person = somebody()
    await signUp(person)
    const limited = await startCommandApi(parts, { rateLimits: true })
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await logIn(n % 2 ? person.email : person.username, 'wrong', limited)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    await limited.stop()
  })

  it.each([
    ['93.184.216.1', '93.184.216.2'],
    ['2001:4860:1:1::1', '2001:4860:1:2::1'],
  ])('from %s with a hundred wrong passwords does not lock out the owner at %s', async (stranger, home) => {
    const person = somebody()
    await signUp(person)
    const limited = await startCommandApi(parts, { rateLimits: true })
    const statuses: number[] = []
    for (let n = 0; n < 100; n++)
      statuses.push((await logIn(person.email, 'wrong', limited, stranger)).status)
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(90).fill(429)])
    expect((await logIn(person.email, password, limited, stranger)).status).toBe(429)
    expect((await logIn(person.email, password, limited, home)).status).toBe(200)
    await limited.stop()
  })

  it('with the right password does not count as a failure', async () => {
    const person = somebody()
    await signUp(person)
    const limited = await startCommandApi(parts, { rateLimits: true })
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await logIn(person.email, password, limited)).status)
    expect(statuses).toEqual(Array(12).fill(200))
    await limited.stop()
  })

  it('is limited for each address, whatever names it tries', async () => {
    const limited = await startCommandApi(parts, { rateLimits: true })
    const statuses: number[] = []
    for (let n = 0; n < 61; n++)
      statuses.push((await logIn(`nobody${n}@example.com`, 'wrong', limited, `2001:4860:1:3::${n}`)).status)
    expect(statuses.indexOf(429)).toBe(60)
    await limited.stop()
  })
})

describe('logging in without the event store', () => {
  const away = () => Promise.reject(new StoreUnavailable('not now'))
  const silent = () => new Promise<never>(() => {})

  it.each([
    ['is away', away],
    ['does not answer', silent],
  ])('opens a session while it %s, and leaves out the plan', async (_, answer) => {
    const person = somebody()
    await signUp(person)
    const faulty = (store: EventStore): EventStore => ({
      ...store,
      append: answer,
      // biome-ignore lint/correctness/useYield: it never yields.
      readStream: async function* () {
        await answer()
      },
    })
    const cut = await startCommandApi(parts, { faulty })
    const unfinished = somebody()
    void signUp(unfinished, {}, cut).catch(() => {})
    await expect.poll(() => idsOf(unfinished)).toBeDefined()
    for (const { email, username } of [person, unfinished]) {
      const login = await logIn(email, password, cut)
      const { userId: id } = await idsOf({ email, username, password })
      expect(login).toMatchObject({ status: 200 })
      expect(login.body).toMatchObject({ id, email, username, firstName: null })
      expect(login.body).not.toHaveProperty('plan')
      expect(await sessionOf(login)).toMatchObject({ userId: id })
    }
    await cut.stop()
    const restarted = await startCommandApi(parts)
    await expect.poll(async () => (await idsOf(unfinished)).opened).toBe(true)
    await restarted.stop()
  })
})

describe('logging out', () => {
  it('ends the session on the server and deletes the cookie', async () => {
    const answer = await signUp(somebody())
    const caller = await sessionOf(answer)
    const out = await api.call('POST', '/api/logout', { as: caller })
    expect(out.status).toBe(200)
    expect(out.headers['set-cookie']).toMatch(/=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/)
    // Pictures of articles, which the browser keeps for ever.
    expect(out.headers['clear-site-data']).toBe('"cache"')
    expect(await sessionOf(answer)).toBeUndefined()
  })

  it('succeeds without a session', async () => {
    expect((await api.call('POST', '/api/logout')).status).toBe(200)
  })
})
