import type { Id } from '../../data/id.ts'
import { useLibrary } from '../../data/library/use-library.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'

/** Removes saved articles and says so with this title. */
export const useRemoveSaved = (): ((ids: readonly Id[], title: string) => Promise<void>) => {
  const { savedArticles: load } = useLibrary()
  const toast = useToast()
  return async (ids, title) => {
    try {
      await (await load()).remove(ids)
      toast({ title })
    } catch {
      toast({ tone: 'danger', title: 'The article could not be removed', description: 'Please try again.' })
    }
  }
}
