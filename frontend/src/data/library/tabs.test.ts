import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeServer } from '../../test-support/fake-library-server.ts'
import { createFakeLocks } from '../../test-support/fake-locks.ts'
import { mara } from '../../test-support/server.ts'
import { foldList } from '../links/fold.ts'
import { ALL_LINKS } from '../links/keys.ts'
import { linksQuery } from '../links/queries.ts'
import { createSession } from '../session/session.ts'
import { type Library, openLibrary } from './library.ts'

let user = mara
let server = createFakeServer(user, 3, [0])
const open: (() => void)[] = []

beforeEach(() => {
  user = { ...mara, id: crypto.randomUUID() }
  server = createFakeServer(user, 3, [0])
  vi.stubGlobal('fetch', vi.fn(server.fetch))
  vi.stubGlobal('EventSource', vi.fn(server.EventSource))
  vi.stubGlobal('navigator', { ...navigator, locks: createFakeLocks() })
  localStorage.setItem('user', JSON.stringify(user))
})
afterEach(() => {
  for (const close of open.splice(0)) close()
  vi.unstubAllGlobals()
})

/** One tab of the user that shows the list. */
const openTab = async () => {
  const session = createSession()
  const stopSession = session.start()
  await vi.waitFor(() => expect(session.state().status).toBe('in'))
  const library = openLibrary(user.id, session)
  const stop = library.start()
  const unwatch = new QueryObserver(library.client, linksQuery(ALL_LINKS, 'free')).subscribe(() => undefined)
  const close = () => {
    unwatch()
    stop()
    stopSession()
  }
  open.push(close)
  await vi.waitFor(() => expect(library.client.isFetching()).toBe(0))
  return { ...library, session, close }
}
const favoritesIn = ({ client, outbox }: Pick<Library, 'client' | 'outbox'>) => {
  const reading = client.getQueryData(linksQuery(ALL_LINKS, 'free').queryKey)
  if (!reading) return undefined
  const { links } = foldList(reading, ALL_LINKS, outbox.pending())
  return links.filter(({ isFavorite }) => isFavorite).map(({ id }) => id)
}
const writes = () => vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === 'PATCH').length

test('an act in one tab shows in the other at once and is sent once', async () => {
  const [first, second] = [await openTab(), await openTab()]
  const outcome = second.outbox.act('favorite', { linkId: 2, isFavorite: true })
  await vi.waitFor(() => expect(favoritesIn(first)).toEqual([2]))
  expect((await outcome).status).toBe('sent')
  expect(writes()).toBe(1)
  await vi.waitFor(() => expect([first, second].map(({ outbox }) => outbox.pending())).toEqual([[], []]))
  expect([favoritesIn(first), favoritesIn(second)]).toEqual([[2], [2]])
})

test('once a tab has signed in to a restored store, no tab of the one before sends or keeps anything', async () => {
  let epoch = 'before'
  vi.mocked(fetch).mockImplementation(async (path, init) =>
    String(path) === '/api/user' ? Response.json({ ...user, epoch }) : server.fetch(String(path), init),
  )
  const [first, second] = [await openTab(), await openTab()]
  server.fail('signed out')
  void first.outbox.act('favorite', { linkId: 2, isFavorite: true })
  await vi.waitFor(() => expect(first.session.state()).toMatchObject({ isExpired: true }))
  epoch = 'after'
  await second.session.change(async () => ({ ...user, epoch }))
  first.outbox.resume()
  second.outbox.resume()
  await settleTimers()
  expect(writes()).toBe(1)
  second.close()
  first.close()
  const after = await openTab()
  await vi.waitFor(() =>
    expect(after.outbox.refused()).toMatchObject([{ epoch: 'before', state: 'refused' }]),
  )
  expect(favoritesIn(after)).toEqual([])
  expect(writes()).toBe(1)
})

test('a tab of a client of before links of others neither hears of acts on them nor keeps them from being sent', async () => {
  const heard: unknown[] = []
  const before = new BroadcastChannel(`lectern-${user.id}`)
  before.addEventListener('message', ({ data }) => heard.push(data))
  const closing = Promise.withResolvers<void>()
  void navigator.locks.request(`lectern-${user.id}`, {}, () => closing.promise)
  open.push(() => {
    before.close()
    closing.resolve()
  })
  const { outbox } = await openTab()
  await outbox.act('saveLink', { url: 'https://a.test/', title: 'A', library: 'ann' })
  const [path] = vi.mocked(fetch).mock.calls.find(([, init]) => init?.method === 'POST') ?? []
  expect(path).toBe('/api/links?library=ann')
  await settleTimers()
  expect(heard).toEqual([])
})

test('one tab holds the connection for pushed changes and shares them', async () => {
  const tabs = [await openTab(), await openTab(), await openTab()]
  expect(EventSource).toHaveBeenCalledTimes(1)
  server.changeElsewhere(3, { isFavorite: true })
  for (const tab of tabs) await vi.waitFor(() => expect(favoritesIn(tab)).toEqual([3]))
})

