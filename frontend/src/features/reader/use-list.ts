import { PLANS } from '@lectern/contracts/plans.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isUnsent } from '../../data/acts/act.ts'
import type { Link } from '../../data/answers.ts'
import { type Id, readerPath } from '../../data/id.ts'
import { useLinkList } from '../../data/library/use-links.ts'
import { useListFilters } from '../../data/library/use-shared.ts'
import { LIBRARY, sharedAt } from '../../data/links/filters.ts'
import { loadMore } from '../../data/links/queries.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { lastReadAtom, useEntry, useNavigate } from '../../lib/navigation.tsx'

/** The next page of the list is loaded when this many links or fewer are left to read. */
const LEFT_MIN = 3

export type ReadingList = ReturnType<typeof useList>

/** Moves through the list that the reader was opened from, beyond its loaded page, too. Back still leads to the list. */
export const useList = (id: Id) => {
  const entry = useEntry()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { plan } = useUser()
  // The Notes page and the history are no lists of links.
  const isList = entry.from && (LIBRARY.test(entry.from.path) || sharedAt(entry.from.path) !== undefined)
  const from = isList ? entry.from : undefined
  const search = from?.search
  const found = useListFilters(
    useMemo(() => new URLSearchParams(search), [search]),
    from?.path ?? '',
  )
  const filters = { ...found, sort: from?.sort ?? found.sort }
  const { list } = useLinkList(filters, from !== undefined)
  const links: readonly Link[] = (from && list?.links.filter(link => !isUnsent(link))) ?? []
  const index = links.findIndex(link => link.id === id)

  // When the link leaves the list, the next link takes its index.
  const lastIndex = useRef(-1)
  useEffect(() => {
    if (index >= 0) lastIndex.current = index
  }, [index])

  const setLastRead = useSetAtom(lastReadAtom)
  useEffect(() => setLastRead(id), [id, setLastRead])

  const cursor = (from && list?.nextCursor) ?? null
  const isNearEnd = cursor !== null && index >= links.length - 1 - LEFT_MIN
  const load = useEffectEvent(() =>
    // A key that is pressed quickly asks once.
    client.fetchQuery({
      queryKey: ['more', filters],
      queryFn: () => loadMore(client, filters, PLANS[plan].pageSize).then(() => null),
      staleTime: 0,
      gcTime: 0,
    }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another cursor
  useEffect(() => {
    // Without an answer the list ends here until the person comes back to it.
    if (isNearEnd) load().catch(() => undefined)
  }, [isNearEnd, cursor])

  const neighbour = (by: 1 | -1): Link | undefined => {
    const next = index < 0 ? lastIndex.current : index + 1
    const previous = (index < 0 ? lastIndex.current : index) - 1
    return links[by === 1 ? next : previous]
  }
  const open = (link: Link): void => navigate(readerPath(link.id), { replace: true, state: entry })

  // The person has asked for the first link of a page that is still loading.
  const [isAwaited, setAwaited] = useState(false)
  const awaited = isAwaited ? neighbour(1) : undefined
  const openAwaited = useEffectEvent(open)
  useEffect(() => {
    if (awaited) openAwaited(awaited)
  }, [awaited])

  return {
    neighbour,
    /** Whether the list is there, and this is its last article. */
    isAtEnd: from !== undefined && list !== undefined && cursor === null && neighbour(1) === undefined,
    move: (by: 1 | -1): void => {
      const link = neighbour(by)
      if (link) open(link)
      else if (by === 1 && isNearEnd) setAwaited(true)
    },
  }
}
