import { Button } from '../../ui/button.tsx'
import { formatBytes } from './formats.ts'

type Props = { name: string; sent: number; total: number; onCancel: () => void }

/** The bytes of a file on their way to the server, which then reads it. */
export const Uploading = ({ name, sent, total, onCancel }: Props) => {
  const percent = total === 0 ? 100 : Math.floor((100 * sent) / total)
  const isSent = sent >= total
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium break-words">{name}</p>
        <p role="status" className="tabular text-ink-2">
          {isSent ? 'Reading the file…' : 'Uploading…'}
        </p>
      </div>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-marker ${isSent ? 'animate-breathe' : ''}`}
          style={{ width: `${percent}%` }}
        />
      </div>
      <div className="mt-3 flex items-center justify-between gap-4">
        <p className="tabular text-ink-2">
          {formatBytes(sent)} of {formatBytes(total)}
        </p>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
