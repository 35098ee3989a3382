/** The storage key of the epoch of the store that this device has copies of. */
export const epochKey = (userId: string): string => `epoch:${userId}`
