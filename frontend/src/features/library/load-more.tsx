import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { LinkFilters } from '../../data/links/keys.ts'
import { loadMore } from '../../data/links/queries.ts'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { messageOf } from '../../lib/api.ts'
import { listHandleAtom, titleOf } from '../../parts/list-handle.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'

const STEP = 50
const MANY = 500

/** Under a list of which not all is loaded. */
export default function LoadMore({ filters, loadsMany }: { filters: LinkFilters; loadsMany: boolean }) {
  const client = useQueryClient()
  const toast = useToast()
  const [isLoading, setLoading] = useState(false)
  const isOffline = useIsOffline()
  const list = useAtomValue(listHandleAtom)
  const buttons = useRef<HTMLDivElement>(null)
  const firstNew = useRef(0)
  // The last page takes the buttons away. The first new link is the next stop then.
  const leave = useEffectEvent(() => {
    if (!buttons.current?.contains(document.activeElement)) return
    requestAnimationFrame(() => {
      const link = list?.links()[firstNew.current]
      if (!link) return
      list.scrollTo(firstNew.current)
      titleOf(link.id)?.focus({ preventScroll: true })
    })
  })
  useLayoutEffect(() => () => leave(), [])
  // The button is not disabled while loading, because a disabled button loses the focus.
  const load = async (count: number) => {
    if (isLoading) return
    setLoading(true)
    firstNew.current = list?.links().length ?? 0
    try {
      await loadMore(client, filters, count)
    } catch (error) {
      toast({
        tone: 'danger',
        title: 'Failed to load more links',
        description: messageOf(error, 'Please try again.'),
      })
    }
    setLoading(false)
  }
  if (isOffline)
    return <p className="mt-6 text-center text-meta text-ink-2">More links load when you are online.</p>
  return (
    <div ref={buttons} className="mt-6 flex flex-wrap justify-center gap-3" aria-busy={isLoading}>
      <Button onClick={() => load(STEP)} aria-disabled={isLoading} className="aria-disabled:opacity-55">
        Load More (+{STEP})
      </Button>
      {loadsMany && (
        <Button onClick={() => load(MANY)} aria-disabled={isLoading} className="aria-disabled:opacity-55">
          Load Many (+{MANY})
        </Button>
      )}
    </div>
  )
}
