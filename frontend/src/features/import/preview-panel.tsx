import type { ImportPreview } from '@lectern/contracts/api/imports.ts'
import { IMPORT_SOURCES, type ImportSource } from '@lectern/contracts/import-sources.ts'
import { FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { useUser } from '../../data/session/use-session.tsx'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Figures } from './figures.tsx'
import { formatBytes } from './formats.ts'
import { PreviewRows, PreviewTags } from './preview-rows.tsx'
import { upgrade } from './upgrade.ts'
import { useStart } from './use-start.ts'
import { dropWaiting } from './waiting.ts'

export type PreviewProps = {
  source: ImportSource
  file: File
  preview: ImportPreview
  onAnother: () => void
  onStarted: (importId: string) => void
  /** The import may wait for a payment from now on. */
  onWaiting: () => void
}

/** The counts of an uploaded file, and the button that starts its import. */
export const PreviewPanel = ({ source, file, preview, onAnother, onStarted, onWaiting }: PreviewProps) => {
  const { id: userId } = useUser()
  const [addToExisting, setAddToExisting] = useState(false)
  const { isStarting, error, start, shortage, dismiss } = useStart(source, preview, addToExisting, onStarted)
  const { uploadId, totalItems, newItems, duplicateCount, failedCount, skippedCount, noteCount } = preview
  const beside = [
    failedCount > 0 && `${countOf(failedCount, 'row')} cannot be saved`,
    skippedCount > 0 && `${countOf(skippedCount, 'row')} will be skipped, since you did not save them`,
    noteCount > 0 && `${countOf(noteCount, 'note and highlight', 'notes and highlights')} will come along`,
  ].filter(Boolean)
  const closeUpgrade = (mayBePaid: boolean) => {
    dismiss()
    if (!mayBePaid) dropWaiting(userId, uploadId)
    onWaiting()
  }
  return (
    <section aria-label="Preview">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line pb-4">
        <p className="flex min-w-0 items-center gap-2.5">
          <FileText aria-hidden className="text-ink-2" />
          <span className="min-w-0 break-all">
            <span className="font-semibold">{file.name}</span> · {formatBytes(file.size)}
          </span>
        </p>
        <Button look="ghost" className="-mr-4" onClick={onAnother} disabled={isStarting}>
          Choose another
        </Button>
      </div>
      {preview.source !== source && (
        <p className="mb-5 rounded-control bg-marker-wash px-4 py-2.5 text-marker-ink">
          This is a file from {IMPORT_SOURCES[preview.source].name}, so it is imported as one, not as a file
          from {IMPORT_SOURCES[source].name}.
        </p>
      )}
      <Figures
        of={[
          { label: 'Total found', value: totalItems },
          { label: 'New articles', value: newItems },
          { label: 'Duplicates', value: duplicateCount },
          { label: 'Domains', value: preview.domainCount },
        ]}
      />
      <div className="mt-5 space-y-1 text-ink-2">
        {duplicateCount > 0 && (
          <p>
            {countOf(duplicateCount, 'duplicate already exists', 'duplicates already exist')} in your library
            or earlier in the file and will be skipped.
          </p>
        )}
        {beside.map(sentence => (
          <p key={String(sentence)}>{sentence}.</p>
        ))}
      </div>
      {duplicateCount > 0 && (
        <AddToExisting isChosen={addToExisting} onChoose={setAddToExisting} isDisabled={isStarting} />
      )}
      {newItems === 0 && <p className="mt-6 text-lead font-medium">No new articles to import</p>}
      {(newItems > 0 || addToExisting) && (
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          {/* Disabled, it would lose the focus, which comes back to it from the dialog. */}
          <Button
            look="ink"
            onClick={() => start(false)}
            aria-disabled={isStarting}
            className="aria-disabled:opacity-55"
          >
            {isStarting ? 'Importing...' : 'Start Import'}
          </Button>
          {error && <p className="text-danger">{error}</p>}
        </div>
      )}
      <PreviewTags preview={preview} />
      <PreviewRows preview={preview} />
      {shortage && (
        <upgrade.Component
          refused={{
            ...shortage,
            ...{ uploadId, source, fileName: file.name, totalItems, newItems, addToExisting },
          }}
          onProceed={() => start(true)}
          onClose={closeUpgrade}
          onFailure={dismiss}
        />
      )}
    </section>
  )
}

type Choice = { isChosen: boolean; onChoose: (isChosen: boolean) => void; isDisabled: boolean }

const AddToExisting = ({ isChosen, onChoose, isDisabled }: Choice) => {
  const hint = useId()
  return (
    <div className="mt-4">
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="checkbox"
          checked={isChosen}
          disabled={isDisabled}
          onChange={event => onChoose(event.target.checked)}
          aria-describedby={hint}
        />
        Add their tags and folders to what is there
      </label>
      <p id={hint} className="ml-[1.9rem] max-w-prose text-meta text-ink-2">
        An article that is in no collection goes into the folder; one that is in a collection stays there and
        gets the folder as a tag. Undoing the import takes this back, too.
      </p>
    </div>
  )
}
