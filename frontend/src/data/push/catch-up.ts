import type { Change } from '@lectern/contracts/api/changes.ts'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { type Id, ownerOf } from '../id.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import { refreshLists } from '../links/refresh.ts'
import { noteKeys } from '../notes/keys.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { readAgain } from '../read-again.ts'
import { type Pushed, showActs } from './show-acts.ts'

/** Data that is out of date. `all` stands for all lists, links and articles; `queries` has hashes of single queries. */
export type Stale = {
  what: Set<Change['what'][number] | 'history' | 'sharing'>
  linkIds: Set<number>
  all: boolean
  queries: Set<string>
  /** Of others, who share something with the person. */
  libraries: Set<string>
}
const addTo = (stale: Stale, { what, linkIds, all, queries, libraries }: Stale): void => {
  for (const each of libraries) stale.libraries.add(each)
  for (const each of what) stale.what.add(each)
  for (const id of linkIds) stale.linkIds.add(id)
  for (const hash of queries) stale.queries.add(hash)
  stale.all ||= all
}

const staleBy = (
  { what, linkIds, history, shared = [], sharing }: Change,
  queries: readonly string[] = [],
): Stale => {
  const isOfLinks = what.includes('links') || what.includes('extraction')
  return {
    what: new Set([
      ...what,
      ...(history ? (['history'] as const) : []),
      ...(sharing ? (['sharing'] as const) : []),
    ]),
    libraries: new Set(shared.map(({ library }) => library)),
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

/** Whether the query is about the library of one of them. Those that look among all links may have some of theirs. */
const isOfOthers = ([kind, about]: readonly unknown[], libraries: ReadonlySet<string>): boolean => {
  if (kind !== keys.lists[0]) return typeof about === 'string' && libraries.has(ownerOf(about as Id) ?? '')
  const { collection, shared, q } = about as LinkFilters
  if (collection === null) return shared !== undefined || q !== ''
  return collection !== 'none' && libraries.has(ownerOf(collection) ?? '')
}

/** The collection or the link was deleted, which is an answer, too. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Reads again what is out of date. Throws what a failed request throws. */
export const refetch = async (
  client: QueryClient,
  { what, linkIds, all, queries, libraries }: Stale,
): Promise<void> => {
  const again = (filters: QueryFilters) => readAgain(client, filters)
  const ids = [...linkIds]
  const reads: Promise<void>[] = []
  if (queries.size > 0) reads.push(again({ predicate: ({ queryHash }) => queries.has(queryHash) }))
  if (what.has('links') || what.has('account') || what.has('collections'))
    for (const queryKey of [keys.counts, keys.tags]) reads.push(again({ queryKey }))
  if (what.has('account')) reads.push(again({ queryKey: keys.account }))
  if (what.has('collections')) reads.push(again({ queryKey: keys.collections }))
  if (what.has('sharing') || libraries.size > 0) reads.push(again({ queryKey: keys.shared }))
  if (what.has('sharing') || what.has('collections')) reads.push(again({ queryKey: keys.sharing }))
  if (libraries.size > 0) reads.push(again({ predicate: ({ queryKey }) => isOfOthers(queryKey, libraries) }))
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

/** Shows the changes that this tab knows. @returns what must be read for the others, with what had to be read before */
export const gather = (
  client: QueryClient,
  outbox: Pick<Outbox, 'pending' | 'settle'>,
  pushed: readonly Pushed[],
  stale: Stale = {
    ...{ what: new Set(), linkIds: new Set(), all: false, queries: new Set(), libraries: new Set() },
  },
): Stale => {
  for (const each of pushed) {
    const again = showActs(client, outbox, each)
    // Searches and the history do not follow from acts.
    const isSearch = each.change.what.includes('search')
    const rest: Change = { ...each.change, what: isSearch ? ['search'] : [], linkIds: [] }
    addTo(stale, again ? staleBy(rest, again) : staleBy(each.change))
  }
  return stale
}
