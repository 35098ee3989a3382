import { Counts } from '@lectern/contracts/api/counts.ts'
import { expect, test } from 'vitest'
import { aLink, aList } from '../../test-support/server.ts'
import type { Act, ActName, ParamsOf } from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Link } from '../answers.ts'
import { foldCollections } from '../collections/fold.ts'
import { foldCounts, foldList } from './fold.ts'
import type { LinkFilters } from './keys.ts'
import { ALL_LINKS } from './keys.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()
const saved = (id: number, changes: Partial<Link> = {}) => aLink({ id, createdAt: day(id), ...changes })

let seq = 1_000
const pending = <N extends ActName>(
  name: N,
  params: ParamsOf<N>,
  { link, sentAt = null, result }: { link?: Link; sentAt?: number | null; result?: unknown } = {},
): PendingAct => {
  const stored = { seq: ++seq, key: `key-${seq}`, userId: 'a user', at: day(28) }
  const act = {
    ...stored,
    state: sentAt === null ? 'waiting' : 'sent',
    name,
    params,
    links: link && [link],
    result,
  }
  return { act: act as Act, sentAt }
}
const listed = (links: Link[], acts: PendingAct[], filters = ALL_LINKS, asOf = 10) =>
  foldList({ data: aList(links), asOf }, filters, acts)
const idsOf = ({ links }: { links: readonly Link[] }) => links.map(({ id }) => id)

test('a list without acts on its links stays the same object', () => {
  const list = aList([saved(1)])
  expect(foldList({ data: list, asOf: 10 }, ALL_LINKS, [])).toBe(list)
  expect(
    foldList({ data: list, asOf: 10 }, ALL_LINKS, [pending('favorite', { linkId: 9, isFavorite: true })]),
  ).toBe(list)
})

test('an act that takes a link out of the list lowers the total, and its undo brings the link back in its place', () => {
  const links = [saved(3), saved(2), saved(1)]
  const archive = pending('archive', { linkId: 2, isArchived: true }, { link: saved(2) })
  expect(listed(links, [archive])).toMatchObject({ total: 2, links: [{ id: 3 }, { id: 1 }] })
  const undo = pending('archive', { linkId: 2, isArchived: false }, { link: saved(2, { isArchived: true }) })
  expect(listed(links, [archive, undo])).toMatchObject({ total: 3, links: [{ id: 3 }, { id: 2 }, { id: 1 }] })
  // The list was read after the archiving, so it does not have the link.
  expect(listed([saved(3), saved(1)], [undo])).toMatchObject({
    total: 3,
    links: [{ id: 3 }, { id: 2 }, { id: 1 }],
  })
})

test('a list that was read after the answer to an act is shown as it is', () => {
  const act = pending('favorite', { linkId: 1, isFavorite: true }, { sentAt: 20 })
  expect(listed([saved(1)], [act], ALL_LINKS, 19).links[0]?.isFavorite).toBe(true)
  expect(listed([saved(1)], [act], ALL_LINKS, 21).links[0]?.isFavorite).toBe(false)
})

test('a link that was read again is shown as it is in a list that was not', () => {
  const act = pending('favorite', { linkId: 1, isFavorite: true }, { sentAt: 20 })
  const reading = { data: aList([saved(1)]), asOf: 10, links: new Map([[1, 21]]) }
  expect(foldList(reading, ALL_LINKS, [act]).links[0]?.isFavorite).toBe(false)
})

test('a saved link stands first, but not in searches and in lists that it does not match', () => {
  const save = pending('saveLink', { url: 'https://a.test/', title: 'New' })
  expect(listed([saved(1)], [save])).toMatchObject({ total: 2, links: [{ title: 'New' }, { id: 1 }] })
  for (const filters of [{ q: 'new' }, { favorite: true }, { archived: true }, { collection: 4 }])
    expect(idsOf(listed([], [save], { ...ALL_LINKS, ...filters }))).toEqual([])
  const star = pending('favorite', { linkId: -save.act.seq, isFavorite: true })
  expect(listed([], [save, star], { ...ALL_LINKS, favorite: true }).links).toMatchObject([{ title: 'New' }])
})

