import { ArrowDownToLine } from 'lucide-react'
import type { Id } from '../../data/id.ts'
import { useSavedState } from '../../data/library/use-saved-articles.ts'

export default function DrawnMark({ linkId }: { linkId: Id }) {
  const isKept = useSavedState(({ ids }) => ids.has(linkId))
  if (!isKept) return null
  return (
    <span title="Saved for offline" className="inline-flex items-center">
      <ArrowDownToLine role="img" aria-label="Saved for offline" className="size-3.5!" />
    </span>
  )
}
