import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { aLink, aList, HttpResponse, http, refusal, server, withServer } from '../../test-support/server.ts'
import type { Link } from '../answers.ts'
import { createQueryClient } from '../query-client.ts'
import { ALL_LINKS } from './keys.ts'
import { placeLink } from './place.ts'
import { linksQuery, loadMore } from './queries.ts'
import { refreshLists } from './refresh.ts'

withServer()

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString()
const saved = (id: number, changes: Partial<Link> = {}) => aLink({ id, createdAt: day(id), ...changes })
const newestFirst = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => saved(from - n))
const idsOf = ({ links }: { links: readonly Link[] }) => links.map(({ id }) => id)

test('a link moves to the place of its date, or out of a list that it no longer matches', () => {
  const list = aList([saved(5), saved(3), saved(1)], { nextCursor: 'more' })
  expect(idsOf(placeLink(list, 4, saved(4), ALL_LINKS))).toEqual([5, 4, 3, 1])
  expect(idsOf(placeLink(list, 9, saved(9), ALL_LINKS))).toEqual([9, 5, 3, 1])
  expect(placeLink(list, 3, saved(3, { title: 'Read' }), ALL_LINKS).links[1]?.title).toBe('Read')
  expect(idsOf(placeLink(list, 3, saved(3, { isArchived: true }), ALL_LINKS))).toEqual([5, 1])
  expect(idsOf(placeLink(list, 3, null, ALL_LINKS))).toEqual([5, 1])
})

test('a link after the last loaded one is left to the next page', () => {
  const links = [saved(5), saved(3)]
  expect(idsOf(placeLink(aList(links, { nextCursor: 'more' }), 2, saved(2), ALL_LINKS))).toEqual([5, 3])
  expect(idsOf(placeLink(aList(links), 2, saved(2), ALL_LINKS))).toEqual([5, 3, 2])
})

const watch = (links: Link[], more: object = {}) => {
  const client = createQueryClient()
  const query = linksQuery(ALL_LINKS, 'legacy_unlimited')
  client.setQueryData(query.queryKey, { data: aList(links, { nextCursor: 'more', ...more }), asOf: 1 })
  const stop = new QueryObserver(client, query).subscribe(() => undefined)
  return { client, stop, list: () => client.getQueryData(query.queryKey)?.data ?? aList([]) }
}

test('a long list fetches only the changed links', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/api/links/400', () => HttpResponse.json(saved(400, { title: 'Read' }))),
    http.get('*/api/links/399', () => refusal(404, 'This link is not there.')),
    http.get('*/api/links', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(aList([saved(500)], { total: 499, nextCursor: 'next' }))
    }),
  )
  const { client, stop, list } = watch(newestFirst(500, 1), { total: 500 })
  await refreshLists(client, [400, 399])
  expect(asked).toEqual(['?limit=1'])
  expect(list()).toMatchObject({ total: 499, nextCursor: 'more' })
  expect(list().links).toHaveLength(499)
  expect(list().links[100]?.title).toBe('Read')
  stop()
})

test('a link of a long list that was read again before is read again once more', async () => {
  const titles = ['First', 'Second']
  server.use(
    http.get('*/api/links/400', () => HttpResponse.json(saved(400, { title: titles.shift() ?? '' }))),
    http.get('*/api/links', () => HttpResponse.json(aList([saved(500)], { total: 500 }))),
  )
  const { client, stop, list } = watch(newestFirst(500, 1), { total: 500 })
  await refreshLists(client, [400])
  await refreshLists(client, [400])
  expect(list().links[100]?.title).toBe('Second')
  stop()
})

test('a failed read of one link throws and leaves the long list as it was', async () => {
  server.use(
    http.get('*/api/links/400', () => refusal(503, 'Briefly unavailable.')),
    http.get('*/api/links', () => HttpResponse.json(aList([], { total: 499 }))),
  )
  const { client, stop, list } = watch(newestFirst(500, 1), { total: 500 })
  await expect(refreshLists(client, [400])).rejects.toThrow('Briefly unavailable.')
  expect(list().total).toBe(500)
  stop()
})

test('a refetch of a long list comes in pages, and unchanged links stay the same objects', async () => {
  const limits: (string | null)[] = []
  server.use(
    http.get('*/api/links', ({ request }) => {
      const search = new URL(request.url).searchParams
      limits.push(search.get('limit'))
      const first = Number(search.get('cursor') ?? 3_000)
      const last = first - Number(search.get('limit'))
      return HttpResponse.json(aList(newestFirst(first, last + 1), { nextCursor: String(last) }))
    }),
  )
  const { client, stop, list } = watch(newestFirst(2_999, 500))
  const known = list().links[0]
  await client.invalidateQueries()
  expect(limits).toEqual(['1000', '1000', '500'])
  expect(idsOf(list())).toEqual(idsOf({ links: newestFirst(3_000, 501) }))
  expect(list().links[1]).toBe(known)
  stop()
})

test('Load More continues at the end of the list, also after a refetch moved it', async () => {
  const { client, stop, list } = watch(newestFirst(10, 8), { nextCursor: 'old' })
  const cursors = vi.fn()
  server.use(
    http.get('*/api/links', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor')
      cursors(cursor)
      if (cursor === 'old') {
        const query = linksQuery(ALL_LINKS, 'legacy_unlimited')
        client.setQueryData(query.queryKey, {
          data: aList(newestFirst(11, 9), { nextCursor: 'new' }),
          asOf: 2,
        })
        return HttpResponse.json(aList(newestFirst(7, 6)))
      }
      return HttpResponse.json(aList(newestFirst(8, 7)))
    }),
  )
  await loadMore(client, ALL_LINKS, 2)
  expect(cursors.mock.calls).toEqual([['old'], ['new']])
  expect(idsOf(list())).toEqual([11, 10, 9, 8, 7])
  stop()
})

test('a refetch that began before Load More does not take the loaded links away', async () => {
  const isAsked = Promise.withResolvers<void>()
  const isLoaded = Promise.withResolvers<void>()
  server.use(
    http.get('*/api/links', async ({ request }) => {
      const { searchParams } = new URL(request.url)
      if (searchParams.has('cursor')) return HttpResponse.json(aList([saved(1)], { total: 201 }))
      const links = newestFirst(201, 201 - Number(searchParams.get('limit')) + 1)
      isAsked.resolve()
      if (links.length === 200) await isLoaded.promise
      return HttpResponse.json(aList(links, { total: 201, nextCursor: links.length > 200 ? null : 'more' }))
    }),
  )
  const { client, stop, list } = watch(newestFirst(201, 2), { total: 201 })
  const refetching = refreshLists(client, [150])
  await isAsked.promise
  const loading = loadMore(client, ALL_LINKS, 50)
  await expect.poll(() => list().links.length).toBe(201)
  isLoaded.resolve()
  await Promise.allSettled([refetching, loading])
  expect(list().links).toHaveLength(201)
  stop()
})