test('a saved link stands in its place in every order, and among the unread ones', () => {
  const save = pending('saveLink', { url: 'https://a.test/', title: 'New' })
  const links = [saved(1, { title: 'Early', progress: 1 }), saved(2, { title: 'Zoo', progress: null })]
  const titles = (filters: Partial<LinkFilters>) =>
    listed(links, [save], { ...ALL_LINKS, ...filters }).links.map(({ title }) => title)
  expect(titles({ sort: 'oldest' })).toEqual(['Early', 'Zoo', 'New'])
  expect(titles({ sort: 'title' })).toEqual(['Early', 'New', 'Zoo'])
  expect(titles({ sort: 'readingTime' })).toEqual(['Early', 'Zoo', 'New'])
  expect(titles({ sort: 'lastRead' })).toEqual(['Early', 'New', 'Zoo'])
  const unread = (progress: LinkFilters['progress']) => listed([], [save], { ...ALL_LINKS, progress }).total
  expect([unread('unread'), unread('begun'), unread('finished')]).toEqual([1, 0, 0])
})

test('an act on 50,000 links that it names as a range changes those of them that are in the list', () => {
  const act = pending('editLinks', {
    linkIds: [
      [1, 2],
      [4, 50_000],
    ],
    updates: { isFavorite: true },
  })
  const links = [saved(4), saved(3), saved(2)]
  expect(listed(links, [act]).links.map(link => link.isFavorite)).toEqual([true, false, true])
})

test('a search keeps archived links that it found', () => {
  const act = pending('favorite', { linkId: 1, isFavorite: true })
  const found = [saved(1, { isArchived: true })]
  expect(listed(found, [act], { ...ALL_LINKS, q: 'is:archived' }).links).toMatchObject([{ isFavorite: true }])
})

test('a deleted collection leaves its links in no collection', () => {
  const list = [{ id: 4, name: 'Systems', description: null, color: '#3B82F6', count: 1 }]
  const act = pending('deleteCollection', { id: 4 })
  expect(foldCollections({ data: list, asOf: 10 }, [act])).toEqual([])
  expect(listed([saved(1, { collectionId: 4 })], [act]).links[0]?.collectionId).toBeNull()
})

test('a bulk edit adds and removes tags, in any spelling, and leaves the others', () => {
  const links = [saved(2, { tags: ['Logs', 'kafka'] }), saved(1, { tags: ['logs'] })]
  const act = pending('editLinks', {
    linkIds: [2],
    updates: { addTags: ['new', 'KAFKA'], removeTags: ['logs'] },
  })
  expect(listed(links, [act]).links.map(({ tags }) => tags)).toEqual([['kafka', 'new'], ['logs']])
})

test('acts on tags show in the lists, and leave links without the tag as they are', () => {
  const links = [
    saved(3, { tags: ['Logs', 'db', 'a'] }),
    saved(2, { tags: ['a'] }),
    saved(1, { tags: ['db'] }),
  ]
  const tagsAfter = (...acts: PendingAct[]) => listed(links, acts).links.map(({ tags }) => tags.join(' '))
  const rename = pending('renameTag', { from: 'logs', to: 'log' })
  const merge = pending('mergeTags', { from: ['log'], into: 'db' })
  expect(tagsAfter(rename)).toEqual(['log db a', 'a', 'db'])
  expect(tagsAfter(rename, merge)).toEqual(['db a', 'a', 'db'])
  expect(tagsAfter(pending('deleteTag', { tag: 'DB' }))).toEqual(['Logs a', 'a', ''])
  const list = aList(links)
  expect(foldList({ data: list, asOf: 10 }, ALL_LINKS, [rename]).links[1]).toBe(list.links[1])
})

test('the counts follow the acts on single links', () => {
  const counts = Counts.parse({
    used: 5,
    allowed: 500,
    active: 4,
    archived: 1,
    favorites: 1,
    collections: [{ id: 4, count: 1 }],
    uncollected: 3,
    tagCount: 0,
    tags: [],
  })
  const link = saved(1)
  const acts = [
    pending('collect', { linkId: 1, to: { id: 4, name: 'Systems' } }, { link }),
    pending('favorite', { linkId: 1, isFavorite: true }, { link: { ...link, collectionId: 4 } }),
    pending('deleteLink', { linkId: 2 }, { link: saved(2, { isArchived: true }) }),
    pending('saveLink', { url: 'https://a.test/', title: 'New' }),
  ]
  expect(foldCounts({ data: counts, asOf: 10 }, acts)).toMatchObject({
    used: 5,
    active: 5,
    archived: 0,
    favorites: 2,
    collections: [{ id: 4, count: 2 }],
    uncollected: 3,
  })
})
