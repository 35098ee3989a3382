import { IMPORT_SOURCES, type ImportSource } from '@lectern/contracts/import-sources.ts'
import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatsOf } from './formats.ts'

/** How to get the file, for the services whose export is hard to find. */
const INSTRUCTIONS: Partial<Record<ImportSource, readonly string[]>> = {
  pocket: [
    'Pocket closed in 2025 and no longer exports. Look for the file that you downloaded then: pocket.zip, a part_000000.csv out of it, or the older ril_export.html.',
    'Choose the ZIP file as it is: your highlights and collections are in it, too.',
  ],
  raindrop: [
    'In Raindrop.io, open Settings, then Export.',
    'Choose All bookmarks and the format CSV, and download the file.',
    'Choose the downloaded file here.',
  ],
}

type Props = {
  source: ImportSource
  error: string | undefined
  onFiles: (files: readonly File[]) => void
}

/** Takes a file by drag and drop or from the file dialog. */
export const FileField = ({ source, error, onFiles }: Props) => {
  const [isOver, setOver] = useState(false)
  const { name, extensions } = IMPORT_SOURCES[source]
  const drag = (isNowOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isNowOver)
  }
  // A file that is dropped beside the field would make the browser leave the page.
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault()
    addEventListener('dragover', stay)
    addEventListener('drop', stay)
    return () => {
      removeEventListener('dragover', stay)
      removeEventListener('drop', stay)
    }
  }, [])
  const steps = INSTRUCTIONS[source]
  return (
    <>
      {steps && (
        <section className="mb-5">
          <h2 className="mb-2 font-sans text-ui font-semibold">How to export from {name}</h2>
          <ol className="list-decimal space-y-1 pl-5 text-ink-2">
            {steps.map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does what a drop does */}
      <div
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={event => {
          drag(false)(event)
          onFiles([...event.dataTransfer.files])
        }}
        className={cx(
          'flex flex-col items-center gap-3 rounded-card border border-dashed px-5 py-9 text-center',
          isOver ? 'border-ink bg-sunken' : error ? 'border-danger' : 'border-edge',
        )}
      >
        <Upload aria-hidden className="text-ink-3" />
        <p className="text-lead max-sm:hidden pointer-coarse:hidden">Drop the file from {name} here, or</p>
        <label
          className={cx(
            buttonClass('ink'),
            'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-marker-ink',
          )}
        >
          Browse files
          <input
            type="file"
            accept={extensions.join(',')}
            className="sr-only"
            aria-label={`Browse files, ${formatsOf(source)}`}
            aria-describedby={error ? 'file-error' : undefined}
            onChange={event => {
              onFiles([...(event.target.files ?? [])])
              // After a failure the person may choose this file again.
              event.target.value = ''
            }}
          />
        </label>
        <p className="text-meta text-ink-3">{formatsOf(source)}, up to 100 MB</p>
      </div>
      {error && (
        <p id="file-error" className="mt-3 break-words text-danger">
          {error}
        </p>
      )}
    </>
  )
}
