import { deleteDB } from 'idb'

/** One database for each user. */
export const seenStoreName = (userId: string): string => `lectern-seen-${userId}`

/** Deletes all that the device keeps of what the user has seen. */
export const deleteSeenStore = (userId: string): Promise<void> => deleteDB(seenStoreName(userId))
