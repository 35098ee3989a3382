import type { Act } from '../acts/kinds.ts'
import { settleEdit } from '../links/drafts.ts'
import { settleDraft } from '../notes/drafts.ts'

/** Deletes the drafts that the act has brought to the server. Where this does not load, they stay on the device, and are shown. */
export const settleDrafts = (userId: string, act: Act): void => {
  settleDraft(userId, act)
  settleEdit(userId, act)
}
