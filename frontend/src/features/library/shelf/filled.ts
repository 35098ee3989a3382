import { readStored, removeStored, writeStored } from '../../../lib/storage.ts'

const KEY = 'continue-reading-filled'

/** Whether the shelf had articles when it was seen last. The list leaves its space free then, so that it does not move. */
export const wasFilled = (): boolean => readStored(KEY) !== null

export const keepFilled = (isFilled: boolean): void =>
  isFilled ? writeStored(KEY, 'true') : removeStored(KEY)
