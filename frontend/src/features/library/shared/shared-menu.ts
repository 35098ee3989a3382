import { Activity, LogOut, Users } from 'lucide-react'
import type { SharedCollection } from '../../../data/collections/shared-list.ts'
import { inLibrary } from '../../../data/id.ts'
import { messageOf } from '../../../lib/api.ts'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { offlineEntry } from '../../../parts/offline/offline-entry.tsx'
import { useSharingWrite } from '../../../parts/sharing/api.ts'
import type { MenuEntry } from '../../../ui/menu/menu.tsx'
import { useToast } from '../../../ui/toast/use-toast.ts'

/** What a member can do with a collection of somebody else. @param leave closes the sheet with the menu, then runs `then` */
export const useSharedMenu = (leave: (then: () => void) => void) => {
  const openDialog = useOpenDialog()
  const write = useSharingWrite()
  const toast = useToast()
  const choose = async (
    { libraryId, collectionId }: SharedCollection,
    body: Partial<Pick<SharedCollection, 'inAllArticles' | 'weeklyMail'>>,
    title: string,
  ) => {
    try {
      await write({ method: 'PUT', path: inLibrary(`/api/shared/${collectionId}`, libraryId), body })
      toast({ title })
    } catch (error) {
      const description = messageOf(error, 'Please check your connection and try again.')
      toast({ tone: 'danger', title: 'Not changed', description })
    }
  }
  return (of: SharedCollection): MenuEntry[] => {
    const { id, name, inAllArticles, weeklyMail } = of
    const all = { inAllArticles: !inAllArticles }
    const mail = { weeklyMail: !weeklyMail }
    return [
      {
        label: 'Also in All Articles',
        isChosen: inAllArticles,
        isAlone: true,
        onSelect: () =>
          void choose(of, all, inAllArticles ? 'No longer in All Articles' : 'Also in All Articles'),
      },
      {
        label: 'Weekly mail',
        isChosen: weeklyMail,
        isAlone: true,
        onSelect: () =>
          void choose(of, mail, weeklyMail ? 'No more mails of it' : `A mail a week about "${name}"`),
      },
      offlineEntry({ collectionId: id }),
      {
        label: 'Members',
        icon: Users,
        onSelect: () => leave(() => openDialog('members', { collection: of })),
      },
      {
        label: 'Activity',
        icon: Activity,
        onSelect: () => leave(() => openDialog('activity', { collectionId: id, name })),
      },
      {
        label: 'Leave…',
        icon: LogOut,
        tone: 'danger',
        onSelect: () => leave(() => openDialog('leaveShared', { collection: of })),
      },
    ]
  }
}
