import { CollectionList } from '@lectern/contracts/api/collections.ts'
import { Counts } from '@lectern/contracts/api/counts.ts'
import { LinkList } from '@lectern/contracts/api/links.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))
const caller = aCaller()
const { stream, ...of } = aLibrary(caller)
/** 40 links with all flags, in two collections or in none. Collection 3 stays empty. */
const links = Array.from({ length: 40 }, (_, i) => ({
  id: i + 1,
  collection: [1, 2, null][i % 3] ?? null,
  isFavorite: i % 4 < 2,
  isArchived: i % 5 === 0,
}))
beforeAll(async () => {
  const after = await api.record(stream, [
    of.opened(),
    ...[1, 2, 3].map(of.collectionCreated),
    ...links.map(link => of.saved(link.id)),
    ...links.map(link => of.collected(link.id, link.collection)),
    ...links.filter(link => link.isFavorite).map(link => of.favorited(link.id)),
    ...links.filter(link => link.isArchived).map(link => of.archived(link.id)),
  ])
  await api.get('/api/links', { as: caller, after })
})

describe('GET /api/links with a collection', () => {
  const combinations = ['1', '2', '3', 'none'].flatMap(collection =>
    ['true', 'false', 'all'].flatMap(archived =>
      ['', '&favorite=true', '&favorite=false'].map(favorite => [collection, archived, favorite] as const),
    ),
  )

  it.each(combinations)(
    'the list of collection %s, archived=%s%s has every link once, and their total',
    async (collection, archived, favorite) => {
      const expected = links
        .filter(link => `${link.collection ?? 'none'}` === collection)
        .filter(link => archived === 'all' || `${link.isArchived}` === archived)
        .filter(link => favorite === '' || favorite === `&favorite=${link.isFavorite}`)
        .map(link => link.id)
        .toReversed()
      const ids: number[] = []
      let next: string | null = ''
      while (next !== null) {
        const cursor: string = next === '' ? '' : `&cursor=${next}`
        const path = `/api/links?collection=${collection}&archived=${archived}${favorite}&limit=3${cursor}`
        const page = LinkList.parse((await api.get(path, { as: caller })).body)
        expect(page.total).toBe(expected.length)
        ids.push(...page.links.map(link => link.id))
        next = page.nextCursor
      }
      expect(ids).toEqual(expected)
    },
  )

  it('a link says in which collection it is', async () => {
    const page = LinkList.parse((await api.get('/api/links?collection=2&archived=all', { as: caller })).body)
    for (const link of page.links) expect(link.collectionId).toBe(2)
  })

  it.each(['4', '0', '-1', 'x', '', '1.5', '01', '99999999999'])(
    'the collection %j is not found',
    async collection => {
      const answer = await api.get(`/api/links?collection=${collection}`, { as: caller })
      expect([answer.status, answer.body.message]).toEqual([404, 'This collection was not found.'])
    },
  )

  it('a collection of another library is not found', async () => {
    const answer = await api.get('/api/links?collection=1', { as: aCaller() })
    expect(answer.status).toBe(404)
  })
})

describe('GET /api/collections', () => {
  it('collections come in the order of creation, with the number of links that are not archived', async () => {
    const list = CollectionList.parse((await api.get('/api/collections', { as: caller })).body)
    const count = (id: number) => links.filter(link => link.collection === id && !link.isArchived).length
    expect(list).toEqual(
      [1, 2, 3].map(id => ({
        id,
        name: `Collection ${id}`,
        description: 'What it is about',
        color: '#3B82F6',
        count: count(id),
      })),
    )
  })

  it('the list of collections has none of another library', async () => {
    expect((await api.get('/api/collections', { as: aCaller() })).body).toEqual([])
  })
})

it('counts follow bulk edits and deletes', async () => {
  const other = aCaller()
  const { stream: another, ...its } = aLibrary(other)
  const counts = async (events: Parameters<typeof api.record>[1]) =>
    Counts.parse((await api.get('/api/counts', { as: other, after: await api.record(another, events) })).body)
  const saves = Array.from({ length: 30 }, (_, i) => its.saved(i + 1))
  expect(await counts([its.opened(), ...saves, its.collectionCreated(1)])).toMatchObject({
    active: 30,
    uncollected: 30,
    collections: [{ id: 1, count: 0 }],
    tagCount: 1,
    tags: [{ tag: 't', count: 30 }],
  })
  const changes = { collectionId: 1, isFavorite: true, tags: ['a', 'b'] }
  expect(await counts([its.edited([[1, 10], 12, 99], changes)])).toMatchObject({
    favorites: 11,
    uncollected: 19,
    collections: [{ id: 1, count: 11 }],
    tagCount: 3,
    tags: [
      { tag: 't', count: 19 },
      { tag: 'a', count: 11 },
      { tag: 'b', count: 11 },
    ],
  })
  expect(
    await counts([its.edited([[1, 5]], { isArchived: true }), its.bulkDeleted([[11, 40]])]),
  ).toMatchObject({
    used: 10,
    active: 5,
    archived: 5,
    favorites: 5,
    uncollected: 0,
    collections: [{ id: 1, count: 5 }],
    tagCount: 2,
    tags: [
      { tag: 'a', count: 5 },
      { tag: 'b', count: 5 },
    ],
  })
  expect(await counts([its.collectionDeleted(1)])).toMatchObject({
    active: 5,
    uncollected: 5,
    collections: [],
  })
})
