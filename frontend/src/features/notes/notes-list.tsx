import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNotes } from '../../data/library/use-notes.ts'
import type { NoteFilters } from '../../data/notes/keys.ts'
import { loadMoreNotes } from '../../data/notes/queries.ts'
import { ApiError } from '../../lib/api.ts'
import { NOTE_TYPES } from '../../parts/notes-panel/note-parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotesWindow } from './notes-window.tsx'

type Props = { filters: NoteFilters; total: number | undefined; onClear: () => void }

/** The notes of one tab that match the search. Further ones load when the end comes near. */
export const NotesList = ({ filters, total, onClear }: Props) => {
  const { entries, hasMore, isGathered, error, isPlaceholderData, refetch } = useNotes(filters)
  const client = useQueryClient()
  const isLoading = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  // While a search loads, the list still shows the previous result.
  const wanted = JSON.stringify(filters)
  const [source, setSource] = useState(wanted)
  if (source !== wanted && !isPlaceholderData) setSource(wanted)

  const loadMore = async () => {
    if (isLoading.current || !hasMore || isPlaceholderData) return
    isLoading.current = true
    try {
      await loadMoreNotes(client, filters)
      setFailed(false)
    } catch {
      setFailed(true)
    }
    isLoading.current = false
  }

  if (!entries)
    return error ? (
      <Message title="Failed to load notes" level={2}>
        <p className="text-ink-2">
          {error instanceof ApiError
            ? 'Please try refreshing the page.'
            : 'This device keeps none of them. Connect to the internet to read them.'}
        </p>
        <Button onClick={() => refetch()}>Try again</Button>
      </Message>
    ) : (
      <Shape />
    )
  const gathered = isGathered && (
    <p role="status" className="mb-4 text-meta text-ink-2">
      These are the notes that this device keeps.
    </p>
  )
  if (entries.length === 0)
    return (
      <>
        {gathered}
        <Empty filters={filters} onClear={onClear} />
      </>
    )
  return (
    <>
      {gathered}
      <NotesWindow entries={entries} total={total} source={source} onNearEnd={loadMore} />
      {hasFailed && (
        <p role="status" className="mt-6 text-center text-ink-2">
          Further notes could not be loaded.{' '}
          <button type="button" onClick={loadMore} className="underlined rounded-[4px] font-medium text-ink">
            Try again
          </button>
        </p>
      )}
    </>
  )
}

const Empty = ({ filters: { q, type }, onClear }: { filters: NoteFilters; onClear: () => void }) =>
  q === '' ? (
    <Message title="No notes yet" level={2}>
      <p className="text-ink-2">
        {type && `You have no ${NOTE_TYPES[type].plural.toLowerCase()} yet. `}
        Open an article and select words in it to highlight them, quote them or write about them.
      </p>
    </Message>
  ) : (
    <Message title="No results found" level={2}>
      <p className="text-ink-2">
        No {type ? NOTE_TYPES[type].label.toLowerCase() : 'note'} and no article title has all words of “{q}”.
      </p>
      <Button onClick={onClear}>Clear search</Button>
    </Message>
  )

const Shape = () => (
  <>
    <p role="status" className="sr-only">
      Loading your notes…
    </p>
    <div aria-hidden className="flex flex-col gap-3.5">
      <Skeleton className="h-48 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
      <Skeleton className="h-48 w-full rounded-card" />
    </div>
  </>
)
