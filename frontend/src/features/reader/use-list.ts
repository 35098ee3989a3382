import type { Link } from '@lectern/contracts/api/links.ts'
import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { isUnsent } from '../../data/acts/act.ts'
import { readFilters } from '../../data/links/filters.ts'
import { useLinkList } from '../../data/links/use-links.ts'
import { lastReadAtom, useEntry, useNavigate } from '../../lib/navigation.tsx'

/** Moves through the list that the reader was opened from. Back still leads to the list. */
export const useList = (id: number) => {
  const entry = useEntry()
  const navigate = useNavigate()
  // The Notes page is no list of links.
  const from = entry.from?.path === '/notes' ? undefined : entry.from
  const { list } = useLinkList(readFilters(new URLSearchParams(from?.search)), from !== undefined)
  const links: readonly Link[] = (from && list?.links.filter(link => !isUnsent(link))) ?? []
  const index = links.findIndex(link => link.id === id)

  // When the link leaves the list, the next link takes its index.
  const lastIndex = useRef(-1)
  useEffect(() => {
    if (index >= 0) lastIndex.current = index
  }, [index])

  const setLastRead = useSetAtom(lastReadAtom)
  useEffect(() => setLastRead(id), [id, setLastRead])

  const neighbour = (by: 1 | -1): Link | undefined => {
    const next = index < 0 ? lastIndex.current : index + 1
    const previous = (index < 0 ? lastIndex.current : index) - 1
    return links[by === 1 ? next : previous]
  }
  return {
    neighbour,
    move: (by: 1 | -1): void => {
      const link = neighbour(by)
      if (link) navigate(`/reader/${link.id}`, { replace: true, state: entry })
    },
  }
}
