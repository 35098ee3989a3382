import { Rejected } from '@lectern/contracts/api/errors.ts'
import { decorateCaller } from '@lectern/platform/caller.ts'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { AT_ONCE, answerInTurn, HELD_MS, OF_CALLER, WAITING_MAX } from './answer-in-turn.ts'

afterEach(() => vi.useRealTimers())

/** An app whose answers a test gives itself; its callers are who a header says. */
const openApp = () => {
  const app = fastify()
  decorateCaller(app)
  answerInTurn(app)
  app.addHook('onRequest', async request => {
    const userId = String(request.headers.user)
    request.caller = { userId, libraryId: userId, sessionId: userId }
  })
  /** The names of those that were begun, with what answers them. */
  const begun = new Map<string, () => void>()
  app.get<{ Params: { name: string } }>('/api/:name', ({ params: { name } }) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    begun.set(name, () => resolve(name))
    return promise
  })
  app.get('/livez', async () => 'ok')
  app.post<{ Params: { name: string } }>('/api/:name', async ({ params: { name } }) => {
    begun.set(name, () => {})
    return name
  })
  const ask = (name: string, user: string) =>
    app.inject({ url: `/api/${name}`, headers: { user } }).then(({ payload }) => payload)
  return { app, begun, ask, names: () => [...begun.keys()] }
}

/** Long enough for all to be begun that may be. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

test('so many requests are begun at once, and the others in order as those are answered', async () => {
  const { app, begun, ask, names } = openApp()
  const all = Array.from({ length: AT_ONCE + 2 }, (_, n) => `${n}`)
  const answers = all.map(name => ask(name, name))
  await settle()
  expect(names()).toEqual(all.slice(0, AT_ONCE))
  expect((await app.inject('/livez')).payload).toBe('ok')

  begun.get('7')?.()
  await settle()
  expect(names()).toEqual(all.slice(0, AT_ONCE + 1))
  for (const name of all) {
    await vi.waitFor(() => expect(begun.has(name)).toBe(true))
    begun.get(name)?.()
  }
  expect(await Promise.all(answers)).toEqual(all)
})

test('one caller, who asks much, leaves others their turns', async () => {
  const { begun, ask, names } = openApp()
  const greedy = Array.from({ length: 3 * AT_ONCE }, (_, n) => ask(`greedy-${n}`, 'greedy'))
  const other = ask('other', 'other')
  await settle()
  expect(names()).toHaveLength(OF_CALLER + 1)
  begun.get('other')?.()
  expect(await other).toBe('other')
  for (let n = 0; n < greedy.length; n++) {
    await vi.waitFor(() => expect(begun.has(`greedy-${n}`)).toBe(true))
    begun.get(`greedy-${n}`)?.()
  }
  await Promise.all(greedy)
})

test('what takes long makes room for others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { ask, names } = openApp()
  const asked = Array.from({ length: AT_ONCE + 1 }, (_, n) => ask(`${n}`, `${n}`))
  await settle()
  expect(names()).toHaveLength(AT_ONCE)
  vi.advanceTimersByTime(HELD_MS)
  await settle()
  expect(names()).toHaveLength(asked.length)
})

test('of one caller not too many wait', async () => {
  const { app, begun, ask } = openApp()
  const asked = Array.from({ length: OF_CALLER + WAITING_MAX }, (_, n) => ask(`${n}`, 'greedy'))
  await settle()
  const refused = await app.inject({ url: '/api/more', headers: { user: 'greedy' } })
  expect(refused.json()).toMatchObject({ message: new Rejected('unavailable').message })
  for (let n = 0; n < asked.length; n++) {
    await vi.waitFor(() => expect(begun.has(`${n}`)).toBe(true))
    begun.get(`${n}`)?.()
  }
  expect(await Promise.all(asked)).toHaveLength(asked.length)
})

test('a large body does not wait in memory', async () => {
  const { app, begun, ask, names } = openApp()
  for (let n = 0; n < AT_ONCE; n++) void ask(`${n}`, `${n}`)
  const post = (name: string, text: string) =>
    app.inject({ method: 'POST', url: `/api/${name}`, headers: { user: 'writer' }, payload: { text } })
  const small = post('small', '')
  expect((await post('large', 'x'.repeat(20_000))).payload).toBe('large')
  expect(names()).not.toContain('small')
  begun.get('0')?.()
  expect((await small).payload).toBe('small')
})

test('who was told meanwhile that it takes too long takes no turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { app, begun, ask, names } = openApp()
  let giveUp = () => {}
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/api/late') giveUp = () => void reply.code(503).send('too late')
  })
  for (let n = 0; n < AT_ONCE; n++) void ask(`${n}`, `${n}`)
  const [late, next] = [ask('late', 'late'), ask('next', 'next')]
  await settle()
  giveUp()
  expect(await late).toBe('too late')
  begun.get('0')?.()
  // Sooner than the late one's turn would be over.
  await settle()
  begun.get('next')?.()
  expect(await next).toBe('next')
  expect(names()).not.toContain('late')
})
