import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { createFakeServer, type Fault } from '../../test-support/fake-library-server.ts'
import { pass, withFakeTime } from '../../test-support/fake-time.ts'
import { mara } from '../../test-support/server.ts'
import { namesOf } from '../acts/kinds.ts'
import type { Link, LinkList } from '../answers.ts'
import type { Id } from '../id.ts'
import { foldCounts, foldList } from '../links/fold.ts'
import type { LinkFilters } from '../links/keys.ts'
import { ALL_LINKS } from '../links/keys.ts'
import { countsQuery, linksQuery } from '../links/queries.ts'
import type { Reading } from '../reading.ts'
import { createSession } from '../session/session.ts'
import { type ActListener, openLibrary } from './library.ts'

const LISTS: Record<string, LinkFilters> = {
  'archived=false': ALL_LINKS,
  'archived=true': { ...ALL_LINKS, archived: true },
  'favorite=true': { ...ALL_LINKS, favorite: true },
}
const COUNT = 6

withFakeTime()
// These parts load in real time, which the first steps would not wait for.
beforeAll(() => Promise.all([import('../remembered/remembered.ts'), import('../push/catch-up.ts')]))

const id = fc.integer({ min: 1, max: COUNT })
const step = fc.oneof(
  fc.record({ do: fc.constant('favorite' as const), id, value: fc.boolean() }),
  fc.record({ do: fc.constant('archive' as const), id, value: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), id }),
  fc.record({
    do: fc.constant('bulk' as const),
    ids: fc.uniqueArray(id, { minLength: 1 }),
    value: fc.boolean(),
  }),
  fc.record({ do: fc.constant('save' as const), thenFavorite: fc.boolean() }),
  fc.record({ do: fc.constant('elsewhere' as const), id, value: fc.boolean() }),
  fc.record({ do: fc.constant('read page' as const), id }),
  fc.record({
    do: fc.constant('fail' as const),
    fault: fc.constantFrom<Fault[]>('refuse', 'unavailable', 'lost-before', 'lost-after', 'hang'),
  }),
  fc.record({ do: fc.constant('fail reads' as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('refetch' as const) }),
  fc.record({ do: fc.constant('reload' as const) }),
  fc.record({ do: fc.constant('behind' as const), value: fc.boolean() }),
  fc.record({ do: fc.constant('lose pushes' as const), value: fc.boolean() }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 50, 300, 2_000, 20_000) }),
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const run = async (steps: readonly Step[], latencies: readonly number[]) => {
  const user = { ...mara, id: crypto.randomUUID() }
  const server = createFakeServer(user, COUNT, latencies)
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('EventSource', server.EventSource)
  localStorage.setItem('user', JSON.stringify(user))
  const openPage = () => {
    const library = openLibrary(user.id, createSession())
    const stop = library.start()
    const observers = Object.values(LISTS).map(filters =>
      new QueryObserver(library.client, linksQuery(filters, 'free')).subscribe(() => undefined),
    )
    observers.push(new QueryObserver(library.client, countsQuery).subscribe(() => undefined))
    library.onAct(listen)
    const close = () => {
      for (const stopObserving of observers) stopObserving()
      stop()
    }
    return { ...library, close }
  }
  const shown = (filters: LinkFilters): LinkList | undefined => {
    const reading = page.client.getQueryData<Reading<LinkList>>(['links', filters])
    return reading && foldList(reading, filters, page.outbox.pending())
  }
  const views = (linkId: Id) =>
    Object.values(LISTS).flatMap(filters => shown(filters)?.links.filter(link => link.id === linkId) ?? [])
  /** The flags that the person set last, by link, without links that another device changed or the server refused. */
  const wishes = new Map<Id, Partial<Link>>()
  const wish = (ids: readonly number[], flags: Partial<Link>) => {
    for (const each of ids) wishes.set(each, { ...wishes.get(each), ...flags })
  }
  /** Saved links by title: whether they are favourites. */
  const saves = new Map<string, boolean>()
  let isPushLost = false
  let actCount = 0
  let saveCount = 0
  const listen: ActListener = event => {
    if (event.outbox === 'act') actCount++
    if (event.outbox !== 'refused') return
    for (const each of namesOf(event.act).links ?? []) wishes.delete(each)
    if (event.refusal.message !== 'Refused.') return
    if (event.act.name === 'saveLink') saves.delete(event.act.params.title)
    else saves.delete(event.act.links?.[0]?.title ?? '')
  }
  let page = openPage()
  await pass(10_000)

  const take = async (each: Step) => {
    if (each.do === 'favorite' || each.do === 'archive') {
      const [link] = views(each.id)
      if (!link) return
      const flag = each.do === 'favorite' ? { isFavorite: each.value } : { isArchived: each.value }
      wish([each.id], flag)
      void page.outbox.act(each.do, { linkId: each.id, ...flag } as never, { link })
    }
    if (each.do === 'delete') {
      wishes.delete(each.id)
      void page.outbox.act('deleteLink', { linkId: each.id }, { link: views(each.id)[0] })
    }
    if (each.do === 'bulk') {
      const updates = { isArchived: each.value }
      const there = each.ids.filter(linkId => views(linkId).length > 0)
      if (there.length === 0) return
      wish(there, updates)
      void page.outbox.act('editLinks', { linkIds: there, updates })
    }
    if (each.do === 'save') {
      const title = `New ${++saveCount}`
      void page.outbox.act('saveLink', { url: 'https://new.test/', title })
      const made = shown(ALL_LINKS)?.links.find(link => link.title === title)
      saves.set(title, each.thenFavorite && made !== undefined)
      if (each.thenFavorite && made)
        void page.outbox.act('favorite', { linkId: made.id, isFavorite: true }, { link: made })
    }
    if (each.do === 'elsewhere') {
      wishes.delete(each.id)
      server.changeElsewhere(each.id, { isFavorite: each.value })
    }
    if (each.do === 'read page') server.readPage(each.id)
    if (each.do === 'fail') server.fail(each.fault)
    if (each.do === 'fail reads') server.failReads(each.count)
    if (each.do === 'refetch') void page.client.invalidateQueries()
    if (each.do === 'reload') {
      // A browser hides a page before it ends it, which then writes what the device remembers.
      const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
      hidden.mockRestore()
      await pass(0)
      page.close()
      page = openPage()
    }
    if (each.do === 'behind') server.setBehind(each.value)
    if (each.do === 'lose pushes') {
      server.losePushes(each.value)
      isPushLost ||= each.value
    }
    if (each.do === 'pass') await pass(each.ms)
  }
  for (const each of steps) {
    await take(each)
    await pass(0)
    for (const [linkId, flags] of wishes) for (const link of views(linkId)) expect(link).toMatchObject(flags)
  }

  server.losePushes(false)
  server.setBehind(false)
  await pass(400_000)
  if (isPushLost) server.reconnect()
  await pass(60_000)

  const lists = Object.values(LISTS).map(filters => shown(filters))
  const expected = Object.keys(LISTS).map(search => server.list(search))
  expect(page.outbox.pending().map(({ act }) => act.name)).toEqual([])
  expect(lists.map(list => list?.links)).toEqual(expected)
  expect(lists.map(list => list?.total)).toEqual(expected.map(list => list.length))
  const counts = page.client.getQueryData(countsQuery.queryKey)
  expect(counts && foldCounts(counts, page.outbox.pending())).toEqual(server.counts())
  expect([...server.effects.values()].every(times => times === 1)).toBe(true)
  expect(server.effects.size).toBeLessThanOrEqual(actCount)
  for (const [linkId, flags] of wishes) expect(server.link(Number(linkId))).toMatchObject(flags)
  for (const [title, isFavorite] of saves)
    expect(server.list('').filter(link => link.title === title)).toMatchObject([{ isFavorite }])
  page.close()
}

test('acts, reloads, refetches, failures and pushes in any order end with the lists that the server has, and the last act wins', async () => {
  const latencies = fc.array(fc.constantFrom(0, 20, 400, 3_000), { minLength: 1, maxLength: 7 })
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), latencies, run), {
    numRuns: 300,
    examples: [
      // The act is shown and forgotten, and the device alone tells of it.
      [
        [
          { do: 'favorite', id: 1, value: true },
          { do: 'pass', ms: 300 },
          { do: 'fail reads', count: 1 },
          { do: 'reload' },
        ],
        [0],
      ],
      [
        [
          { do: 'behind', value: true },
          { do: 'favorite', id: 1, value: true },
          { do: 'pass', ms: 20_000 },
        ],
        [0],
      ],
      // A change comes while a list is loading for the first time.
      [
        [{ do: 'reload' }, { do: 'pass', ms: 2_000 }, { do: 'elsewhere', id: 1, value: true }],
        [0, 0, 0, 3_000, 0],
      ],
    ],
  })
})
