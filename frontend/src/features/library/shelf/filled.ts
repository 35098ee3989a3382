import { readingKey } from '../../../data/session/reading-key.ts'
import { readStored, removeStored, writeStored } from '../../../lib/storage.ts'

const keyOf = (userId: string) => readingKey(userId, ':begun')

/** Whether the shelf had articles when it was seen last. The list leaves its space free then, so that it does not move. */
export const wasFilled = (userId: string): boolean => readStored(keyOf(userId)) !== null

export const keepFilled = (userId: string, isFilled: boolean): void =>
  isFilled ? writeStored(keyOf(userId), 'true') : removeStored(keyOf(userId))
