import { expect, test } from 'vitest'
import { aLink, aList } from '../../test-support/server.ts'
import { createQueryClient } from '../query-client.ts'
import { ALL_LINKS, keys, type LinkFilters } from './keys.ts'
import { refreshProgress, showProgress } from './read-progress.ts'

const LAST_READ: LinkFilters = { ...ALL_LINKS, sort: 'lastRead' }
const BEGUN: LinkFilters = { ...ALL_LINKS, progress: 'begun' }

const start = () => {
  const client = createQueryClient()
  for (const filters of [ALL_LINKS, LAST_READ, BEGUN])
    client.setQueryData(keys.list(filters), { data: aList([aLink({ id: 2 }), aLink({ id: 1 })]), asOf: 1 })
  const state = (filters: LinkFilters) =>
    client.getQueryState<{ data: ReturnType<typeof aList> }>(keys.list(filters))
  const progress = (filters: LinkFilters) => state(filters)?.data?.data.links.map(link => link.progress)
  return { client, state, progress }
}

test.each([
  [0.4567, 0.457],
  [0.95, 1],
  [0.97, 1],
])('what was read to %s is shown in every loaded list', (part, shown) => {
  const { client, progress } = start()
  showProgress(client, 1, part)
  for (const filters of [ALL_LINKS, LAST_READ, BEGUN]) expect(progress(filters)).toEqual([null, shown])
})

test('a list that was to be read again still is', async () => {
  const { client, state } = start()
  await client.invalidateQueries({ queryKey: keys.list(ALL_LINKS), exact: true })
  showProgress(client, 1, 0.5)
  expect(state(ALL_LINKS)?.isInvalidated).toBe(true)
  expect(state(LAST_READ)?.isInvalidated).toBe(false)
})

test('once the server has the place, the lists whose links or order depend on it are read again', async () => {
  const { client, state } = start()
  await refreshProgress(client)
  expect([ALL_LINKS, LAST_READ, BEGUN].map(filters => state(filters)?.isInvalidated)).toEqual([
    false,
    true,
    true,
  ])
})
