import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePendingActs } from '../use-library.tsx'
import { foldEntries, foldNotes } from './fold.ts'
import type { NoteFilters } from './keys.ts'
import { notesOfLinkQuery, notesQuery } from './queries.ts'

/** The notes of a link in the order of the article, with the person's own acts; undefined while they load. */
export const useNotesOfLink = (linkId: number) => {
  const acts = usePendingActs()
  const { data, error, refetch } = useQuery(notesOfLinkQuery(linkId))
  const notes = useMemo(() => data && foldNotes(data, linkId, acts), [data, linkId, acts])
  return { notes, error, refetch }
}

/** The newest notes of all links, with the person's own changes to them; undefined while they load. */
export const useNotes = ({ type, q }: NoteFilters) => {
  const acts = usePendingActs()
  const filters = useMemo(() => ({ type, q }), [type, q])
  const { data, error, isPlaceholderData, refetch } = useQuery(notesQuery(filters))
  const entries = useMemo(() => data && foldEntries(data.data.entries, data.asOf, acts), [data, acts])
  return { entries, hasMore: Boolean(data?.data.nextCursor), error, isPlaceholderData, refetch }
}
