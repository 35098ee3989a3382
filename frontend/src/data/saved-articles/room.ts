import { readStored, writeStored } from '../../lib/storage.ts'

/** The storage key that says that the browser was asked to keep our data. */
const ASKED_KEY = 'storage-persist-asked'

export type Room = {
  /** Bytes that all data of this site take. */
  readonly used: number
  /** Bytes that the browser lets this site take. */
  readonly allowed: number
}

/** The browser's own estimate; undefined where it gives none, for example on plain http away from localhost. */
export const estimateRoom = async (): Promise<Room | undefined> => {
  try {
    const { usage, quota } = await navigator.storage.estimate()
    return usage === undefined || quota === undefined ? undefined : { used: usage, allowed: quota }
  } catch {
    return undefined
  }
}

/** Whether so many more bytes fit, as far as the browser tells. */
export const hasRoomFor = async (bytes: number): Promise<boolean> => {
  const room = await estimateRoom()
  return !room || room.used + bytes <= room.allowed
}

/** Asks the browser once on this device not to delete our data by itself. Some browsers ask the person. */
export const askToPersist = async (): Promise<void> => {
  if (readStored(ASKED_KEY)) return
  writeStored(ASKED_KEY, 'true')
  try {
    await navigator.storage.persist()
  } catch {
    // Without an answer the browser may delete the data when space is short, which the person can save again.
  }
}
