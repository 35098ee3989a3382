import { NoteAnchor, NotePosition, NoteType } from '@lectern/contracts/api/notes.ts'
import { z } from 'zod/mini'
import { readStored, removeStored, storedKeys, writeStored } from '../../lib/storage.ts'
import { ID } from '../acts/act.ts'
import type { Act } from '../acts/kinds.ts'
import { madeBy } from '../acts/kinds.ts'
import type { Note } from '../answers.ts'
import { draftPrefix } from '../drafts.ts'
import type { Id } from '../id.ts'

const texts = { content: z.string(), isPrivate: z.boolean(), shared: z.optional(z.boolean()) }

/**
 * Texts that a person typed into a note and the server does not have yet. It is kept on the device with each change, and until
 * the server has taken it: a reload, a refusal or a crash of the tab leaves it.
 */
export const Draft = z.object({
  linkId: ID,
  /** A UUID: the clientId of a new note. */
  clientId: z.string(),
  /** The note as it was when the editing began; null for a new one. */
  of: z.nullable(z.object({ id: ID, updatedAt: z.string(), ...texts })),
  type: NoteType,
  ...texts,
  selectedText: z.nullable(z.string()),
  color: z.string(),
  position: z.nullable(NotePosition),
  anchor: z.nullable(NoteAnchor),
  /** When it was typed, ISO 8601. */
  at: z.string(),
})
export type Draft = z.infer<typeof Draft>

const prefixOf = (userId: string, linkId?: Id) =>
  draftPrefix(userId, linkId === undefined ? '' : `${linkId}:`)
const keyOf = (userId: string, { linkId, clientId, of }: Draft) =>
  `${prefixOf(userId, linkId)}${of ? of.id : clientId}`

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Calls the listener when a draft changes, in this tab or another one. @returns a function that ends it */
export const subscribeDrafts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith('draft:')) listener()
  }
  addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', follow)
  }
}

export const keepDraft = (userId: string, draft: Draft): void => {
  writeStored(keyOf(userId, draft), JSON.stringify(draft))
  tell()
}

export const dropDraft = (userId: string, draft: Draft): void => {
  removeStored(keyOf(userId, draft))
  tell()
}

/** The drafts of a link as JSON texts, the same string while none of them changes. */
export const draftsText = (userId: string, linkId: Id): string => textOf(prefixOf(userId, linkId))

const textOf = (prefix: string): string =>
  `[${storedKeys(prefix)
    .sort()
    .map(key => readStored(key) ?? 'null')
    .join()}]`

/** Drafts of draftsText, oldest first. Leaves out those that this version of the client cannot read. */
export const parseDrafts = (text: string): Draft[] => {
  const parsed = (JSON.parse(text) as unknown[]).flatMap(each => Draft.safeParse(each).data ?? [])
  return parsed.sort((a, b) => a.at.localeCompare(b.at))
}

/** All drafts of a user. A sign-out deletes them. */
export const allDrafts = (userId: string): Draft[] => parseDrafts(textOf(prefixOf(userId)))

/** Whether the act sends this draft as it is now, or a later text of the same note. */
export const isSending = (
  act: Act,
  { clientId, of, content, isPrivate, shared = false, at }: Draft,
): boolean => {
  if (act.name === 'takeNote') {
    const isSame =
      act.params.content === content &&
      act.params.isPrivate === isPrivate &&
      (act.params.shared ?? false) === shared
    if (of) return of.id === -act.seq && isSame
    // An edit of the unsent note has changed what the act sends.
    return act.params.clientId === clientId && (isSame || at <= act.at)
  }
  if (act.name !== 'reviseNote' || act.params.noteId !== of?.id) return false
  const { content: sent = of.content, isPrivate: isSentPrivate = of.isPrivate } = act.params
  const isSentShared = act.params.shared ?? of.shared ?? false
  return sent === content && isSentPrivate === isPrivate && isSentShared === shared
}

/** Deletes the draft that the act has brought to the server. Drafts on what it made get the server's id of that. */
export const settleDraft = (userId: string, act: Act): void => {
  if (act.name !== 'takeNote' && act.name !== 'reviseNote' && act.name !== 'saveLink') return
  const result = act.result as Partial<Note> | undefined
  const made = act.name !== 'saveLink' && result?.updatedAt !== undefined ? (result as Note) : undefined
  // A draft may still name its link as it was before the link was sent.
  for (const draft of allDrafts(userId)) {
    if (isSending(act, draft)) dropDraft(userId, draft)
    else if (act.name === 'saveLink') {
      const linkId = madeBy(act)
      if (linkId === undefined || draft.linkId !== -act.seq) continue
      dropDraft(userId, draft)
      keepDraft(userId, { ...draft, linkId })
    } else if (made && draft.of?.id === -act.seq) {
      dropDraft(userId, draft)
      keepDraft(userId, { ...draft, of: { ...draft.of, id: made.id, updatedAt: made.updatedAt } })
    }
  }
}
