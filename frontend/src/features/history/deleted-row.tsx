import type { DeletedLink } from '@lectern/contracts/api/deleted-links.ts'
import { DELETED_DAYS } from '@lectern/contracts/retention.ts'
import { Trash2 } from 'lucide-react'
import { countOf } from '../../lib/format.ts'
import { useShownHost } from '../../lib/hosts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'

const DAY_MS = 86_400_000

/** Whole days, rounded up, in which it can be brought back. */
const daysLeft = (deletedAt: string): number =>
  Math.max(1, Math.ceil((Date.parse(deletedAt) + DELETED_DAYS * DAY_MS - Date.now()) / DAY_MS))

type Props = { link: DeletedLink; onBringBack: () => void; onAsk: () => void }

/** One deleted link: what it was, how long it stays, and what can be done with it. */
export const DeletedRow = ({ link, onBringBack, onAsk }: Props) => {
  const { title, url, tags, collection, noteCount, isFavorite, isArchived, deletedAt } = link
  const facts = [
    useShownHost(url),
    `${countOf(daysLeft(deletedAt), 'day')} left`,
    ...(noteCount > 0 ? [countOf(noteCount, 'note')] : []),
    ...(collection ? [collection] : []),
    ...(isFavorite ? ['favorite'] : []),
    ...(isArchived ? ['archived'] : []),
    ...tags.map(tag => `#${tag}`),
  ]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-b py-2.5">
      <div className="min-w-0">
        <p dir="auto" className="break-words font-medium">
          {title}
        </p>
        <p className="break-words text-meta text-ink-2">{facts.join(' · ')}</p>
      </div>
      <span className="flex items-center gap-1">
        <Button data-bring-back="" aria-label={`Bring back: ${title}`} onClick={onBringBack}>
          Bring back
        </Button>
        <Tip label="Delete for good">
          <IconButton aria-label={`Delete for good: ${title}`} onClick={onAsk}>
            <Trash2 aria-hidden />
          </IconButton>
        </Tip>
      </span>
    </li>
  )
}
