import { forgetDrafts } from '../drafts.ts'
import { countLinkDrafts } from '../links/drafts.ts'
import { allDrafts, isSending } from '../notes/drafts.ts'
import { deleteActStore, unsentActs, usersWithActs } from './store.ts'

/** How much of another user of this browser has not reached the server. */
export type Unsent = { readonly userId: string; readonly count: number }

/** What other users of this browser did and typed, and the server does not have. Empty where the browser cannot tell. */
export const unsentOfOthers = async (userId: string): Promise<Unsent[]> => {
  try {
    const others = (await usersWithActs()).filter(id => id !== userId)
    const counted = others.map(async id => {
      const acts = await unsentActs(id)
      const drafts = allDrafts(id).filter(draft => !acts.some(act => isSending(act, draft)))
      return { userId: id, count: acts.length + drafts.length + countLinkDrafts(id) }
    })
    return (await Promise.all(counted)).filter(({ count }) => count > 0)
  } catch {
    return []
  }
}

/** Deletes what this device keeps of the other user's acts and drafts. */
export const discardUnsent = ({ userId }: Unsent): Promise<void> => {
  forgetDrafts(userId)
  return deleteActStore(userId)
}
