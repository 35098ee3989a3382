import { newKey } from '../../lib/api.ts'
import { type Act, type ActName, namesOf, type ParamsOf } from '../acts/kinds.ts'
import type { Id } from '../id.ts'
import { editDrafts } from '../links/drafts.ts'
import { allDrafts, isSending } from '../notes/drafts.ts'
import type { Outbox } from '../outbox/outbox.ts'

const REASON = 'This article is not shared with you any more.'

/**
 * Shows what was typed about these links among what could not be sent, since no screen has its form any more. The drafts stay until
 * the person discards that. An act has its number from its draft, so that it is one however many tabs set it aside.
 * @returns whether anything is set aside that was not before
 */
export const setAside = (
  userId: string,
  outbox: Pick<Outbox, 'pending' | 'refused' | 'change'>,
  isEnded: (linkId: Id) => boolean,
): boolean => {
  const there = [...outbox.pending().map(({ act }) => act), ...outbox.refused()]
  const at = new Date().toISOString()
  const put = <N extends ActName>(name: N, params: ParamsOf<N>, typedAt: string, nth: number) => {
    const seq = Date.parse(typedAt) * 1_000 + (nth % 1_000)
    if (there.some(act => act.seq === seq)) return false
    const refusal = { status: 404, message: REASON, details: {}, at }
    const act = { seq, key: newKey(), userId, at: typedAt, state: 'refused', name, params, refusal } as Act
    outbox.change(act, { stored: [act], removed: [] })
    return true
  }
  const notes = allDrafts(userId)
    .filter(draft => isEnded(draft.linkId) && !there.some(act => isSending(act, draft)))
    .map(({ of, at: typedAt, ...note }) => {
      const nth = Number.parseInt(note.clientId.slice(-4), 16)
      if (of === null) return put('takeNote', note, typedAt, nth)
      const { linkId, content, isPrivate, shared = false } = note
      return put('reviseNote', { noteId: of.id, linkId, content, isPrivate, shared }, typedAt, nth)
    })
  const isSent = (linkId: Id, typedAt: string) =>
    there.some(act => act.name === 'editLink' && namesOf(act).links?.includes(linkId) && act.at >= typedAt)
  const edits = editDrafts(userId)
    .filter(({ linkId, at: typedAt }) => isEnded(linkId) && !isSent(linkId, typedAt))
    .map(({ linkId, at: typedAt, changes }) =>
      put('editLink', { linkId, changes, shown: {} }, typedAt, String(linkId).length),
    )
  return [...notes, ...edits].includes(true)
}
