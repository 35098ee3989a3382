import { type HistoryAct, HistoryPage } from '@lectern/contracts/api/history.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
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
const NEWEST: string | null = null

/** What was done in a collection that several people keep, newest first. */
export default function ActivitySheet({ collectionId: id, name, onClose }: Props) {
  const library = ownerOf(id)
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...keys.acts, 'activity', id],
    queryFn: ({ pageParam, signal }) => {
      const rest = pageParam === null ? '/activity' : `/activity?cursor=${encodeURIComponent(pageParam)}`
      return getJson(collectionPath(id, rest), HistoryPage, { signal })
    },
    initialPageParam: NEWEST,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
  const { stateOf, undo } = useUndo(library)
  const acts = data?.pages.flatMap(page => page.acts)
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
      {acts?.length === 0 && !hasNextPage && <p className="text-ink-2">Nothing was done here yet.</p>}
      <ul>
        {acts?.map(act => (
          <li key={act.id} className="border-t border-line py-3 first:border-t-0">
            <Done act={act} library={library} state={stateOf(act)} onUndo={() => void undo(act)} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-3 self-center" disabled={isFetching} onClick={() => void fetchNextPage()}>
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
