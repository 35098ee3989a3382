import 'fake-indexeddb/auto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { writePresentUser } from '../../lib/present-user.ts'
import { createFakeServer } from '../../test-support/fake-library-server.ts'
import { createFakeLocks } from '../../test-support/fake-locks.ts'
import { mara } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import { newNote } from '../notes/new-note.ts'
import { sendOutboxInWorker } from './in-worker.ts'
import { tabsOf } from './messages.ts'
import { openActStore } from './store.ts'

let user = mara
let server = createFakeServer(user, 1, [0])
let locks = createFakeLocks()
beforeEach(async () => {
  user = { ...mara, id: crypto.randomUUID() }
  server = createFakeServer(user, 1, [0])
  locks = createFakeLocks()
  vi.stubGlobal('fetch', vi.fn(server.fetch))
  vi.stubGlobal('navigator', { ...navigator, locks })
  await writePresentUser(user)
})

const act = (seq: number, name: string, params: object) =>
  ({
    ...{ seq, key: crypto.randomUUID(), userId: user.id, at: '2026-11-22T10:00:00.000Z' },
    ...{ state: 'waiting', name, params },
  }) as Act

/** The device keeps a saved link, a note on it and a favourite. */
const keepActs = async () => {
  const store = openActStore(user.id)
  await store.put([
    act(1, 'saveLink', { url: 'https://new.test/', title: 'New' }),
    act(2, 'takeNote', newNote({ linkId: -1, type: 'note', content: 'Mine' })),
    act(3, 'favorite', { linkId: 1, isFavorite: true }),
  ])
  return async () => {
    const acts = await openActStore(user.id).all()
    return acts.map(({ name, state }) => [name, state])
  }
}
const WAITING = [
  ['saveLink', 'waiting'],
  ['takeNote', 'waiting'],
  ['favorite', 'waiting'],
]

test('the worker sends what waits, each act once and in order, and keeps the answers for the next tab', async () => {
  const kept = await keepActs()
  const heard: string[] = []
  const tab = new BroadcastChannel(tabsOf(user.id))
  tab.addEventListener('message', ({ data }) => heard.push(`${data.act.name} ${data.outbox}`))
  await sendOutboxInWorker()
  expect(await kept()).toEqual(WAITING.map(([name]) => [name, 'sent']))
  const [link] = server.list('').filter(({ title }) => title === 'New')
  expect(server.notes()).toMatchObject([{ linkId: link?.id, content: 'Mine' }])
  expect([...server.effects.values()]).toEqual([1, 1, 1])
  await locks.request(tabsOf(user.id), {}, () => sendOutboxInWorker())
  await sendOutboxInWorker()
  expect(fetch).toHaveBeenCalledTimes(3)
  await vi.waitFor(() => expect(heard.sort()).toEqual(['favorite sent', 'saveLink sent', 'takeNote sent']))
  tab.close()
})

test.each(['unavailable', 'signed out', 'lost-before'] as const)(
  'where the server does not take acts (%s), they stay, and the browser is to ask again',
  async fault => {
    const kept = await keepActs()
    for (let n = 0; n < 3; n++) server.fail(fault)
    await expect(sendOutboxInWorker()).rejects.toThrow()
    expect(await kept()).toEqual(WAITING)
    expect(server.effects.size).toBe(0)
  },
)

test('the worker sends nothing while a tab does, and is asked again as long as that has not; nor for nobody', async () => {
  const kept = await keepActs()
  const whileTabLeads = () => locks.request(tabsOf(user.id), {}, () => sendOutboxInWorker())
  await expect(whileTabLeads()).rejects.toThrow('A tab sends the acts.')
  await writePresentUser(null)
  await sendOutboxInWorker()
  expect(fetch).not.toHaveBeenCalled()
  expect(await kept()).toEqual(WAITING)
})

test('on a restored store the worker leaves the acts of before it to the person', async () => {
  await openActStore(user.id).put([
    { ...act(1, 'favorite', { linkId: 1, isFavorite: true }), epoch: 'before' },
    { ...act(2, 'archive', { linkId: 1, isArchived: true }), epoch: 'after' },
  ])
  await writePresentUser({ ...user, epoch: 'after' })
  await sendOutboxInWorker()
  expect((await openActStore(user.id).all()).map(({ state }) => state)).toEqual(['waiting', 'sent'])
})

test('every act names its user, so that the session of another one refuses it', async () => {
  await keepActs()
  await sendOutboxInWorker()
  for (const [, init] of vi.mocked(fetch).mock.calls)
    expect(new Headers(init?.headers).get('lectern-user')).toBe(user.id)
})

test('an act of the extension says so, and a page has the time of a slow line', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => timeouts.mockRestore())
  await openActStore(user.id).put([
    act(1, 'savePage', { linkId: 1, html: '<html></html>', via: 'extension' }),
  ])
  await sendOutboxInWorker()
  const [, init] = vi.mocked(fetch).mock.calls[0] ?? []
  expect(new Headers(init?.headers).get('lectern-via')).toBe('extension')
  expect(timeouts.mock.calls).toEqual([[120_000]])
})
