import type { Change } from '@lectern/contracts/api/changes.ts'
import { Counts } from '@lectern/contracts/api/counts.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { aLink, aList } from '../../test-support/server.ts'
import type { Act, ActName, ParamsOf } from '../acts/kinds.ts'
import type { Link } from '../answers.ts'
import { foldLink } from '../links/fold.ts'
import { ALL_LINKS, keys, type LinkFilters } from '../links/keys.ts'
import type { Reading } from '../reading.ts'
import { showActs } from './show-acts.ts'

const HOUR_MS = 3_600_000
const COUNTS = Counts.parse({
  ...{ used: 2, allowed: null, active: 2, archived: 0, favorites: 0, uncollected: 2 },
  ...{ collections: [], tagCount: 1, tags: [{ tag: 'log', count: 2 }] },
})

let client = new QueryClient()
beforeEach(() => {
  client = new QueryClient()
})
/** Data that came an hour ago. */
const load = (queryKey: readonly unknown[], data: unknown, updatedAt = Date.now() - HOUR_MS) =>
  client.setQueryData(queryKey, { data, asOf: 1 }, { updatedAt })
const loadList = (links: Link[], filters: Partial<LinkFilters> = {}, more: object = {}) =>
  load(keys.list({ ...ALL_LINKS, ...filters }), { ...aList(links), ...more })
const dataOf = (queryKey: readonly unknown[]) => client.getQueryData<{ data: unknown }>(queryKey)?.data
const hash = (queryKey: readonly unknown[]) => client.getQueryCache().find({ queryKey })?.queryHash

const sent = <N extends ActName>(name: N, params: ParamsOf<N>, more: Partial<Act> = {}): Act =>
  ({
    seq: 9,
    key: 'mine',
    userId: 'mara',
    at: new Date().toISOString(),
    state: 'sent',
    name,
    params,
    ...more,
  }) as Act

/** What must be read after these acts of ours and this change. */
const show = (acts: Act[], change: Partial<Change>) => {
  const settle = vi.fn()
  const pending = acts.map(act => ({ act, sentAt: 5 }))
  const pushed = { change: { what: ['links' as const], ...change }, at: 10 }
  return { again: showActs(client, { pending: () => pending, settle }, pushed), settle }
}
const links = [aLink({ id: 2, tags: ['log'] }), aLink({ id: 1, tags: ['log'] })]
const mine = { acts: [{ key: 'mine' }] }

test('an act of ours is in the list, the link, the counts and the tags, and needs no place in the outbox', () => {
  loadList(links)
  load(keys.one(2), links[0])
  load(keys.counts, COUNTS)
  load(keys.tags, { tags: COUNTS.tags })
  const { again, settle } = show([sent('archive', { linkId: 2, isArchived: true })], mine)
  expect(again).toEqual([])
  expect(settle).toHaveBeenCalledWith([expect.anything()], [expect.anything()])
  expect(dataOf(keys.list(ALL_LINKS))).toMatchObject({ links: [{ id: 1 }], total: 1 })
  expect(dataOf(keys.one(2))).toMatchObject({ isArchived: true })
  const counted = { active: 1, archived: 1, tagCount: 1, tags: [{ tag: 'log', count: 1 }] }
  expect(dataOf(keys.counts)).toMatchObject(counted)
  expect(dataOf(keys.tags)).toEqual({ tags: [{ tag: 'log', count: 1, archived: 1 }] })
})

test('flags that another device set are shown, and counted from the link as it was here', () => {
  loadList(links)
  load(keys.counts, COUNTS)
  const acts = [{ key: 'theirs', set: { linkId: 2, isFavorite: true } }]
  for (const _ of ['told once', 'told again']) expect(show([], { acts }).again).toEqual([])
  expect(dataOf(keys.list(ALL_LINKS))).toMatchObject({ links: [{ id: 2, isFavorite: true }, { id: 1 }] })
  expect(dataOf(keys.counts)).toMatchObject({ favorites: 1, active: 2 })
})

test('a list that lost a link of several pages, one in an order of the server, and a search are read', () => {
  loadList(links, {}, { nextCursor: 'more', hasMore: true })
  loadList([], { archived: true, sort: 'title' })
  loadList(links, { q: 'log' })
  const { again } = show([sent('archive', { linkId: 2, isArchived: true })], mine)
  const expected = [{}, { archived: true, sort: 'title' as const }, { q: 'log' }]
  expect(again).toEqual(expected.map(filters => hash(keys.list({ ...ALL_LINKS, ...filters }))))
})

test('a link that we deleted stays away, and is asked for', () => {
  loadList(links)
  load(keys.one(2), links[0])
  const { again } = show([sent('deleteLink', { linkId: 2 })], mine)
  expect(again).toEqual([hash(keys.one(2))])
  expect(dataOf(keys.list(ALL_LINKS))).toMatchObject({ links: [{ id: 1 }], total: 1 })
  expect(foldLink(client.getQueryData(keys.one(2)) as Reading<Link>, [])).toBeNull()
})

test('data that came after the act was done may have it, and is read', () => {
  loadList(links)
  load(keys.counts, COUNTS, Date.now() + 1_000)
  expect(show([sent('favorite', { linkId: 2, isFavorite: true })], mine).again).toEqual([hash(keys.counts)])
})

test('data that is out of date already stays so', () => {
  loadList(links)
  void client.invalidateQueries({ refetchType: 'none' })
  show([sent('favorite', { linkId: 2, isFavorite: true })], mine)
  expect(client.getQueryState(keys.list(ALL_LINKS))).toMatchObject({ isInvalidated: true })
  expect(dataOf(keys.list(ALL_LINKS))).toMatchObject({ links: [{ isFavorite: true }, {}] })
})

test.each<[string, Act[], Partial<Change>]>([
  ['names no acts', [], {}],
  ['is that of an unknown act', [], mine],
  [
    'is also that of another device',
    [sent('favorite', { linkId: 2, isFavorite: true })],
    { acts: [{ key: 'mine' }, { key: 'theirs' }] },
  ],
  ['is on a link that is not here', [], { acts: [{ key: 'theirs', set: { linkId: 7, isFavorite: true } }] }],
  ['comes before the answer', [sent('deleteLink', { linkId: 2 }, { state: 'waiting' })], mine],
  [
    'an earlier act of ours on the link would cover',
    [sent('favorite', { linkId: 2, isFavorite: false })],
    { acts: [{ key: 'theirs', set: { linkId: 2, isFavorite: true } }] },
  ],
  [
    'is on a link that was read since and may have it',
    [
      sent(
        'favorite',
        { linkId: 2, isFavorite: true },
        { at: new Date(Date.now() - 2 * HOUR_MS).toISOString() },
      ),
    ],
    mine,
  ],
  ['is more than its act shows', [sent('retryExtraction', { linkId: 2 })], mine],
])('a change that %s is not known', (_, acts, change) => {
  loadList(links)
  const { again, settle } = show(acts, change)
  expect(again).toBeUndefined()
  expect(settle).not.toHaveBeenCalled()
  expect(dataOf(keys.list(ALL_LINKS))).toEqual(aList(links))
})
