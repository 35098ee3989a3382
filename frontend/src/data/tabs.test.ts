import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeServer } from '../test-support/fake-library-server.ts'
import { createFakeLocks } from '../test-support/fake-locks.ts'
import { mara } from '../test-support/server.ts'
import { foldList } from './acts/fold.ts'
import { type Library, openLibrary } from './library.ts'
import type { LinkFilters } from './links/keys.ts'
import { linksQuery } from './links/queries.ts'
import { createSession } from './session/session.ts'

const ALL: LinkFilters = { favorite: false, archived: false, collection: null, q: '' }

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
  const library = openLibrary(user.id, createSession())
  const stop = library.start()
  const unwatch = new QueryObserver(library.client, linksQuery(ALL, 'free')).subscribe(() => undefined)
  const close = () => {
    unwatch()
    stop()
  }
  open.push(close)
  await vi.waitFor(() => expect(library.client.isFetching()).toBe(0))
  return { ...library, close }
}
const favoritesIn = ({ client, outbox }: Pick<Library, 'client' | 'outbox'>) => {
  const reading = client.getQueryData(linksQuery(ALL, 'free').queryKey)
  if (!reading) return undefined
  const { links } = foldList(reading, ALL, outbox.pending())
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
