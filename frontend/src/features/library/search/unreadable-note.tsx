import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import { useState } from 'react'
import { nameLinks } from '../../../data/acts/named-links.ts'
import type { LinkList } from '../../../data/answers.ts'
import { useAct } from '../../../data/library/use-library.tsx'
import { fetchMatching } from '../../../data/links/fetch-matching.ts'
import { useIsOffline } from '../../../data/session/use-is-offline.ts'
import { useUser } from '../../../data/session/use-session.tsx'
import { messageOf } from '../../../lib/api.ts'
import { countOf } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast/use-toast.ts'
import { useView } from '../use-view.ts'

/** Offers to try all pages again that a search for unreadable ones finds, displayed or not. */
export const UnreadableNote = ({ list }: { list: LinkList | undefined }) => {
  const { filters } = useView()
  const { isPro } = useUser()
  const act = useAct()
  const toast = useToast()
  const isOffline = useIsOffline()
  const [isAsking, setAsking] = useState(false)
  const { unreadable } = parseSearch(filters.q, { advanced: isPro })
  if (!unreadable || isOffline || !list || list.total === 0) return null

  // The button is not disabled while it asks, because a disabled button loses the focus.
  const retry = async () => {
    if (isAsking) return
    setAsking(true)
    try {
      const { ids } = await fetchMatching(filters)
      await act('retryPages', { linkIds: nameLinks([...ids]) })
    } catch (error) {
      toast({
        tone: 'danger',
        title: 'Failed to retry',
        description: messageOf(error, 'Please check your connection and try again.'),
      })
    }
    setAsking(false)
  }
  const count = countOf(list.total, 'page')
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
      <p role="status">{list.totalIsLowerBound ? `More than ${count}` : count} could not be read.</p>
      <Button onClick={() => void retry()} aria-disabled={isAsking}>
        Retry all
      </Button>
    </div>
  )
}
