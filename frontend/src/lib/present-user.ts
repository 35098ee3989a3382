import { type DBSchema, openDB } from 'idb'

interface DeviceSchema extends DBSchema {
  present: { key: 'user'; value: string }
}

const open = () =>
  openDB<DeviceSchema>('lectern-device', 1, { upgrade: db => void db.createObjectStore('present') })

/**
 * Keeps who uses this browser where the service worker can read it, since workers have no localStorage. null while nobody is
 * signed in or a sign-in is under way. Calls take effect in their order. Without storage nothing is kept.
 */
export const writePresentUser = async (userId: string | null): Promise<void> => {
  try {
    const db = await open()
    await (userId === null ? db.delete('present', 'user') : db.put('present', userId, 'user'))
    db.close()
  } catch {
    // The worker then knows nobody, and uses nobody's library.
  }
}

/** The id of the user whose library the service worker may use; null where nobody's. */
export const readPresentUser = async (): Promise<string | null> => {
  try {
    const db = await open()
    const userId = await db.get('present', 'user')
    db.close()
    return userId ?? null
  } catch {
    return null
  }
}
