import { readStored, removeStored, storedKeys } from '../../lib/storage.ts'
import type { Act } from '../acts/kinds.ts'
import { draftPrefix } from '../drafts.ts'
import { type Id, idFrom } from '../id.ts'

/** The keys of links that were typed and not saved. */
export const newLinkPrefix = (userId: string): string => draftPrefix(userId, 'add-link:')

const editPrefix = (userId: string) => draftPrefix(userId, 'edit:')

/** Where the device keeps what was typed into the form of a link: JSON with `at`, when it was typed. */
export const editKey = (userId: string, linkId: Id): string => editPrefix(userId) + linkId

const TYPED = ['title', 'url', 'note'] as const

type EditDraft = {
  readonly linkId: Id
  /** When it was typed, ISO 8601. */
  readonly at: string
  readonly changes: Partial<Record<(typeof TYPED)[number], string>>
}

/** The texts that were typed into forms of links. Leaves out those that this version of the client cannot read. */
export const editDrafts = (userId: string): EditDraft[] =>
  storedKeys(editPrefix(userId)).flatMap(key => {
    try {
      const { at, texts } = JSON.parse(readStored(key) ?? '')
      const changes = Object.fromEntries(
        TYPED.flatMap(field => (texts[field] ? [[field, String(texts[field].value)]] : [])),
      )
      const linkId = idFrom(key.slice(editPrefix(userId).length))
      return Object.keys(changes).length > 0 ? [{ linkId, at: String(at), changes }] : []
    } catch {
      return []
    }
  })

/** How many links, and changes of links, were typed and not saved. */
export const countLinkDrafts = (userId: string): number =>
  [newLinkPrefix, editPrefix].flatMap(prefix => storedKeys(prefix(userId))).length

/** Deletes drafts that the act has brought to the server, or has made useless. Text typed after it stays. */
export const settleEdit = (userId: string, act: Act): void => {
  if (act.name !== 'editLink' && act.name !== 'deleteLink') return
  const key = editKey(userId, act.params.linkId)
  const kept = readStored(key)
  if (kept !== null && (JSON.parse(kept) as { at: string }).at <= act.at) removeStored(key)
}
