import { Change } from '@lectern/contracts/api/changes.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { linkKeys } from '../lib/links.ts'
import { userQuery, useSession } from '../lib/session.ts'

/** Changes within this time make one refetch, ms. */
const GATHER = 200
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000

const keysOf = ({ what, linkIds }: Change): (readonly unknown[])[] => {
  const keys: (readonly unknown[])[] = []
  if (what.includes('account')) keys.push(userQuery.queryKey)
  if (what.includes('account') || what.includes('links')) keys.push(linkKeys.counts)
  if (what.includes('collections') || what.includes('links')) keys.push(linkKeys.collections)
  if (what.includes('links') || what.includes('extraction')) {
    keys.push(linkKeys.lists)
    for (const id of linkIds ?? []) keys.push(linkKeys.one(id))
    if (!linkIds) keys.push(['link'], ['content'])
  }
  if (what.includes('extraction')) for (const id of linkIds ?? []) keys.push(linkKeys.content(id))
  return keys
}

/** Gathers stale keys and invalidates them together, once no own change is under way that a refetch would undo. */
const createGatherer = (client: QueryClient) => {
  const stale = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (client.isMutating() > 0) return schedule()
    for (const queryKey of stale.values()) void client.invalidateQueries({ queryKey })
    stale.clear()
  }
  const schedule = () => {
    timer ??= setTimeout(flush, GATHER)
  }
  return {
    add: (keys: readonly (readonly unknown[])[]) => {
      for (const key of keys) stale.set(JSON.stringify(key), key)
      schedule()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Follows GET /api/changes: what a change names is fetched again; after a gap, everything is. */
export const followChanges = (client: QueryClient): (() => void) => {
  const gatherer = createGatherer(client)
  let source: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT
  let wasOpen = false

  const connect = () => {
    source = new EventSource('/api/changes')
    source.addEventListener('open', () => {
      if (wasOpen) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' })
      wasOpen = true
      wait = FIRST_WAIT
    })
    source.addEventListener('change', event => {
      const change = Change.safeParse(JSON.parse((event as MessageEvent<string>).data))
      if (change.success) gatherer.add(keysOf(change.data))
    })
    source.addEventListener('error', () => {
      // The browser reconnects by itself but where the server answered with an error.
      if (source.readyState !== EventSource.CLOSED) return
      retry = setTimeout(connect, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    })
  }

  connect()
  return () => {
    clearTimeout(retry)
    gatherer.stop()
    source.close()
  }
}

export const useLiveChanges = (): void => {
  const client = useQueryClient()
  const userId = useSession().user?.id
  useEffect(() => (userId === undefined ? undefined : followChanges(client)), [client, userId])
}
