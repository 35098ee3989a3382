import { expect, test } from 'vitest'
import { aLink, aList } from '../../test-support/server.ts'
import type { Link } from '../answers.ts'
import type { Sort } from './keys.ts'
import { ALL_LINKS } from './keys.ts'
import { matchesFilters, placeLink } from './place.ts'

const at = (id: number, changes: Partial<Link>) =>
  aLink({ id, createdAt: new Date(Date.UTC(2026, 0, id)).toISOString(), ...changes })
const idsIn = (links: Link[], link: Link, sort: Sort, more: object = {}) =>
  placeLink(aList(links, more), link.id, link, { ...ALL_LINKS, sort }).links.map(({ id }) => id)

const titled = (id: number, title: string) => at(id, { title })
const long = (id: number, wordCount: number | null) => at(id, { wordCount })
const read = (id: number, progress: number | null) => at(id, { progress })

test.each<[Sort, Link[], Link, number[]]>([
  ['newest', [at(3, {}), at(1, {})], at(2, {}), [3, 2, 1]],
  ['oldest', [at(1, {}), at(3, {})], at(2, {}), [1, 2, 3]],
  ['oldest', [at(1, {}), at(3, {})], at(4, {}), [1, 3, 4]],
  ['title', [titled(3, 'apple'), titled(1, 'École')], titled(2, 'Banana'), [3, 2, 1]],
  ['title', [titled(3, 'apple'), titled(1, 'École')], titled(2, 'ecologist'), [3, 1, 2]],
  ['title', [titled(1, 'a'), titled(3, 'A')], titled(2, 'a'), [1, 2, 3]],
  ['readingTime', [long(3, 200), long(1, 900)], long(2, 400), [3, 2, 1]],
  ['readingTime', [long(3, 200), long(1, null)], long(2, null), [3, 1, 2]],
  // Links that were never read come last, newest first.
  ['lastRead', [read(9, 1), read(3, null), read(1, null)], read(2, null), [9, 3, 2, 1]],
])('in the order %s a link comes to its place', (sort, links, link, ids) => {
  expect(idsIn(links, link, sort)).toEqual(ids)
})

test('when a link was read last only the server knows', () => {
  expect(idsIn([read(3, 1), read(1, null)], read(2, 0.5), 'lastRead')).toEqual([3, 1])
  expect(idsIn([read(3, 1), read(2, null), read(1, null)], read(2, 0.5), 'lastRead')).toEqual([3, 2, 1])
})

test.each<Sort>(['oldest', 'title', 'readingTime'])(
  'in the order %s a link after the last loaded one is left to the next page',
  sort => {
    const links = [at(1, { title: 'a', wordCount: 1 })]
    const last = at(2, { title: 'z', wordCount: null })
    expect(idsIn(links, last, sort, { nextCursor: 'more' })).toEqual([1])
    expect(idsIn(links, last, sort)).toEqual([1, 2])
  },
)

test.each([
  [null, 'unread'],
  [undefined, 'unread'],
  [0, 'begun'],
  [0.94, 'begun'],
  [1, 'finished'],
] as const)('a link read to %s is %s', (part, expected) => {
  const link = { ...aLink(), progress: part } as Link
  const found = (['unread', 'begun', 'finished'] as const).filter(progress =>
    matchesFilters(link, { ...ALL_LINKS, progress }),
  )
  expect(found).toEqual([expected])
})
