import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Id } from '../../../data/id.ts'
import { refusalOf } from '../../../lib/api.ts'
import { useToast } from '../../../ui/toast/use-toast.ts'
import { contentQuery, rereadPage } from '../api.ts'

const FAILED = 'The page could not be read again'

/** 'Read the page again', and what came of it. Leaving the reader stops the waiting, not the reading. */
export const useReread = (linkId: Id) => {
  const client = useQueryClient()
  const toast = useToast()
  const [isUnderWay, setUnderWay] = useState(false)
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  const reread = async (): Promise<void> => {
    if (isUnderWay) return
    leaving.current = new AbortController()
    const { signal } = leaving.current
    const before = client.getQueryData(contentQuery(linkId).queryKey)?.contentHash
    setUnderWay(true)
    toast({ title: 'The page is being read again' })
    try {
      const content = await rereadPage(client, linkId, signal)
      if (content === null)
        toast({
          title: 'The page is still being read',
          description: 'A new text appears here by itself.',
        })
      else if (content.rereadFailure !== null)
        toast({ tone: 'danger', title: FAILED, description: content.rereadFailure })
      else if (content.contentHash === before) toast({ title: 'The article is up to date' })
      else toast({ title: 'The article has changed', description: 'This is its newest text.' })
    } catch (error) {
      if (signal.aborted) return
      toast({
        tone: 'danger',
        title: FAILED,
        description: refusalOf(error, 'Please try again later.'),
      })
    } finally {
      if (!signal.aborted) setUnderWay(false)
    }
  }
  return { isUnderWay, reread: () => void reread() }
}
