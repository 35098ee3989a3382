import { type Export, exportFilePath } from '@lectern/contracts/api/exports.ts'
import { Download, X } from 'lucide-react'
import { isBeingMade, percentWritten } from '../../data/exports/queries.ts'
import { useExporting } from '../../data/library/use-exporting.ts'
import { messageOf } from '../../lib/api.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatCount, formatExact } from '../../lib/format.ts'
import { ICON_BUTTON, IconButton } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { Tip } from '../../ui/tooltip/tip.tsx'

/** Exports with their progress, or their file and until when it is kept. */
export const ExportEntries = ({ exports }: { exports: readonly Export[] }) => (
  <ul aria-label="Exports">
    {exports.map(each => (
      <Entry key={each.id} of={each} />
    ))}
  </ul>
)

const Entry = ({ of: shown }: { of: Export }) => {
  const { remove } = useExporting()
  const toast = useToast()
  const { id, fileName, status } = shown
  const title = isBeingMade(shown) ? `Cancel ${fileName}` : `Remove ${fileName}`
  return (
    <li className="flex min-h-13 items-center gap-1 border-line border-t py-2 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="break-words font-medium">
          {fileName}
        </p>
        {isBeingMade(shown) ? (
          <Progress of={shown} />
        ) : (
          <p role="status" className="text-meta text-ink-2">
            {stateOf(shown)}
          </p>
        )}
      </div>
      {status === 'done' && (
        <Tip label="Download">
          <a href={exportFilePath(id)} download aria-label={`Download ${fileName}`} className={ICON_BUTTON}>
            <Download aria-hidden />
          </a>
        </Tip>
      )}
      <Tip label={isBeingMade(shown) ? 'Cancel' : 'Remove'}>
        <IconButton
          aria-label={title}
          onClick={() =>
            remove(id).catch(error =>
              toast({
                title: 'The export was not removed',
                description: messageOf(error, ''),
                tone: 'danger',
              }),
            )
          }
        >
          <X aria-hidden />
        </IconButton>
      </Tip>
    </li>
  )
}

const stateOf = ({ status, reason, size, expiresAt }: Export): string =>
  status === 'failed'
    ? (reason ?? '')
    : `${formatBytes(size ?? 0)}${expiresAt === null ? '' : ` · kept until ${formatExact(expiresAt)}`}`

const Progress = ({ of: shown }: { of: Export }) => {
  const { written, total, fileName } = shown
  const percent = percentWritten(shown)
  return (
    <div className="mt-1 flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={fileName}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 min-w-16 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-marker transition-[width] duration-200" style={{ width: `${percent}%` }} />
      </div>
      <span className="tabular text-meta text-ink-2">
        {total === null ? 'Waiting' : `${formatCount(written)} of ${formatCount(total)}`}
      </span>
    </div>
  )
}
