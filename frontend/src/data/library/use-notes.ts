import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NoteList } from '../answers.ts'
import { type Id, isUnsentId } from '../id.ts'
import { foldEntries, foldNotes } from '../notes/fold.ts'
import type { NoteFilters } from '../notes/keys.ts'
import { notesOfLinkQuery, notesQuery } from '../notes/queries.ts'
import type { Reading } from '../reading.ts'
import { useLibrary, usePendingActs } from './use-library.tsx'

/** What the server has for a link that is not sent yet. */
const NONE: Reading<NoteList> = { data: [], asOf: 0 }

/** The notes of a link in the order of the article, with the person's own acts; undefined while they load. */
export const useNotesOfLink = (linkId: Id) => {
  const acts = usePendingActs()
  const { outbox } = useLibrary()
  // The link may have got its id since the panel was opened.
  const id = outbox.idOf(linkId)
  const { data, error, refetch } = useQuery(notesOfLinkQuery(id))
  const reading = isUnsentId(linkId) ? (data ?? NONE) : data
  const notes = useMemo(() => reading && foldNotes(reading, id, acts), [reading, id, acts])
  return { notes, error, refetch }
}

/** The newest notes of all links, with the person's own changes to them; undefined while they load. */
export const useNotes = ({ type, q }: NoteFilters) => {
  const acts = usePendingActs()
  const filters = useMemo(() => ({ type, q }), [type, q])
  const { data, error, isPlaceholderData, refetch } = useQuery(notesQuery(filters))
  const entries = useMemo(() => data && foldEntries(data.data.entries, data.asOf, acts), [data, acts])
  return {
    entries,
    hasMore: Boolean(data?.data.nextCursor),
    isGathered: data?.isGathered ?? false,
    error,
    isPlaceholderData,
    refetch,
  }
}
