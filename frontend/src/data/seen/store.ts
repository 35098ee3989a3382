import { hashKey } from '@tanstack/react-query'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { seenStoreName } from './name.ts'

/** How many readings are kept of each kind, the latest. A kind is the first part of a query's key. */
const KEPT_MAX = {
  links: 20,
  link: 200,
  counts: 1,
  collections: 1,
  tags: 1,
  notes: 4,
  'notes-of': 200,
  'note-counts': 1,
} as const
export type SeenKind = keyof typeof KEPT_MAX

/** A server's answer as a screen showed it, without the person's acts. */
export type Seen<Data = unknown> = {
  readonly queryKey: readonly unknown[]
  readonly data: Data
  /** When it was asked for, ISO 8601. */
  readonly at: string
}

interface SeenSchema extends DBSchema {
  readings: {
    key: string
    value: Seen & { readonly hash: string; readonly kind: string }
    indexes: { latest: [kind: string, at: string] }
  }
}

/** A change of what is stored, that of the answers included, raises the version. The old readings are dropped then. */
const VERSION = 1

const withDb = async <Result>(userId: string, use: (db: IDBPDatabase<SeenSchema>) => Promise<Result>) => {
  const db = await openDB<SeenSchema>(seenStoreName(userId), VERSION, {
    upgrade: upgraded => {
      for (const name of upgraded.objectStoreNames) upgraded.deleteObjectStore(name)
      upgraded.createObjectStore('readings', { keyPath: 'hash' }).createIndex('latest', ['kind', 'at'])
    },
  })
  try {
    return await use(db)
  } finally {
    db.close()
  }
}

export const isSeenKind = (kind: unknown): kind is SeenKind => typeof kind === 'string' && kind in KEPT_MAX

/** undefined when this was never seen. Throws when the browser forbids or lacks storage, as all below. */
export const readSeen = (userId: string, queryKey: readonly unknown[]): Promise<Seen | undefined> =>
  withDb(userId, db => db.get('readings', hashKey(queryKey)))

const ofKind = (kind: string) => IDBKeyRange.bound([kind], [kind, []])

/** All kept readings of a kind, the oldest first. */
export const readSeenOfKind = (userId: string, kind: SeenKind): Promise<Seen[]> =>
  withDb(userId, db => db.getAllFromIndex('readings', 'latest', ofKind(kind)))

/**
 * Keeps these readings and drops the oldest ones of their kinds. Where the browser has no room, half of all is dropped.
 * @param isWanted asked directly before the writing: false when the user has signed out meanwhile
 */
export const keepSeen = (userId: string, readings: readonly Seen[], isWanted: () => boolean): Promise<void> =>
  withDb(userId, async db => {
    if (!isWanted()) return
    const writing = db.transaction('readings', 'readwrite')
    try {
      for (const { queryKey, data, at } of readings) {
        const kind = String(queryKey[0])
        await writing.store.put({ hash: hashKey(queryKey), kind, queryKey, data, at })
      }
      for (const kind of new Set(readings.map(({ queryKey }) => queryKey[0] as SeenKind)))
        await dropOldest(writing, kind, KEPT_MAX[kind])
      await writing.done
    } catch {
      await writing.done.catch(() => undefined)
      const dropping = db.transaction('readings', 'readwrite')
      for (const kind of Object.keys(KEPT_MAX) as SeenKind[])
        await dropOldest(dropping, kind, Math.floor(KEPT_MAX[kind] / 2))
      await dropping.done
    }
  })

type Writing = IDBPTransaction<SeenSchema, ['readings'], 'readwrite'>

const dropOldest = async ({ store }: Writing, kind: SeenKind, kept: number): Promise<void> => {
  const hashes = await store.index('latest').getAllKeys(ofKind(kind))
  for (const hash of hashes.slice(0, Math.max(0, hashes.length - kept))) await store.delete(hash)
}
