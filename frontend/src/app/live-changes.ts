import { Change } from '@lectern/contracts/api/changes.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshLinks } from '../lib/link-refresh.ts'
import { type LinkFilters, linkKeys } from '../lib/links.ts'
import { userQuery, useSession } from '../lib/session.ts'

/** Changes that arrive within this time share one refetch. */
const GATHER_MS = 200
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

const keysOf = ({ what, linkIds }: Change): (readonly unknown[])[] => {
  const keys: (readonly unknown[])[] = []
  if (what.includes('account')) keys.push(userQuery.queryKey)
  if (what.includes('account') || what.includes('links')) keys.push(linkKeys.counts)
  if (what.includes('collections') || what.includes('links')) keys.push(linkKeys.collections)
  if (what.includes('links') || what.includes('extraction')) {
    for (const id of linkIds ?? []) keys.push(linkKeys.one(id))
    if (!linkIds) keys.push(linkKeys.lists, ['link'], ['content'])
  }
  if (what.includes('extraction')) for (const id of linkIds ?? []) keys.push(linkKeys.content(id))
  return keys
}

/** Lists of search results. The search index is updated after the links, so a separate change announces it. */
const searches = {
  queryKey: linkKeys.lists,
  predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
    (queryKey[1] as LinkFilters | undefined)?.q !== '',
}

/** The pause after a refetch, as a multiple of its duration. Without it an import would refetch a large list all the time. */
const REST_FACTOR = 4

/**
 * Collects stale queries and links and refetches them together, one refetch at a time. Waits while a change of the
 * user is under way, because a refetch would undo it on the screen.
 */
const createRefetchQueue = (client: QueryClient) => {
  const stale = new Map<string, readonly unknown[]>()
  const linkIds = new Set<number>()
  let isSearchStale = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let isStopped = false

  const fetchStale = async () => {
    const refetchSearches = isSearchStale
    isSearchStale = false
    const keys = [...stale.values()]
    const ids = stale.has(JSON.stringify(linkKeys.lists)) ? [] : [...linkIds]
    stale.clear()
    linkIds.clear()
    const others = keys.map(queryKey => client.invalidateQueries({ queryKey }))
    if (refetchSearches) others.push(client.invalidateQueries(searches))
    const isDone = ids.length === 0 || (await refreshLinks(client, ids))
    if (!isDone) for (const id of ids) linkIds.add(id)
    await Promise.all(others)
  }
  const flush = async () => {
    timer = undefined
    if (client.isMutating() > 0) return schedule(GATHER_MS)
    isFetching = true
    const began = performance.now()
    // A query that fails shows its error where it is used.
    await fetchStale().catch(() => undefined)
    isFetching = false
    if (isSearchStale || stale.size + linkIds.size > 0)
      schedule(Math.max(GATHER_MS, REST_FACTOR * (performance.now() - began)))
  }
  const schedule = (wait: number) => {
    if (!isFetching && !isStopped) timer ??= setTimeout(flush, wait)
  }
  return {
    add: (change: Change) => {
      for (const key of keysOf(change)) stale.set(JSON.stringify(key), key)
      if (change.what.includes('links') || change.what.includes('extraction'))
        for (const id of change.linkIds ?? []) linkIds.add(id)
      isSearchStale ||= change.what.includes('search')
      schedule(GATHER_MS)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Follows GET /api/changes and refetches what a change names, or everything after a reconnect. Returns a stop function. */
export const followChanges = (client: QueryClient): (() => void) => {
  const queue = createRefetchQueue(client)
  let source: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS
  let wasOpen = false

  const connect = () => {
    source = new EventSource('/api/changes')
    source.addEventListener('open', () => {
      if (wasOpen) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' })
      wasOpen = true
      wait = FIRST_RETRY_MS
    })
    source.addEventListener('change', event => {
      const change = Change.safeParse(JSON.parse((event as MessageEvent<string>).data))
      if (change.success) queue.add(change.data)
    })
    source.addEventListener('error', () => {
      // The browser reconnects by itself unless the server answered with an error.
      if (source.readyState !== EventSource.CLOSED) return
      retry = setTimeout(connect, wait)
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    })
  }

  connect()
  return () => {
    clearTimeout(retry)
    queue.stop()
    source.close()
  }
}

export const useLiveChanges = (): void => {
  const client = useQueryClient()
  const userId = useSession().user?.id
  useEffect(() => (userId === undefined ? undefined : followChanges(client)), [client, userId])
}
