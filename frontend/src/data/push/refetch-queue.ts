import type { Change } from '@lectern/contracts/api/changes.ts'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import { refreshLists } from '../links/refresh.ts'
import { noteKeys } from '../notes/keys.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { readAgain } from '../read-again.ts'
import type { Pushed } from './show-acts.ts'

/** Changes that arrive within this time share one refetch. */
const GATHER_MS = 200
/** The pause after a refetch, as a multiple of its duration. Without it an import would refetch a large list all the time. */
const REST_FACTOR = 4
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/** Data that is out of date. `all` stands for all lists, links and articles; `queries` has hashes of single queries. */
type Stale = {
  what: Set<Change['what'][number] | 'history'>
  linkIds: Set<number>
  all: boolean
  queries: Set<string>
}
const nothing = (): Stale => ({ what: new Set(), linkIds: new Set(), all: false, queries: new Set() })
const isAny = ({ what, queries }: Stale): boolean => what.size > 0 || queries.size > 0

const addTo = (stale: Stale, { what, linkIds, all, queries }: Stale): void => {
  for (const each of what) stale.what.add(each)
  for (const id of linkIds) stale.linkIds.add(id)
  for (const hash of queries) stale.queries.add(hash)
  stale.all ||= all
}

const staleBy = ({ what, linkIds, history }: Change, queries: readonly string[] = []): Stale => {
  const isOfLinks = what.includes('links') || what.includes('extraction')
  return {
    what: new Set(history ? [...what, 'history'] : what),
    linkIds: new Set(linkIds),
    all: isOfLinks && linkIds === undefined,
    queries: new Set(queries),
  }
}

/** Lists of search results. The search index is updated after the links, so a separate change announces it. */
const searches = {
  queryKey: keys.lists,
  predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
    (queryKey[1] as LinkFilters | undefined)?.q !== '',
}

/** The collection or the link was deleted, which is an answer, too. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

const refetch = async (client: QueryClient, { what, linkIds, all, queries }: Stale): Promise<void> => {
  const again = (filters: QueryFilters) => readAgain(client, filters)
  const ids = [...linkIds]
  const reads: Promise<void>[] = []
  if (queries.size > 0) reads.push(again({ predicate: ({ queryHash }) => queries.has(queryHash) }))
  if (what.has('links') || what.has('account') || what.has('collections'))
    for (const queryKey of [keys.counts, keys.tags]) reads.push(again({ queryKey }))
  if (what.has('account')) reads.push(again({ queryKey: keys.account }))
  if (what.has('collections')) reads.push(again({ queryKey: keys.collections }))
  if (what.has('history')) reads.push(again({ queryKey: keys.history }))
  // Acts have the titles of pages and the figures of imports.
  else if (what.has('imports') || what.has('extraction')) reads.push(again({ queryKey: keys.acts }))
  if (what.has('imports')) reads.push(again({ queryKey: keys.imports }))
  if (what.has('notes'))
    for (const queryKey of [noteKeys.lists, noteKeys.ofLinks, noteKeys.counts])
      reads.push(again({ queryKey }))
  if (all) for (const queryKey of [keys.lists, keys.ones, keys.contents]) reads.push(again({ queryKey }))
  else if (what.has('links') || what.has('extraction')) {
    for (const id of ids) reads.push(again({ queryKey: keys.one(id) }))
    if (what.has('extraction')) for (const id of ids) reads.push(again({ queryKey: keys.content(id) }))
  }
  // A card says how many notes its link has.
  if (!all && (what.has('links') || what.has('extraction') || what.has('notes')))
    reads.push(refreshLists(client, ids))
  if (what.has('search') && !all) reads.push(again(searches))
  for (const read of await Promise.allSettled(reads))
    if (read.status === 'rejected' && !isGone(read.reason)) throw read.reason
}

/** The code loads after that of the first screen. Without it, what changed is read. */
const loadShowActs = () =>
  import('./show-acts.ts').then(
    ({ showActs }) => showActs,
    () => () => undefined,
  )

/**
 * Gathers pushed changes, shows those that this tab knows, and reads again what the others name, one refetch at a time. A
 * refetch that fails is tried again.
 */
export const createRefetchQueue = (
  client: QueryClient,
  outbox: Pick<Outbox, 'pending' | 'settle'>,
  onAccountChange: () => void,
) => {
  const pushed: Pushed[] = []
  let stale = nothing()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let isStopped = false
  let failures = 0

  const schedule = (wait: number) => {
    if (!isFetching && !isStopped) timer ??= setTimeout(flush, wait)
  }
  const flush = async () => {
    timer = undefined
    isFetching = true
    const showActs = await loadShowActs()
    for (const each of pushed.splice(0)) {
      const again = showActs(client, outbox, each)
      // Searches and the history do not follow from acts.
      const isSearch = each.change.what.includes('search')
      const rest: Change = { ...each.change, what: isSearch ? ['search'] : [], linkIds: [] }
      addTo(stale, again ? staleBy(rest, again) : staleBy(each.change))
    }
    const taken = stale
    stale = nothing()
    const began = performance.now()
    let pause = GATHER_MS
    try {
      await refetch(client, taken)
      failures = 0
      pause = Math.max(GATHER_MS, REST_FACTOR * (performance.now() - began))
    } catch {
      // The screen shows a failed read where it is used; here the ids go back.
      addTo(stale, taken)
      pause = Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS)
    }
    isFetching = false
    if (pushed.length > 0 || isAny(stale)) schedule(pause)
  }

  return {
    add: (change: Change): void => {
      if (change.what.includes('account')) onAccountChange()
      // The person watches a file being made; a failed read is made good by the next change.
      if (change.exports) readAgain(client, { queryKey: keys.exports }).catch(() => undefined)
      pushed.push({ change, at: performance.now() })
      schedule(GATHER_MS)
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
