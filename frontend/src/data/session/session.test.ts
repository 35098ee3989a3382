import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import { readPresentUser } from '../../lib/present-user.ts'
import { HttpResponse, http, mara, refusal, server, withServer } from '../../test-support/server.ts'
import { createSession } from './session.ts'

withServer()

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  localStorage.clear()
})

const startSession = async () => {
  const session = createSession()
  ends.push(session.start())
  await expect.poll(() => session.state().status).not.toBe('loading')
  return session
}

test.each([426, 429, 500, 502, 503])(
  'a check that is answered %i keeps the user',
  async status => {
    server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
    const session = await startSession()
    server.use(http.get('*/api/user', () => refusal(status, 'Please wait.')))
    // The check asks again five times after 429.
    await session.check()
    expect(session.state()).toMatchObject({ status: 'unreachable', user: mara })
  },
  10_000,
)

test('a check that is answered 401 ends the session', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const session = await startSession()
  server.use(http.get('*/api/user', () => refusal(401, 'No.')))
  await session.check()
  expect(session.state()).toEqual({ status: 'out', user: null })
})

test('a session that was ended elsewhere leaves no copies in the browser, and what was not sent', async () => {
  localStorage.setItem('user', JSON.stringify(mara))
  const names = ['seen', 'kept', 'outbox'].map(kind => `lectern-${kind}-${mara.id}`)
  for (const name of names) (await openDB(name)).close()
  server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
  await startSession()
  const left = async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (names.includes(name ?? '') ? [name] : []))
  await expect.poll(left).toEqual([`lectern-outbox-${mara.id}`])
})

test('a known user does not wait for a server that gives no answer, and is let go when it says so', async () => {
  localStorage.setItem('user', JSON.stringify(mara))
  let refuse = () => undefined as unknown
  server.use(
    http.get('*/api/user', async () => {
      await new Promise(resolve => {
        refuse = () => resolve(undefined)
      })
      return refusal(401, 'Please sign in.')
    }),
  )
  const session = await startSession()
  expect(session.state()).toMatchObject({ status: 'unreachable', user: mara })
  refuse()
  await expect.poll(() => session.state().status).toBe('out')
})

test('a check at work that is answered 401 keeps the user, who is asked to sign in again', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const [session, other] = [await startSession(), await startSession()]
  server.use(http.get('*/api/user', () => refusal(401, 'No.')))
  await session.check(true)
  expect(session.state()).toEqual({ status: 'in', user: mara, isExpired: true })
  await expect.poll(() => other.state()).toMatchObject({ user: mara, isExpired: true })
})

test('the page of a proxy says nothing about the user', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const session = await startSession()
  server.use(http.get('*/api/user', () => new HttpResponse('404 page not found', { status: 404 })))
  await session.check()
  expect(session.state()).toMatchObject({ status: 'unreachable', user: mara })
})

test('a session that ended without a connection asks the user at work to sign in again', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const session = await startSession()
  server.use(http.get('*/api/user', () => HttpResponse.error()))
  await session.check()
  expect(session.state().status).toBe('unreachable')
  server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
  dispatchEvent(new Event('online'))
  await expect.poll(session.state).toEqual({ status: 'in', user: mara, isExpired: true })
})

test('a user without a connection leaves when another tab has signed out meanwhile', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const session = await startSession()
  server.use(http.get('*/api/user', () => HttpResponse.error()))
  await session.check()
  // Its message has not come.
  localStorage.removeItem('user')
  server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
  dispatchEvent(new Event('online'))
  await expect.poll(session.state).toEqual({ status: 'out', user: null })
})

test('a session that expires in one tab asks in the others, too, until one has signed in', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const [one, other] = [await startSession(), await startSession()]
  one.expire()
  await expect.poll(() => other.state()).toMatchObject({ user: mara, isExpired: true })
  await other.change(async () => mara)
  await expect.poll(() => one.state()).toMatchObject({ status: 'in', isExpired: false })
})

test('the service worker knows nobody while a sign-in is under way, and then who signed in', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const session = await startSession()
  await expect.poll(readPresentUser).toMatchObject({ id: mara.id })
  const known: unknown[] = []
  await session.change(async () => {
    known.push(await readPresentUser())
    return { ...mara, id: crypto.randomUUID() }
  })
  expect(known).toEqual([null])
  await expect.poll(readPresentUser).toMatchObject({ id: session.state().user?.id })
  await expect(session.change(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  await expect.poll(readPresentUser).toMatchObject({ id: session.state().user?.id })
  session.signedOut()
  await expect.poll(readPresentUser).toBeNull()
})
