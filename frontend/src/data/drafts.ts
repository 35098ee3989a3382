import { removeStored, storedKeys } from '../lib/storage.ts'

/** The keys of what this user typed on this device, and the server does not have, begin with this. */
export const draftPrefix = (userId: string, kind = ''): string => `draft:${userId}:${kind}`

/** Deletes the drafts of a user from this device, of notes and of links. */
export const forgetDrafts = (userId: string): void => {
  for (const key of storedKeys(draftPrefix(userId))) removeStored(key)
}
