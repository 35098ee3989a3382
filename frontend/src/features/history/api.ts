import { type ActGroup, type ActSource, HistoryMonths, HistoryPage } from '@lectern/contracts/api/history.ts'
import type { UndoRequest } from '@lectern/contracts/api/link-requests.ts'
import { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { keys } from '../../data/links/keys.ts'
import { readAgain } from '../../data/read-again.ts'
import { type Reading, read } from '../../data/reading.ts'
import { sendOk } from '../../lib/api.ts'
import { readLoaded } from '../../lib/navigation.tsx'
import { countActs, firstPage, type Pages, withHead, withNext, withPageAgain, withUndone } from './pages.ts'

/** Which acts are shown. Days are YYYY-MM-DD, on the person's clock. */
export type HistoryFilters = {
  readonly kind: ActGroup | null
  readonly via: ActSource | null
  readonly link: number | null
  readonly collection: number | null
  readonly tag: string
  readonly import: string
  readonly from: string
  readonly to: string
  readonly q: string
}

const PAGE = 100
/** Pages that are read at most until the newest acts meet the loaded ones. Above that the list begins anew. */
const HEAD_PAGES_MAX = 10
/** Loaded acts, above which the list ends and offers to go on in a new one. It bounds the memory of the tab. */
export const LOADED_MAX = 10_000

/** The first moment of a day, or of the one after it. */
const momentOf = (day: string, daysLater = 0): string => {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}

/** The moment after a month, YYYY-MM, on the person's clock as the headings of days are. Months are counted in UTC. */
export const endOf = (month: string): string => {
  const date = new Date(`${month}-01T00:00`)
  date.setMonth(date.getMonth() + 1)
  return date.toISOString()
}

const queryOf = ({ from, to, ...filters }: HistoryFilters, until = ''): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, String(value))
  if (from) search.set('from', momentOf(from))
  const ends = [until, to && momentOf(to, 1)].filter(Boolean).toSorted()
  if (ends[0]) search.set('until', ends[0])
  return search
}

/** What one list shows: the filters, and where it begins: at the end of a month, at a moment, or with the newest act. */
export type Wanted = { readonly filters: HistoryFilters; readonly month: string; readonly before: string }

const fetchPage = (
  { filters, month, before }: Wanted,
  cursor: string | null,
  limit: number,
  signal?: AbortSignal,
): Promise<Reading<HistoryPage>> => {
  const search = queryOf(filters, before || (month && endOf(month)))
  search.set('limit', String(limit))
  if (cursor) search.set('cursor', cursor)
  return read(`/api/history?${search}`, HistoryPage, signal)
}

const keyOf = (wanted: Wanted) => [...keys.acts, wanted] as const

/**
 * The newest acts, with those that were loaded before. A refetch reads what is new and keeps the older ones, which are read
 * again when they come into view (refreshPage).
 */
export const historyQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: keyOf(wanted),
    queryFn: async ({ client, queryKey, signal }): Promise<Reading<Pages>> => {
      const loaded = client.getQueryData<Reading<Pages>>(queryKey)?.data
      const next = async (cursor: string | null) => fetchPage(wanted, cursor, PAGE, signal)
      const { data, asOf } = await next(null)
      let head = firstPage(data, asOf)
      const goOn = async (cursor: string) => {
        const more = await next(cursor)
        head = withNext(head, cursor, more.data, more.asOf)
      }
      // After Back and a reload, as many as were loaded.
      const count = Math.min(readLoaded(), LOADED_MAX)
      for (let pages = 1; ; pages += 1) {
        const joined = loaded && withHead(loaded, head)
        if (joined) return { data: joined, asOf }
        const isEnough = loaded ? pages >= HEAD_PAGES_MAX : countActs(head) >= count
        if (isEnough || !head.nextCursor) break
        await goOn(head.nextCursor)
      }
      return { data: loaded && countActs(head) === 0 ? loaded : head, asOf }
    },
    ...(wanted.filters.q !== '' && { placeholderData: keepPreviousData }),
  })

const update = (client: QueryClient, wanted: Wanted, change: (loaded: Pages) => Pages): void => {
  client.setQueryData<Reading<Pages>>(keyOf(wanted), now => now && { ...now, data: change(now.data) })
}

/** Fetches the next acts and appends them, unless a refetch changed the end of the list meanwhile. */
export const loadMoreActs = async (client: QueryClient, wanted: Wanted): Promise<void> => {
  const cursor = client.getQueryData<Reading<Pages>>(keyOf(wanted))?.data.nextCursor
  if (!cursor) return
  const { data, asOf } = await fetchPage(wanted, cursor, PAGE)
  update(client, wanted, loaded => withNext(loaded, cursor, data, asOf))
}

/** Reads a loaded page again, whose acts may have been undone since. */
export const refreshPage = async (
  client: QueryClient,
  wanted: Wanted,
  { cursor, acts }: Pages['pages'][number],
): Promise<void> => {
  if (cursor === null) return
  const { data, asOf } = await fetchPage(wanted, cursor, acts.length)
  update(client, wanted, loaded => withPageAgain(loaded, cursor, data, asOf))
}

/** What the undoing of an import would do, read anew each time. It changes nothing. */
export const undoPreviewQuery = (act: string, includeTouched: boolean) =>
  queryOptions({
    queryKey: ['undo-preview', act, includeTouched],
    queryFn: async ({ signal }) => {
      const body = { act, includeTouched } satisfies UndoRequest
      const answer = await sendOk({ method: 'POST', path: '/api/undo/preview', body }, undefined, signal)
      return UndoAnswer.parse(await answer.json())
    },
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Shows an act as undone until the history is read again. */
export const showUndone = (client: QueryClient, actId: string): void => {
  client.setQueriesData<Reading<Pages>>({ queryKey: keys.acts }, now =>
    now ? { ...now, data: withUndone(now.data, actId) } : now,
  )
}

export const readHistoryAgain = (client: QueryClient): Promise<void> =>
  readAgain(client, { queryKey: keys.history })

/** How many acts each month has under these filters. */
export const monthsQuery = (filters: HistoryFilters) =>
  queryOptions({
    queryKey: [...keys.history, 'months', filters] as const,
    queryFn: ({ signal }) => read(`/api/history/months?${queryOf(filters)}`, HistoryMonths, signal),
    ...(filters.q !== '' && { placeholderData: keepPreviousData }),
  })
