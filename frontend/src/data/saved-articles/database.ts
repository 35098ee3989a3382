import { deleteDB } from 'idb'
import { removeStored, storedKeys } from '../../lib/storage.ts'

/** The user's saved articles on this device. The name, and that of the settings, is of versions before: another one would lose them. */
export const savedDatabase = (userId: string): string => `lectern-kept-${userId}`

/** The prefix of the user's settings of what the device keeps by itself, in localStorage. */
export const savedSettings = (userId: string): string => `kept:${userId}:`

/** Deletes all that the device keeps of the user's articles, and what it was to keep. */
export const deleteSavedArticles = (userId: string): Promise<void> => {
  for (const key of storedKeys(savedSettings(userId))) removeStored(key)
  return deleteDB(savedDatabase(userId))
}
