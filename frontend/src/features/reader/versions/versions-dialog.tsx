import type { ContentVersion } from '@lectern/contracts/api/links.ts'
import { formatExact } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'

type Props = {
  /** Newest first. */
  versions: readonly ContentVersion[]
  shown: string | null
  onShow: (version: string | null) => void
  onClose: () => void
}

/** The versions of an article's text, to choose the one to read. */
export default function VersionsDialog({ versions, shown, onShow, onClose }: Props) {
  return (
    <Dialog
      title="Versions of this article"
      description="Each time that its page was read and had changed. Notes keep the version that they were made on."
      onClose={onClose}
    >
      <ul className="mt-4 flex max-h-[50vh] flex-col gap-1.5 overflow-y-auto p-1">
        {versions.map(({ contentHash, readAt }, index) => (
          <li key={contentHash}>
            <button
              type="button"
              aria-pressed={contentHash === shown}
              onClick={() => {
                onShow(index === 0 ? null : contentHash)
                onClose()
              }}
              className={cx(
                'flex min-h-11 w-full items-center justify-between gap-3 rounded-control border px-3 text-left hover:bg-sunken',
                contentHash === shown ? 'border-ink' : 'border-line-2',
              )}
            >
              <time dateTime={readAt}>{formatExact(readAt)}</time>
              {index === 0 && <span className="text-ink-2">Newest</span>}
            </button>
          </li>
        ))}
      </ul>
      <DialogFoot>
        <Button look="ink" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
