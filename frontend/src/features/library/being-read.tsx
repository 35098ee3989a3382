import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Id } from '../../data/id.ts'
import { ASK_AGAIN_MS, linkQuery } from '../../data/links/queries.ts'

/** Says that an article is not ready yet. While shown, refetches the link, because a pushed change may be lost. */
export const BeingRead = ({ linkId }: { linkId: Id }) => {
  const client = useQueryClient()
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const { data: link } = await client.fetchQuery({ ...linkQuery(linkId), staleTime: 0 })
      if (link.extraction === 'pending') return
      const { refreshLists } = await import('../../data/links/refresh.ts')
      await refreshLists(client, [linkId])
    }
    // A failed refetch is ignored; the next one follows.
    const timer = setInterval(() => ask().catch(() => undefined), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [client, linkId])
  return <span>Being read…</span>
}
