import { readStored, removeStored, storedKeys } from '../../lib/storage.ts'
import { forgetDrafts } from '../drafts.ts'
import { deleteActStore } from '../outbox/store.ts'
import { deleteRememberedAnswers } from '../remembered/database.ts'
import { deleteSavedArticles } from '../saved-articles/database.ts'
import { epochKey } from './epoch-key.ts'
import { LEAVING_KEY } from './leaving.ts'
import { readingKey } from './reading-key.ts'

/** Deletes what this device keeps of a user who signed out. */
export const forgetUser = async (userId: string): Promise<void> => {
  forgetDrafts(userId)
  for (const key of storedKeys(readingKey(userId))) removeStored(key)
  await Promise.all([deleteActStore(userId), forgetCopies(userId)])
  removeStored(epochKey(userId))
  removeStored(LEAVING_KEY)
}

/**
 * Deletes what this device keeps of a user and the server has, too: the session was ended elsewhere, perhaps because the
 * device was lost. Acts and drafts wait for the user.
 */
export const forgetCopies = async (userId: string): Promise<void> => {
  await Promise.all([deleteSavedArticles(userId), deleteRememberedAnswers(userId)])
}

/**
 * Finishes a deletion that the end of the browser cut off.
 * @param presentUserId who is signed in. Somebody who is back keeps what is left.
 */
export const goOnForgetting = async (presentUserId: string | undefined): Promise<void> => {
  const leaving = readStored(LEAVING_KEY)
  if (leaving === null) return
  if (leaving === presentUserId) removeStored(LEAVING_KEY)
  else await forgetUser(leaving)
}
