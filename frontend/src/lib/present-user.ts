import type { User } from '@lectern/contracts/api/account.ts'
import { type DBSchema, openDB } from 'idb'

export type PresentUser = Pick<User, 'id' | 'epoch'>

interface DeviceSchema extends DBSchema {
  present: { key: 'user' | 'epoch'; value: string }
}

const open = () =>
  openDB<DeviceSchema>('lectern-device', 1, { upgrade: db => void db.createObjectStore('present') })

/**
 * Keeps who uses this browser where the service worker can read it, since workers have no localStorage. null while nobody is
 * signed in or a sign-in is under way. Calls take effect in their order. Without storage nothing is kept.
 */
export const writePresentUser = async (user: PresentUser | null): Promise<void> => {
  try {
    const db = await open()
    const writing = db.transaction('present', 'readwrite')
    const set = (key: 'user' | 'epoch', value: string | undefined) =>
      value === undefined ? writing.store.delete(key) : writing.store.put(value, key)
    await Promise.all([set('user', user?.id), set('epoch', user?.epoch), writing.done])
    db.close()
  } catch {
    // The worker then knows nobody, and uses nobody's library.
  }
}

/** The user whose library the service worker may use; null where nobody's. */
export const readPresentUser = async (): Promise<PresentUser | null> => {
  try {
    const db = await open()
    const { store } = db.transaction('present')
    const [id, epoch] = await Promise.all([store.get('user'), store.get('epoch')])
    db.close()
    return id === undefined ? null : { id, epoch }
  } catch {
    return null
  }
}
