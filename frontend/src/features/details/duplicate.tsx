import type { ExistingLink } from '@lectern/contracts/api/refusal.ts'
import { Link } from 'wouter'
import { idIn, readerPath } from '../../data/id.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

type Props = {
  existing: ExistingLink
  /** Where both links are of somebody else. */
  library: string | undefined
  isSaving: boolean
  onSave: () => void
  /** Goes back to the address that the link has. */
  onBack: () => void
}

/** Asks under the address what to do, because another link has it. */
export const Duplicate = ({
  existing: { id, title, createdAt },
  library,
  isSaving,
  onSave,
  onBack,
}: Props) => (
  <section
    role="alert"
    aria-label="Duplicate Link Detected"
    className="mt-2 flex flex-col gap-2 rounded-control border border-danger px-3.5 py-3"
  >
    <p>{library === undefined ? 'Another link of yours' : 'Another link here'} has this address:</p>
    <p dir="auto" className="font-serif text-card font-[550] break-words text-ink">
      <Link href={readerPath(idIn(library, id))} className="rounded-[4px] underline">
        {title}
      </Link>
    </p>
    <p className="text-meta text-ink-3">Added on {formatDate(createdAt)}</p>
    <div className="flex flex-wrap gap-2">
      <Button onClick={onSave} disabled={isSaving}>
        Save anyway
      </Button>
      <Button look="ink" onClick={onBack} autoFocus>
        Keep the old address
      </Button>
    </div>
  </section>
)
