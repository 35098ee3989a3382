import type { Link } from '@lectern/contracts/api/links.ts'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useFavorite, useRetryExtraction } from '../../lib/link-actions.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useArchive } from './library-actions.ts'

type Actions = {
  favorite: (link: Link) => void
  archive: (link: Link) => void
  retry: (link: Link) => void
  collect: (link: Link) => void
  copy: (link: Link) => void
  remove: (link: Link) => void
}

const CardActions = createContext<Actions | null>(null)

export const useCardActions = (): Actions => {
  const actions = use(CardActions)
  if (!actions) throw new Error('useCardActions is used outside WithCardActions')
  return actions
}

/** Creates the actions once for all cards inside, so that a card that scrolls into view needs no subscriptions of its own. */
export const WithCardActions = ({ children }: { children: ReactNode }) => {
  const { mutate: favorite } = useFavorite()
  const { mutate: archive } = useArchive()
  const { mutate: retry } = useRetryExtraction()
  const openDialog = useOpenDialog()
  const toast = useToast()
  const actions = useMemo(
    (): Actions => ({
      favorite: ({ id, isFavorite }) => favorite({ id, isFavorite: !isFavorite }),
      archive: ({ id, isArchived }) => archive({ id, isArchived: !isArchived }),
      retry: ({ id }) => retry(id),
      collect: link => openDialog('collect', { link }),
      remove: link => openDialog('deleteLink', { link }),
      copy: ({ url }) =>
        void copyText(url).then(
          () => toast({ title: 'Link copied' }),
          () => toast({ tone: 'danger', title: 'The link could not be copied', description: url }),
        ),
    }),
    [favorite, archive, retry, openDialog, toast],
  )
  return <CardActions value={actions}>{children}</CardActions>
}

/** Rejects when the browser has no clipboard, for example on plain http away from localhost. */
const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)
