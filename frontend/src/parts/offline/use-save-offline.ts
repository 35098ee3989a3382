import { KEPT_DAYS } from '@lectern/contracts/retention.ts'
import { compareIds, type Id, isUnsentId } from '../../data/id.ts'
import { useLibrary } from '../../data/library/use-library.tsx'
import { ALL_LINKS } from '../../data/links/keys.ts'
import type { Run } from '../../data/saved-articles/save-queue.ts'
import { messageOf } from '../../lib/api.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import type { Toast } from '../../ui/toast/use-toast.ts'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useOpenDialog } from '../dialogs.ts'

/** Saves articles for reading offline, and tells how it went. */
export const useSaveOffline = () => {
  const { savedArticles: load } = useLibrary()
  const toast = useToast()
  const openDialog = useOpenDialog()
  const show = { label: 'Show', onAction: () => openDialog('offlineStorage', {}) }

  const save = async (ids: readonly Id[]): Promise<void> => {
    // Links that are not sent yet have no article.
    const sent = ids.filter(id => !isUnsentId(id))
    if (sent.length === 0) return
    try {
      const articles = await load()
      if (sent.length > 1)
        toast({
          title: `Saving ${countOf(sent.length, 'article')} for offline`,
          action: { label: 'Cancel', onAction: articles.cancel },
        })
      const run = await articles.save(sent)
      const told = tell(run)
      toast(run.failures.length > 0 && run.total > 1 ? { ...told, action: show } : told)
    } catch (error) {
      toast(failed(error))
    }
  }

  const saveCollection = async (collectionId: Id): Promise<void> => {
    try {
      const { fetchMatching } = await import('../../data/links/fetch-matching.ts')
      const { ids } = await fetchMatching({ ...ALL_LINKS, collection: collectionId })
      if (ids.size === 0) toast({ title: 'This collection has no articles to save' })
      // The newest first, where not all have room.
      await save([...ids].sort((a, b) => compareIds(b, a)))
    } catch (error) {
      toast(failed(error))
    }
  }

  return { save, saveCollection }
}

const failed = (error: unknown): Toast => ({
  tone: 'danger',
  title: 'Failed to cache article',
  description: messageOf(error, 'Please check your connection and try again.'),
})

/** How the saving ended: what is saved now, and why the rest is not. */
const tell = ({ total, saved, failures, stopped }: Run): Toast => {
  const savedOf = `${formatCount(saved)} of ${countOf(total, 'article')} ${saved === 1 ? 'was' : 'were'} saved.`
  if (stopped === 'cancelled') return { title: 'Saving stopped', description: savedOf }
  const error = stopped ?? failures[0]?.error
  if (!error)
    return total === 1
      ? { title: 'Article saved', description: `It is available offline for ${countOf(KEPT_DAYS, 'day')}.` }
      : {
          title: `${countOf(saved, 'article')} saved`,
          description: `They are available offline for ${countOf(KEPT_DAYS, 'day')}.`,
        }
  if (total === 1) return { tone: 'danger', title: error.title, description: error.message }
  return {
    tone: 'danger',
    title: error.title,
    description: stopped ? `${error.message} ${savedOf}` : savedOf,
  }
}
