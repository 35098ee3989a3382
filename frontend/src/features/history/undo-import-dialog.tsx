import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { IMPORT_SOURCES } from '@lectern/contracts/import-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { isUnsettled, messageOf } from '../../lib/api.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import { mainElement } from '../../parts/confirm-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { undoPreviewQuery } from './api.ts'

type Props = {
  act: HistoryAct
  undo: (act: HistoryAct, options: { includeTouched: boolean }) => Promise<{ status: string }>
  onClose: () => void
}

/** Shows first what the undoing of an import takes away, and what it leaves because it was changed since. */
export default function UndoImportDialog({ act, undo, onClose }: Props) {
  const isOffline = useIsOffline()
  const [includeTouched, setIncludeTouched] = useState(false)
  const { data, error, isPlaceholderData, refetch } = useQuery(undoPreviewQuery(act.id, includeTouched))
  const [isPending, setPending] = useState(false)
  const source = act.import ? IMPORT_SOURCES[act.import.source].name : ''
  const confirm = async () => {
    setPending(true)
    await undo(act, { includeTouched })
    onClose()
  }
  return (
    <Dialog title="Undo this import?" onClose={onClose} focusAfter={() => (isPending ? mainElement() : null)}>
      <div className="text-ink-2">
        <p className="break-words">
          {source && <span className="font-medium text-ink">{source}</span>} {act.import?.fileName}
        </p>
        {data ? (
          <Preview of={data} />
        ) : error ? (
          <p role="alert" className="mt-3">
            {messageOf(error, 'What would be removed could not be loaded. Please check your connection.')}
          </p>
        ) : (
          <div role="status" aria-label="Loading…" className="mt-3 flex flex-col gap-2">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        )}
        {(includeTouched || isPlaceholderData || (data && touchedOf(data) > 0)) && (
          <label className="mt-4 flex min-h-9 cursor-pointer items-center gap-2.5 text-ink pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="checkbox"
              checked={includeTouched}
              onChange={event => setIncludeTouched(event.target.checked)}
            />
            Remove what was changed since as well
          </label>
        )}
        {!error && <p className="mt-4 font-medium text-ink">This action cannot be undone.</p>}
      </div>
      <DialogFoot>
        {error ? (
          isUnsettled(error) && <Button onClick={() => refetch()}>Try again</Button>
        ) : (
          <Button
            look="danger"
            onClick={confirm}
            disabled={!data || isPlaceholderData || isPending || isOffline}
          >
            {isPending ? 'Removing...' : 'Undo import'}
          </Button>
        )}
        <Button look="ink" onClick={onClose} autoFocus>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Links, notes and collections that are left, and go where the person says so. */
const touchedOf = ({ leftCount, import: of }: UndoAnswer): number =>
  leftCount + (of?.leftNoteCount ?? 0) + (of?.leftCollectionCount ?? 0)

const Preview = ({ of: { restoredCount, leftCount, left, import: of } }: { of: UndoAnswer }) => {
  const takenBack = of?.takenBackCount ?? 0
  const gone = [
    ...(restoredCount > 0 || takenBack === 0 ? [countOf(restoredCount, 'article')] : []),
    ...(of && of.noteCount > 0 ? [countOf(of.noteCount, 'note')] : []),
    ...(of && of.collectionCount > 0 ? [countOf(of.collectionCount, 'empty collection')] : []),
  ]
  return (
    <>
      {gone.length > 0 && (
        <p className="mt-3">
          This removes <strong className="font-semibold text-ink">{gone.join(', ')}</strong>.
        </p>
      )}
      {takenBack > 0 && (
        <p className="mt-3">
          The tags and folders that it added to{' '}
          <strong className="font-semibold text-ink">{countOf(takenBack, 'article')}</strong> are taken back.
        </p>
      )}
      <Left
        what={['article', 'was changed since and stays', 'were changed since and stay']}
        count={leftCount}
        names={left.map(({ id, title }) => ({ id, name: title }))}
      />
      <Left
        what={['note', 'was changed since and stays', 'were changed since and stay']}
        count={of?.leftNoteCount ?? 0}
        names={of?.leftNotes.map(({ id, text }) => ({ id, name: text })) ?? []}
      />
      <Left
        what={['collection', 'was changed since and stays', 'were changed since and stay']}
        count={of?.leftCollectionCount ?? 0}
        names={of?.leftCollections ?? []}
      />
      <Left
        what={['collection', 'is in use and stays', 'are in use and stay']}
        count={of?.usedCollectionCount ?? 0}
        names={of?.usedCollections ?? []}
      />
    </>
  )
}

type LeftProps = {
  what: readonly [noun: string, ofOne: string, ofMany: string]
  count: number
  names: readonly { id: number; name: string }[]
}

const Left = ({ what: [noun, ofOne, ofMany], count, names }: LeftProps) =>
  count === 0 ? null : (
    <div className="mt-3">
      <p>{`${countOf(count, noun)} ${count === 1 ? ofOne : ofMany}:`}</p>
      <ul className="mt-1.5 max-h-40 overflow-y-auto rounded-control bg-sunken px-3.5 py-2">
        {names.map(({ id, name }) => (
          <li key={id} dir="auto" className="truncate py-0.5 text-ink">
            {name}
          </li>
        ))}
        {count > names.length && <li className="py-0.5">and {formatCount(count - names.length)} more</li>}
      </ul>
    </div>
  )
