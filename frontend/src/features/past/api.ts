import { CollectionList } from '@lectern/contracts/api/collections.ts'
import { Counts } from '@lectern/contracts/api/counts.ts'
import { LinkList } from '@lectern/contracts/api/links.ts'
import { PastProgress } from '@lectern/contracts/api/past.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { LinkFilters } from '../../data/links/keys.ts'
import { searchOf } from '../../data/links/queries.ts'
import { getJson, type Schema } from '../../lib/api.ts'

/** The server asks to come again after this time, in ms, while it prepares a moment. */
const AGAIN_MS = 1_000

/** Answers of a moment that the server has prepared, or how far it is. */
type Of<T> = { readonly ready: T } | { readonly progress: PastProgress }

export const readyOf = <T>(answer: Of<T> | undefined): T | undefined =>
  answer && 'ready' in answer ? answer.ready : undefined

const answerOf = <T>(schema: Schema<T>): Schema<Of<T>> => ({
  parse: value =>
    typeof value === 'object' && value !== null && 'folded' in value
      ? { progress: PastProgress.parse(value) }
      : { ready: schema.parse(value) },
})

const pathOf = (path: string, at: string, search = new URLSearchParams()) => {
  search.set('at', at)
  return `${path}?${search}`
}

const whilePrepared = (answer: Of<unknown> | undefined) => (answer && 'progress' in answer ? AGAIN_MS : false)

export const pastCountsQuery = (at: string) =>
  queryOptions({
    queryKey: ['past', at, 'counts'],
    queryFn: ({ signal }) => getJson(pathOf('/api/counts', at), answerOf(Counts), { signal }),
    refetchInterval: query => whilePrepared(query.state.data),
  })

export const pastCollectionsQuery = (at: string) =>
  queryOptions({
    queryKey: ['past', at, 'collections'],
    queryFn: ({ signal }) => getJson(pathOf('/api/collections', at), answerOf(CollectionList), { signal }),
    refetchInterval: query => whilePrepared(query.state.data),
  })

/** A page that comes after the moment was dropped and has to be prepared again has no links yet. */
export const pastLinksQuery = (at: string, filters: LinkFilters) =>
  infiniteQueryOptions({
    queryKey: ['past', at, 'links', filters],
    queryFn: ({ pageParam, signal }) => {
      const search = searchOf(filters)
      if (pageParam !== null) search.set('cursor', pageParam)
      return getJson(pathOf('/api/links', at, search), answerOf(LinkList), { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: last => readyOf(last)?.nextCursor,
    refetchInterval: query => whilePrepared(query.state.data?.pages.find(page => 'progress' in page)),
    // While the user types, the last result stays until the next one arrives.
    ...(filters.q !== '' && { placeholderData: keepPreviousData }),
  })
