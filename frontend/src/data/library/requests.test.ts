import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createFakeServer } from '../../test-support/fake-library-server.ts'
import { createFakeLocks } from '../../test-support/fake-locks.ts'
import { pass, withFakeTime } from '../../test-support/fake-time.ts'
import { mara } from '../../test-support/server.ts'
import { foldList } from '../links/fold.ts'
import { ALL_LINKS } from '../links/keys.ts'
import { countsQuery, linksQuery } from '../links/queries.ts'
import { createSession } from '../session/session.ts'
import { tagsQuery } from '../tags/queries.ts'
import { openLibrary } from './library.ts'

withFakeTime()
// The part loads in real time, which the fake clock would not wait for.
beforeAll(() => import('../push/catch-up.ts'))

let user = mara
let server = createFakeServer(user, 3, [20])
let requests: string[] = []
beforeEach(() => {
  user = { ...mara, id: crypto.randomUUID() }
  server = createFakeServer(user, 3, [20])
  requests = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    requests.push(`${init.method ?? 'GET'} ${path}`)
    return server.fetch(path, init)
  })
  vi.stubGlobal('EventSource', vi.fn(server.EventSource))
  localStorage.setItem('user', JSON.stringify(user))
})

const { BroadcastChannel } = globalThis

/** The tabs of a browser share a lead, a connection for pushed changes and what they tell each other. */
const openBrowser = async () => {
  const id = crypto.randomUUID()
  vi.stubGlobal('navigator', { ...navigator, locks: createFakeLocks() })
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(`${id} ${name}`)
      }
    },
  )
  // No reading begins at 0, which stands for one that lacks the last write.
  await pass(4)
}

/** A tab that shows the list, the counts and the tags. */
const openTab = async () => {
  const library = openLibrary(user.id, createSession())
  const stop = library.start()
  const list = linksQuery(ALL_LINKS, 'free')
  for (const query of [list, countsQuery, tagsQuery])
    new QueryObserver(library.client, query as never).subscribe(() => undefined)
  // A push comes within 5 s of its commit, so that what was read before that is certainly older.
  await pass(6_000)
  const shown = () => {
    const reading = library.client.getQueryData(list.queryKey)
    return reading ? foldList(reading, ALL_LINKS, library.outbox.pending()).links : []
  }
  const counts = () => library.client.getQueryData(countsQuery.queryKey)?.data
  return { ...library, shown, counts, stop }
}

/** The requests of all tabs while this is done and told. */
const requestsOf = async (act: () => unknown): Promise<string[]> => {
  requests = []
  act()
  await pass(120_000)
  return requests
}

test.each(['one browser', 'two browsers'])(
  'a favourite is one write and no read in two tabs of %s',
  async where => {
    await openBrowser()
    const first = await openTab()
    if (where === 'two browsers') await openBrowser()
    const second = await openTab()
    const star = () => second.outbox.act('favorite', { linkId: 2, isFavorite: true })
    expect(await requestsOf(star)).toEqual(['PATCH /api/links/2/favorite'])
    for (const tab of [first, second]) {
      expect(tab.outbox.pending()).toEqual([])
      expect(tab.shown().map(({ isFavorite }) => isFavorite)).toEqual([false, true, false])
      expect(tab.counts()).toEqual(server.counts())
      tab.stop()
    }
  },
)

test('a save is one write and no read in two tabs, and so is what is done with the new link', async () => {
  await openBrowser()
  const [first, second] = [await openTab(), await openTab()]
  const save = () => second.outbox.act('saveLink', { url: 'https://new.test/', title: 'New' })
  expect(await requestsOf(save)).toEqual(['POST /api/links'])
  const star = () => first.outbox.act('archive', { linkId: 4, isArchived: true })
  for (const tab of [first, second]) expect(tab.shown().map(({ title }) => title)[0]).toBe('New')
  expect(await requestsOf(star)).toEqual(['PATCH /api/links/4/archive'])
  for (const tab of [first, second]) {
    expect(tab.shown().map(({ title }) => title)).toEqual(['Link 3', 'Link 2', 'Link 1'])
    expect(tab.counts()).toEqual(server.counts())
    tab.stop()
  }
})

test('a push that is lost, and one that names no acts, is made good by reads', async () => {
  await openBrowser()
  const tab = await openTab()
  server.losePushes(true)
  const star = () => tab.outbox.act('favorite', { linkId: 2, isFavorite: true })
  expect(await requestsOf(star)).toContain('GET /api/counts')
  server.losePushes(false)
  const elsewhere = () => server.changeElsewhere(2, null)
  expect(await requestsOf(elsewhere)).toContain('GET /api/counts')
  expect(tab.counts()).toEqual(server.counts())
  tab.stop()
})
