import { deleteDB } from 'idb'
import { removeStored, storedKeys } from '../../lib/storage.ts'

/** The name of the database that keeps a user's saved articles on this device. */
export const keptDatabase = (userId: string): string => `lectern-kept-${userId}`

/** The prefix of the user's settings of what the device keeps by itself, in localStorage. */
export const keptSettings = (userId: string): string => `kept:${userId}:`

/** Deletes all that the device keeps of the user's articles, and what it was to keep. */
export const deleteKeptStore = (userId: string): Promise<void> => {
  for (const key of storedKeys(keptSettings(userId))) removeStored(key)
  return deleteDB(keptDatabase(userId))
}
