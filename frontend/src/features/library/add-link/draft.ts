import { z } from 'zod/mini'
import { newLinkPrefix } from '../../../data/links/drafts.ts'
import { newKey } from '../../../lib/api.ts'
import { readStored, removeStored, storedKeys, writeStored } from '../../../lib/storage.ts'

/**
 * Texts that a person typed into the form and did not save. It is kept on the device with each change, apart for each person.
 */
const Draft = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  /** Whether the person typed the title. */
  isTitleTyped: z.boolean(),
  note: z.string(),
  tags: z.string(),
  /** When it was typed, ISO 8601. */
  at: z.string(),
})
export type Draft = z.infer<typeof Draft>

const parsed = (key: string): Draft[] => {
  try {
    return [Draft.parse(JSON.parse(readStored(key) ?? ''))]
  } catch {
    // A later version of the client may have written it.
    return []
  }
}

/** The drafts of a user, the newest first. */
export const linkDrafts = (userId: string): Draft[] =>
  storedKeys(newLinkPrefix(userId))
    .flatMap(parsed)
    .sort((a, b) => b.at.localeCompare(a.at))

export const newDraftId = newKey

export const keepLinkDraft = (userId: string, draft: Draft): void =>
  writeStored(newLinkPrefix(userId) + draft.id, JSON.stringify(draft))

export const dropLinkDraft = (userId: string, id: string): void => removeStored(newLinkPrefix(userId) + id)
