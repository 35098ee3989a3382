import { expect, test } from 'vitest'
import { aLink } from '../../test-support/server.ts'
import type { Link } from '../answers.ts'
import type { LinkFilters, Sort } from '../links/keys.ts'
import { ALL_LINKS } from '../links/keys.ts'
import { gatherList } from './gather-list.ts'

const day = (n: number) => new Date(Date.UTC(2026, 2, n)).toISOString()
const garden = { id: 4, name: 'Garden', description: null, color: '#10B981', count: 1 }

const LINKS: Link[] = [
  aLink({
    id: 1,
    title: 'Growing Tomatoes',
    url: 'https://www.plants.example/t',
    tags: ['Garten'],
    createdAt: day(1),
  }),
  aLink({
    id: 2,
    title: 'Über den Wein',
    note: 'Frag Mina',
    collectionId: 4,
    wordCount: 90,
    createdAt: day(2),
  }),
  aLink({
    id: 3,
    title: 'A log',
    url: 'https://blog.plants.example/log',
    isFavorite: true,
    extraction: 'failed',
    createdAt: day(3),
  }),
  aLink({ id: 4, title: 'Old tomatoes', isArchived: true, progress: 1, createdAt: day(4) }),
]
const gather = (filters: Partial<LinkFilters>, plan: 'free' | 'pro' = 'pro') =>
  gatherList(LINKS, { ...ALL_LINKS, ...filters }, { plan, collections: [garden] })
const found = (q: string) => gather({ q }).links.map(({ id }) => id)

test.each([
  ['tomato', [1]],
  ['uber MINA', [2]],
  ['"den wein"', [2]],
  ['gart', [1]],
  ['#garten', [1]],
  ['#gart', []],
  ['site:plants.example', [3, 1]],
  ['site:blog.plants.example', [3]],
  ['is:archived', [4]],
  ['is:favorite', [3]],
  ['is:unreadable', [3]],
  ['-is:unreadable', [2, 1]],
  ['in:garden', [2]],
  ['after:2026-03-02', [3, 2]],
  ['before:2026-03-02', [1]],
  ['-tomatoes -#garten', [3, 2]],
  ['-site:plants.example', [2]],
  ['*', [3, 2, 1]],
])('a search for %s finds what the server finds without articles', (q, ids) => {
  expect(found(q)).toEqual(ids)
})

test('the free plan reads advanced terms as words, and the list says so', () => {
  expect(gather({ q: 'is:favorite' }, 'free')).toMatchObject({ links: [], advancedSearch: 'upgrade' })
})

test.each<[Partial<LinkFilters>, number[]]>([
  [{ favorite: true }, [3]],
  [{ archived: true }, [4]],
  [{ collection: 4 }, [2]],
  [{ collection: 'none' }, [3, 1]],
  [{ archived: true, progress: 'finished' }, [4]],
])('a view of %o has the links that match', (filters, ids) => {
  expect(gather(filters)).toMatchObject({
    links: ids.map(id => ({ id })),
    total: ids.length,
    nextCursor: null,
  })
})

test.each<[Sort, number[]]>([
  ['newest', [3, 2, 1]],
  ['oldest', [1, 2, 3]],
  ['title', [3, 1, 2]],
  ['readingTime', [2, 1, 3]],
  ['lastRead', [3, 2, 1]],
])('the order %s is kept', (sort, ids) => {
  expect(gather({ sort }).links.map(({ id }) => id)).toEqual(ids)
})
