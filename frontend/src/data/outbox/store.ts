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

/** An act as the store has it. */
type StoredAct = Omit<Act, 'name'> & { readonly name: string }

interface OutboxSchema extends DBSchema {
  acts: { key: number; value: StoredAct }
}

/** 2: acts may be refused. A client of version 1 would show them as done, so it must not open them. */
const VERSION = 2
const PREFIX = 'lectern-outbox-'
const nameOf = (userId: string) => PREFIX + userId

/**
 * Stands before the names of acts. A client of before links of others leaves out acts whose names it does not know: it would do what
 * is meant for the library of somebody else in the person's own. Its own acts have the names alone, and are read, too.
 */
const MARK = 'of-any:'
const marked = (act: Act): StoredAct => ({ ...act, name: MARK + act.name })
const unmarked = (act: StoredAct) => ({ ...act, name: act.name.replace(MARK, '') }) as Act

/** The user's acts in IndexedDB, one database for each user. Each call throws when the browser forbids or lacks storage. */
export const openActStore = (userId: string): ActStore => {
  const open = () => {
    const opened = openDB<OutboxSchema>(nameOf(userId), VERSION, {
      upgrade: db => {
        // A count of another user's acts (unsentActs) leaves an empty database where a sign-out has just deleted it.
        if (!db.objectStoreNames.contains('acts')) db.createObjectStore('acts', { keyPath: 'seq' })
      },
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
    all: async () => (await (await opening).getAll('acts')).map(unmarked).flatMap(readAct),
    put: async acts => {
      const tx = await begin()
      await Promise.all([...acts.map(act => tx.store.put(marked(act))), tx.done])
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

/** The users of this browser who have a store. Throws where the browser cannot tell. */
export const usersWithActs = async (): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
  )

/** The acts of a user that the server does not have, those included that this version cannot read. */
export const unsentActs = async (userId: string): Promise<Act[]> => {
  // Without a version it is opened as it is.
  const db = await openDB<OutboxSchema>(nameOf(userId))
  try {
    return (await db.getAll('acts')).map(unmarked).filter(({ state }) => state !== 'sent')
  } finally {
    db.close()
  }
}

const readAct = (act: Act): Act[] => {
  if (!isActName(act.name)) return []
  try {
    kindOf(act.name).params.parse(act.params)
    return [act]
  } catch {
    return []
  }
}
