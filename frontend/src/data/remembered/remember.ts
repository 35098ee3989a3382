import type { Query, QueryClient } from '@tanstack/react-query'
import { whenIdle } from '../../lib/idle.ts'
import type { LinkList } from '../answers.ts'
import { keys } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import type { NotePages } from '../notes/queries.ts'
import type { Reading } from '../reading.ts'
import { isRememberedKind, putRemembered, type RememberedAnswer } from './store.ts'

/** Reads of one moment are written together. */
const GATHER_MS = 1_000
/** Most links kept of one list, and most notes. */
const ITEMS_MAX = 500

const searchIn = ([kind, about]: readonly unknown[]): string => {
  if (kind === noteKeys.counts[0]) return about as string
  return kind === keys.lists[0] || kind === noteKeys.lists[0] ? (about as { q: string }).q : ''
}

/** Searches are not kept: each letter that is typed makes one, and their links are in other lists. */
const isKept = (queryKey: readonly unknown[]): boolean =>
  isRememberedKind(queryKey[0]) && searchIn(queryKey) === ''

/** The part of an answer that is kept. A list that is shown without the server has no further pages. */
const boundedData = ([kind]: readonly unknown[], data: unknown): unknown => {
  if (kind === keys.lists[0]) {
    const list = data as LinkList
    return { ...list, links: list.links.slice(0, ITEMS_MAX), hasMore: false, nextCursor: null }
  }
  if (kind !== noteKeys.lists[0]) return data
  return { entries: (data as NotePages).entries.slice(0, ITEMS_MAX), nextCursor: null }
}

const rememberedOf = ({ queryKey, state }: Query): RememberedAnswer | undefined => {
  const { data, asOf, rememberedAt } = state.data as Reading<unknown>
  if (rememberedAt !== undefined) return undefined
  // An answer that may lack the last write does not say when it was asked for.
  const ageMs = asOf === 0 ? 0 : performance.now() - asOf
  return { queryKey, data: boundedData(queryKey, data), at: new Date(Date.now() - ageMs).toISOString() }
}

/**
 * Keeps what the server answers from now on, while the browser is idle.
 * @param isCurrent false once another tab has signed out, which deleted what was kept, or in as somebody else
 * @returns a function that ends it
 */
export const rememberAnswers = (
  client: QueryClient,
  userId: string,
  isCurrent: () => boolean,
): (() => void) => {
  const answered = new Map<string, RememberedAnswer>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const write = () => {
    timer = undefined
    const readings = [...answered.values()]
    answered.clear()
    // Without storage, or without room, nothing is kept.
    const isWanted = () => !isStopped && isCurrent()
    if (readings.length > 0) void putRemembered(userId, readings, isWanted).catch(() => undefined)
  }
  const add = (query: Query) => {
    const answer = isKept(query.queryKey) ? rememberedOf(query) : undefined
    if (!answer) return
    answered.set(query.queryHash, answer)
    timer ??= setTimeout(() => whenIdle(write), GATHER_MS)
  }
  // A phone may end a tab that it does not show.
  const onHide = () => {
    if (document.visibilityState === 'hidden') write()
  }
  for (const query of client.getQueryCache().getAll()) if (query.state.data !== undefined) add(query)
  const stopFollowing = client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type === 'updated' && 'action' in event && event.action.type === 'success') add(query)
  })
  document.addEventListener('visibilitychange', onHide)
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopFollowing()
    document.removeEventListener('visibilitychange', onHide)
  }
}
