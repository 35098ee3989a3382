import { type HistoryAct, HistoryPage } from '@lectern/contracts/api/history.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type Id, ownerOf } from '../../data/id.ts'
import { keys } from '../../data/links/keys.ts'
import { getJson, messageOf } from '../../lib/api.ts'
import { formatDate, formatExact } from '../../lib/format.ts'
import { collectionPath } from '../../parts/sharing/api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActIcon } from './act-icon.tsx'
import { ActSentence } from './act-texts.tsx'
import { formatTime } from './days.ts'
import { isUndoing, type UndoState, useUndo } from './use-undo.ts'

type Props = { collectionId: Id; name: string; onClose: () => void }

const NONE: ReadonlySet<number> = new Set()

/** The newest acts: so many pages of them. */
const activityQuery = (id: Id, pages: number) =>
  queryOptions({
    queryKey: [...keys.history, 'activity', id, pages],
    queryFn: async ({ signal }) => {
      let all: HistoryPage = { acts: [], nextCursor: null }
      for (let page = 0; page === 0 || (page < pages && all.nextCursor !== null); page++) {
        const cursor = all.nextCursor === null ? '' : `?cursor=${encodeURIComponent(all.nextCursor)}`
        const next = await getJson(collectionPath(id, `/activity${cursor}`), HistoryPage, { signal })
        all = { acts: [...all.acts, ...next.acts], nextCursor: next.nextCursor }
      }
      return all
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What was done in a collection that several people keep, newest first. */
export default function ActivitySheet({ collectionId: id, name, onClose }: Props) {
  const library = ownerOf(id)
  const [pages, setPages] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(activityQuery(id, pages))
  const { stateOf, undo } = useUndo(library)
  const acts = data?.acts
  const hasMore = data?.nextCursor != null
  return (
    <Sheet title={`Activity in ${name}`} isWide onClose={onClose}>
      <div className="mb-3 flex items-center gap-1">
        <h2 dir="auto" className="mr-auto min-w-0 text-dialog break-words">
          Activity in {name}
        </h2>
        <IconButton aria-label="Close activity" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {!acts && !error && <Skeleton className="h-10" />}
      {error && (
        <p role="alert" className="text-danger">
          {messageOf(error, 'The activity could not be loaded. Please check your connection.')}{' '}
          <button
            type="button"
            onClick={() => void refetch()}
            className="underlined rounded-[4px] font-medium"
          >
            Try again
          </button>
        </p>
      )}
      {acts?.length === 0 && !hasMore && <p className="text-ink-2">Nothing was done here yet.</p>}
      <ul>
        {acts?.map(act => (
          <li key={act.id} className="border-t border-line py-3 first:border-t-0">
            <Done
              act={act}
              library={library}
              state={stateOf(act)}
              onUndo={() => void undo(act).then(() => refetch())}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button className="mt-3 self-center" disabled={isFetching} onClick={() => setPages(pages + 1)}>
          {isFetching ? 'Loading...' : 'Show earlier'}
        </Button>
      )}
    </Sheet>
  )
}

type DoneProps = {
  act: HistoryAct
  library: string | undefined
  state: UndoState | undefined
  onUndo: () => void
}

/** One act: who, what and when. Its actor takes it back, and the collection's owner. */
const Done = ({ act, library, state, onUndo }: DoneProps) => {
  const sentence = sayAct(act)
  const isMine = act.by === undefined
  const word = isUndoing(act) ? 'Redo' : 'Undo'
  return (
    <article
      aria-label={`${act.by ?? 'You'}: ${sentence}`}
      className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3"
    >
      <ActIcon act={act} />
      <div className="min-w-0">
        <p dir="auto" className="font-medium break-words">
          {act.by ?? 'You'}
        </p>
        <p dir="auto" className="break-words">
          <ActSentence act={act} collections={NONE} library={library} />
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-meta text-ink-3">
          <time dateTime={act.at} title={formatExact(act.at)}>
            {formatDate(act.at)}, {formatTime(act.at)}
          </time>
          {act.undo === 'undone' && <span className="font-medium text-marker-ink">Undone</span>}
          {act.undo === 'possible' && (isMine || library === undefined) && (
            <Button
              look="ghost"
              className="-my-1 px-2.5 text-ink-2"
              disabled={state?.status === 'waiting'}
              aria-label={`${word}: ${sentence}`}
              onClick={onUndo}
            >
              {word}
            </Button>
          )}
        </p>
        <p role="status" className={state ? 'mt-1.5 border-marker border-l-2 pl-2.5 text-ink-2' : ''}>
          {state?.text}
        </p>
      </div>
    </article>
  )
}
