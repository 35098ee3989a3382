import { type DBSchema, deleteDB, openDB } from 'idb'
import { type Act, isActName, kindOf } from '../acts/kinds.ts'

/** Keeps the acts of one user on this device. */
export type ActStore = {
  /** All acts, in order. Leaves out those that this version of the client cannot read. */
  readonly all: () => Promise<Act[]>
  /** Stores the acts together. */
  readonly put: (acts: readonly Act[]) => Promise<void>
  readonly remove: (seqs: readonly number[]) => Promise<void>
  readonly close: () => void
}

interface OutboxSchema extends DBSchema {
  acts: { key: number; value: Act }
}

const VERSION = 1
const nameOf = (userId: string) => `lectern-outbox-${userId}`

/** The user's acts in IndexedDB, one database for each user. Each call throws when the browser forbids or lacks storage. */
export const openActStore = (userId: string): ActStore => {
  const open = () => {
    const opened = openDB<OutboxSchema>(nameOf(userId), VERSION, {
      upgrade: db => void db.createObjectStore('acts', { keyPath: 'seq' }),
      // Another tab signs out or upgrades.
      blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
      // The browser closed the connection, for example when it cleared storage.
      terminated: () => {
        opening = open()
      },
    })
    opened.catch(() => undefined)
    return opened
  }
  let opening = open()
  const begin = async () => (await opening).transaction('acts', 'readwrite')
  return {
    all: async () => (await (await opening).getAll('acts')).flatMap(readAct),
    put: async acts => {
      const tx = await begin()
      await Promise.all([...acts.map(act => tx.store.put(act)), tx.done])
    },
    remove: async seqs => {
      const tx = await begin()
      await Promise.all([...seqs.map(seq => tx.store.delete(seq)), tx.done])
    },
    close: () =>
      void opening.then(
        db => db.close(),
        () => undefined,
      ),
  }
}

/** Deletes all that the device keeps of the user's acts. */
export const deleteActStore = (userId: string): Promise<void> => deleteDB(nameOf(userId))

const readAct = (act: Act): Act[] => {
  if (!isActName(act.name)) return []
  try {
    kindOf(act.name).params.parse(act.params)
    return [act]
  } catch {
    return []
  }
}
