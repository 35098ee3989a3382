import * as api from '@lectern/contracts/api/notes.ts'
import { CountNotesAnswer, NoteCounts } from '@lectern/contracts/api/notes.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getAnswer, type Schema, sendOk } from '../../lib/api.ts'
import { readLoaded } from '../../lib/navigation.tsx'
import { nameLinks } from '../acts/named-links.ts'
import { type NoteEntries, type NoteList, namedNote } from '../answers.ts'
import { type Id, isUnsentId, linkPath, ownerOf } from '../id.ts'
import { type Reading, read } from '../reading.ts'
import { type NoteFilters, noteKeys } from './keys.ts'

const noteListIn = (library: string | undefined): Schema<NoteList> => ({
  parse: answer => api.NoteList.parse(answer).map(note => namedNote(note, library)),
})

export const NamedEntries: Schema<NoteEntries> = {
  parse: answer => api.NoteEntries.parse(answer).map(({ note, link }) => ({ note: namedNote(note), link })),
}

/** The number of notes that these links have together, read anew each time. Links that are not sent yet have none. */
export const noteCountQuery = (linkIds: readonly Id[]) => {
  const sent = nameLinks(linkIds.filter(id => typeof id === 'number' && id > 0))
  return queryOptions({
    queryKey: ['note-count', sent],
    queryFn: async ({ signal }) => {
      const body = { linkIds: sent }
      const answer = await sendOk({ method: 'POST', path: '/api/notes/count', body }, undefined, signal)
      return CountNotesAnswer.parse(await answer.json()).notes
    },
    enabled: sent.length > 0,
    gcTime: 0,
    staleTime: 0,
  })
}

/** All notes of a link, in the order of the article. A usual link has one page of them. */
export const fetchNotesOfLink = async (linkId: Id, signal: AbortSignal): Promise<Reading<NoteList>> => {
  const began = performance.now()
  const notes: NoteList = []
  let asOf = began
  let cursor: string | null = null
  do {
    const page: string = cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''
    const path = linkPath(linkId, `/notes${page}`)
    const answer = await getAnswer(path, noteListIn(ownerOf(linkId)), { signal })
    notes.push(...answer.body)
    if (answer.isBehind) asOf = 0
    cursor = answer.cursor
  } while (cursor)
  return { data: notes, asOf }
}

export const notesOfLinkQuery = (linkId: Id) =>
  queryOptions({
    queryKey: noteKeys.ofLink(linkId),
    queryFn: ({ signal }) => fetchNotesOfLink(linkId, signal),
    // A link that is not sent yet has no notes on the server.
    enabled: !isUnsentId(linkId),
  })

/** Notes of all links, as far as they are loaded. */
export type NotePages = { readonly entries: NoteEntries; readonly nextCursor: string | null }

/** Notes of the first request, of each further one, and the most in one request. */
const FIRST_PAGE = 100
const NEXT_PAGE = 500
const PAGE_MAX = 1_000

const fetchPage = async (
  { type, q }: NoteFilters,
  limit: number,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Reading<NotePages>> => {
  const search = new URLSearchParams({ limit: String(limit) })
  if (type) search.set('type', type)
  if (q) search.set('q', q)
  if (cursor) search.set('cursor', cursor)
  const began = performance.now()
  const answer = await getAnswer(`/api/notes?${search}`, NamedEntries, signal ? { signal } : {})
  return {
    data: { entries: answer.body, nextCursor: answer.cursor },
    asOf: answer.isBehind ? 0 : began,
  }
}

/** Two pages as one list, which is as old as the older page. */
const joined = (first: Reading<NotePages>, next: Reading<NotePages>): Reading<NotePages> => ({
  data: { ...next.data, entries: [...first.data.entries, ...next.data.entries] },
  asOf: Math.min(first.asOf, next.asOf),
})

/** The newest notes. Fetches as many as were loaded on a refetch, after a reload and after Back. */
export const notesQuery = (filters: NoteFilters) =>
  queryOptions({
    queryKey: noteKeys.list(filters),
    queryFn: async ({ client, queryKey, signal }) => {
      const shown = client.getQueryData<Reading<NotePages>>(queryKey)?.data.entries.length
      const count = Math.max(FIRST_PAGE, shown ?? readLoaded())
      let list = await fetchPage(filters, Math.min(count, PAGE_MAX), null, signal)
      while (list.data.entries.length < count && list.data.nextCursor) {
        const limit = Math.min(count - list.data.entries.length, PAGE_MAX)
        list = joined(list, await fetchPage(filters, limit, list.data.nextCursor, signal))
      }
      return list
    },
    // While the person types, the last result stays until the next one arrives.
    ...(filters.q !== '' && { placeholderData: keepPreviousData }),
  })

/** Fetches the next notes and appends them to the list, unless a refetch changed it meanwhile. */
export const loadMoreNotes = async (client: QueryClient, filters: NoteFilters): Promise<void> => {
  const queryKey = noteKeys.list(filters)
  const cursor = client.getQueryData<Reading<NotePages>>(queryKey)?.data.nextCursor
  if (!cursor) return
  const next = await fetchPage(filters, NEXT_PAGE, cursor)
  client.setQueryData<Reading<NotePages>>(queryKey, list =>
    list?.data.nextCursor === cursor ? joined(list, next) : list,
  )
}

/** How many notes of each type match a search. */
export const noteCountsQuery = (q: string) =>
  queryOptions({
    queryKey: noteKeys.count(q),
    queryFn: ({ signal }) => read(`/api/notes/counts?${new URLSearchParams({ q })}`, NoteCounts, signal),
    ...(q !== '' && { placeholderData: keepPreviousData }),
  })
