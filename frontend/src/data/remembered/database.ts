import { deleteDB } from 'idb'

/** One database for each user. The name is of versions before: under another one, what they remembered would stay for ever. */
export const rememberedDatabase = (userId: string): string => `lectern-seen-${userId}`

/** Deletes all that the device keeps of the answers that the user got. */
export const deleteRememberedAnswers = (userId: string): Promise<void> => deleteDB(rememberedDatabase(userId))