test('the next tab leads when the leading one closes: it connects, reads what was missed and sends what waits', async () => {
  const [first, second] = [await openTab(), await openTab()]
  server.fail('hang')
  void second.outbox.act('favorite', { linkId: 1, isFavorite: true })
  await vi.waitFor(() => expect(writes()).toBe(1))
  server.losePushes(true)
  server.changeElsewhere(3, { isFavorite: true })
  server.losePushes(false)
  first.close()
  await vi.waitFor(() => expect(EventSource).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => expect(favoritesIn(second)).toEqual([3, 1]))
  expect(writes()).toBe(2)
  expect(server.effects.size).toBe(1)
})

test('a refusal reaches the tab where the person acted', async () => {
  await openTab()
  const second = await openTab()
  const events: [string, boolean][] = []
  second.onAct(({ outbox }, { isOwn }) => events.push([outbox, isOwn]))
  server.fail('refuse')
  const outcome = await second.outbox.act('favorite', { linkId: 1, isFavorite: true })
  expect(outcome).toMatchObject({ status: 'refused', error: { status: 404, message: 'Refused.' } })
  expect(events).toEqual([
    ['act', true],
    ['refused', true],
  ])
})

test('a session that ended is told to every tab', async () => {
  const [first, second] = [await openTab(), await openTab()]
  server.fail('signed out')
  void second.outbox.act('favorite', { linkId: 1, isFavorite: true })
  for (const { session } of [first, second])
    await vi.waitFor(() => expect(session.state()).toMatchObject({ status: 'in', isExpired: true }))
  await second.session.check()
  await first.session.check()
  await vi.waitFor(() => expect(server.link(1)?.isFavorite).toBe(true))
})

const signInAs = (id: string) => localStorage.setItem('user', JSON.stringify({ ...mara, id }))
const settleTimers = () => new Promise(resolve => setTimeout(resolve, 600))

test('nothing is sent while the browser may have the session of another user', async () => {
  const { outbox } = await openTab()
  server.setUser({ ...mara, id: crypto.randomUUID() })
  signInAs('019a0000-0000-7000-8000-000000000002')
  void outbox.act('favorite', { linkId: 1, isFavorite: true })
  await settleTimers()
  expect(writes()).toBe(0)
})

test('nothing is sent while a tab signs in, also when another tab checks the session meanwhile', async () => {
  const { outbox, session } = await openTab()
  const login = Promise.withResolvers<null>()
  const other = createSession()
  const change = other.change(() => login.promise)
  void outbox.act('favorite', { linkId: 1, isFavorite: true })
  await session.check()
  await settleTimers()
  expect(writes()).toBe(0)
  login.resolve(null)
  await change
  await vi.waitFor(() => expect(writes()).toBe(1))
})

test('a failed sign-in leaves the session as it was', async () => {
  const { outbox, session } = await openTab()
  await expect(session.change(() => Promise.reject(new Error('Wrong password')))).rejects.toThrow('Wrong')
  expect(session.state().status).toBe('in')
  expect((await outbox.act('favorite', { linkId: 1, isFavorite: true })).status).toBe('sent')
})

test('a refused save takes the acts on its link away unsent; an act on other links, too, goes on without it', async () => {
  const { outbox } = await openTab()
  server.fail('unavailable')
  server.fail('refuse')
  const save = outbox.act('saveLink', { url: 'https://new.test/', title: 'New' })
  const [made] = outbox.pending().flatMap(({ act }) => (act.name === 'saveLink' ? [-act.seq] : []))
  if (!made) throw new Error('the save is not pending')
  const star = outbox.act('favorite', { linkId: made, isFavorite: true })
  const bulk = outbox.act('editLinks', { linkIds: [1, made], updates: { isFavorite: true } })
  // All three wait, so no dialog is left saving.
  expect((await Promise.all([save, star, bulk])).map(({ status }) => status)).toEqual(
    Array(3).fill('waiting'),
  )
  await vi.waitFor(() => expect(server.link(1)?.isFavorite).toBe(true))
  await vi.waitFor(() => expect(outbox.pending()).toEqual([]))
  expect(writes()).toBe(0)
  expect(server.effects.size).toBe(1)
})

test('an act on a link by the name that it had before its save is sent to its id', async () => {
  const { outbox } = await openTab()
  const save = outbox.act('saveLink', { url: 'https://new.test/', title: 'New' })
  const made = -(outbox.pending()[0]?.act.seq ?? 0)
  await save
  await vi.waitFor(() => expect(outbox.pending()).toEqual([]))
  expect((await outbox.act('favorite', { linkId: made, isFavorite: true })).status).toBe('sent')
  expect(server.list('favorite=true')).toMatchObject([{ title: 'New' }])
})

test('a sent act of an earlier page does not hide what the server says now', async () => {
  const first = await openTab()
  server.setBehind(true)
  await first.outbox.act('favorite', { linkId: 1, isFavorite: true })
  await vi.waitFor(() => expect(first.client.isFetching()).toBe(0))
  first.close()
  server.changeElsewhere(1, { isFavorite: false })
  server.setBehind(false)
  const second = await openTab()
  await vi.waitFor(() => expect(favoritesIn(second)).toEqual([]))
})
