import type { Change } from '@lectern/contracts/api/changes.ts'
import { HistoryPage } from '@lectern/contracts/api/history.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getJson } from '../../lib/api.ts'
import {
  aContent,
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'
import { collectionsQuery } from '../collections/queries.ts'
import { importsQuery } from '../imports/queries.ts'
import { ALL_LINKS, keys, type LinkFilters } from '../links/keys.ts'
import { countsQuery, linkQuery, linksQuery } from '../links/queries.ts'
import { createQueryClient } from '../query-client.ts'
import { createRefetchQueue } from './refetch-queue.ts'

withServer()
// The part loads in real time, which the fake clock would not wait for.
beforeAll(() => import('./catch-up.ts'))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const SEARCH: LinkFilters = { ...ALL_LINKS, q: 'log' }

/** A tab that shows a list, a search, a link, the counts and the collections, and the paths it reads. */
const openTab = async () => {
  const read: string[] = []
  server.events.removeAllListeners()
  server.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url)
    read.push(pathname + (searchParams.has('q') ? '?q' : ''))
  })
  server.use(
    http.get('*/api/links/7', () => HttpResponse.json(aLink({ id: 7 }))),
    http.get('*/api/links/7/content', () => HttpResponse.json(aContent())),
    http.get('*/api/history', () => HttpResponse.json({ acts: [], nextCursor: null })),
    ...library([aLink({ id: 7 })]),
  )
  const client = createQueryClient()
  const observed = [
    linksQuery(ALL_LINKS, 'free'),
    linksQuery(SEARCH, 'free'),
    linkQuery(7),
    countsQuery,
    collectionsQuery,
    importsQuery,
    { queryKey: [...keys.history, 'acts'], queryFn: () => getJson('/api/history', HistoryPage) },
  ] as const
  for (const query of observed) new QueryObserver(client, query as never).subscribe(() => undefined)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  read.length = 0
  const onAccount = vi.fn()
  const queue = createRefetchQueue(client, { pending: () => [], settle: () => undefined }, onAccount)
  const change = async (...changes: Change[]) => {
    for (const each of changes) queue.add(each)
    await vi.advanceTimersByTimeAsync(200)
    await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  }
  return { client, queue, change, read, onAccount }
}

test.each<[Change, string[]]>([
  [{ what: ['links'], linkIds: [7] }, ['/api/counts', '/api/links', '/api/links/7', '/api/links?q']],
  [{ what: ['links'] }, ['/api/counts', '/api/links', '/api/links/7', '/api/links?q']],
  [{ what: ['collections'] }, ['/api/collections', '/api/counts']],
  [{ what: ['search'] }, ['/api/links?q']],
  [{ what: ['imports'] }, ['/api/history', '/api/imports']],
  [{ what: ['extraction'], linkIds: [7] }, ['/api/history', '/api/links', '/api/links/7', '/api/links?q']],
  [{ what: ['notes'] }, ['/api/links', '/api/links?q']],
  [{ what: [], history: true }, ['/api/history']],
  [{ what: ['links'], linkIds: [8] }, ['/api/counts', '/api/links', '/api/links?q']],
])('%o reads again what shows it, once', async (change, paths) => {
  const { read, queue, change: pass } = await openTab()
  await pass(change, change, change)
  expect(read.toSorted()).toEqual(paths)
  queue.stop()
})

test('a change of the account asks who is signed in', async () => {
  const { onAccount, queue, change } = await openTab()
  await change({ what: ['account'] })
  expect(onAccount).toHaveBeenCalledOnce()
  queue.stop()
})

test('ids whose read failed are read again after a pause', async () => {
  const { client, queue, change } = await openTab()
  server.use(
    http.get('*/api/links', () => refusal(503, 'Briefly unavailable.'), { once: true }),
    http.get('*/api/links', () => HttpResponse.json(aList([aLink({ id: 7, title: 'New' })]))),
  )
  const title = () => client.getQueryData(linksQuery(ALL_LINKS, 'free').queryKey)?.data.links[0]?.title
  await change({ what: ['links'], linkIds: [7] })
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(title()).toBe('New'))
  expect(client.getQueryState(keys.list(ALL_LINKS))?.status).toBe('success')
  queue.stop()
})

test('changes are read while the person acts, and nothing is read after stop', async () => {
  const { queue, read } = await openTab()
  queue.add({ what: ['links'], linkIds: [7] })
  queue.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(read).toEqual([])
})
