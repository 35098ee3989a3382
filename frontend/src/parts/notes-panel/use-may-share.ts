import type { Id } from '../../data/id.ts'
import { useCollections } from '../../data/library/use-collections.ts'
import { useShownLink } from '../../data/library/use-links.ts'
import { mayShareNotes, useRoles } from '../commands/roles.ts'

/** Whether notes on the link can be shown to others: it is in a collection that several people keep, where the person may comment. */
export const useMayShare = (linkId: Id): boolean => {
  const link = useShownLink(linkId)
  const roleOn = useRoles()
  const own = useCollections()
  if (link?.library !== undefined) return mayShareNotes(roleOn, link)
  return own.some(({ id, members }) => id === link?.collectionId && members !== undefined)
}
