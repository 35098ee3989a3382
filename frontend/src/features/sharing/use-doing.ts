import { useState } from 'react'
import { messageOf, type Write } from '../../lib/api.ts'
import { useSharingWrite } from '../../parts/sharing/api.ts'
import { useToast } from '../../ui/toast/use-toast.ts'

/** Does one thing at a time to those who share a collection, and tells how it went. */
export const useDoing = () => {
  const write = useSharingWrite()
  const toast = useToast()
  const [isDoing, setDoing] = useState(false)
  const run = async (what: Write, done: string): Promise<void> => {
    setDoing(true)
    try {
      await write(what)
      toast({ title: done })
    } catch (error) {
      const description = messageOf(error, 'Please check your connection and try again.')
      toast({ tone: 'danger', title: 'Not done', description })
    }
    setDoing(false)
  }
  return { isDoing, run }
}
