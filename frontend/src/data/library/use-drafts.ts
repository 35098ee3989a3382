import { useMemo, useSyncExternalStore } from 'react'
import type { Id } from '../id.ts'
import { type Draft, draftsText, isSending, parseDrafts, subscribeDrafts } from '../notes/drafts.ts'
import { useUser } from '../session/use-session.tsx'
import { usePendingActs } from './use-library.tsx'

/** The drafts of a link that no act is sending, oldest first. A refused act gives its draft back. */
export const useDrafts = (linkId: Id): readonly Draft[] => {
  const { id } = useUser()
  const acts = usePendingActs()
  const text = useSyncExternalStore(subscribeDrafts, () => draftsText(id, linkId))
  return useMemo(
    () => parseDrafts(text).filter(draft => !acts.some(({ act }) => isSending(act, draft))),
    [text, acts],
  )
}
