import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useKeys } from '../../lib/keyboard/use-keys.ts'
import { readFilters } from '../../lib/link-filters.ts'
import { linksQuery } from '../../lib/links.ts'
import { lastReadAtom, useEntry, useNavigate } from '../../lib/navigation.tsx'
import { useUser } from '../../lib/session.ts'

/** j and k open the next and the previous link of the list that the reader was opened from. Back still leads to the list. */
export const useList = (id: number): void => {
  const entry = useEntry()
  const { plan } = useUser()
  const navigate = useNavigate()
  const { data: list } = useQuery({
    ...linksQuery(readFilters(new URLSearchParams(entry.from?.search)), plan),
    enabled: entry.from !== undefined,
  })
  const links = entry.from && list ? list.links : []
  const index = links.findIndex(link => link.id === id)

  // When the link leaves the list, the next link takes its index.
  const lastIndex = useRef(-1)
  useEffect(() => {
    if (index >= 0) lastIndex.current = index
  }, [index])

  const setLastRead = useSetAtom(lastReadAtom)
  useEffect(() => setLastRead(id), [id, setLastRead])

  const open = (wanted: number) => {
    const link = links[wanted]
    if (link) navigate(`/reader/${link.id}`, { replace: true, state: entry })
  }
  useKeys({
    j: () => open(index < 0 ? lastIndex.current : index + 1),
    k: () => open((index < 0 ? lastIndex.current : index) - 1),
  })
}
