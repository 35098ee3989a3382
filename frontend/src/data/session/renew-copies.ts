import { deleteDB } from 'idb'
import { readStored, removeStored, storedKeys, writeStored } from '../../lib/storage.ts'
import { deleteRememberedAnswers } from '../remembered/database.ts'
import { savedDatabase } from '../saved-articles/database.ts'
import { epochKey } from './epoch-key.ts'
import { readingKey } from './reading-key.ts'

/**
 * Deletes what this device keeps of the store before a restore and the server has: ids may be of other links now. Acts and drafts
 * stay, and the setting that keeps the newest articles fetches them again.
 * @param epoch of the present store
 */
export const renewCopies = async (userId: string, epoch: string | undefined): Promise<void> => {
  const known = readStored(epochKey(userId))
  if (epoch === undefined || known === epoch) return
  if (known !== null) {
    for (const key of storedKeys(readingKey(userId))) removeStored(key)
    await Promise.all([deleteRememberedAnswers(userId), deleteDB(savedDatabase(userId))])
  }
  writeStored(epochKey(userId), epoch)
}
