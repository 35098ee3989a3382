import { afterEach, expect, test } from 'vitest'
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

test.each([429, 500, 502, 503])(
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

test('a check at work that is answered 401 keeps the user, who is asked to sign in again', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const [session, other] = [await startSession(), await startSession()]
  server.use(http.get('*/api/user', () => refusal(401, 'No.')))
  await session.check(true)
  expect(session.state()).toEqual({ status: 'in', user: mara, isExpired: true })
  await expect.poll(() => other.state()).toMatchObject({ user: mara, isExpired: true })
})

test('a session that expires in one tab asks in the others, too, until one has signed in', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.json(mara)))
  const [one, other] = [await startSession(), await startSession()]
  one.expire()
  await expect.poll(() => other.state()).toMatchObject({ user: mara, isExpired: true })
  await other.change(async () => mara)
  await expect.poll(() => one.state()).toMatchObject({ status: 'in', isExpired: false })
})
