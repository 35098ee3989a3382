import { hashKey } from '@tanstack/react-query'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { rememberedDatabase } from './database.ts'

/** How many readings are kept of each kind, the latest. A kind is the first part of a query's key. */
const REMEMBERED_MAX = {
  links: 20,
  link: 200,
  counts: 1,
  collections: 1,
  shared: 1,
  tags: 1,
  notes: 4,
  'notes-of': 200,
  'note-counts': 1,
} as const
export type RememberedKind = keyof typeof REMEMBERED_MAX

/** A server's answer as a screen showed it, without the person's acts. */
export type RememberedAnswer<Data = unknown> = {
  readonly queryKey: readonly unknown[]
  readonly data: Data
  /** When it was asked for, ISO 8601. */
  readonly at: string
}

interface RememberedSchema extends DBSchema {
  readings: {
    key: string
    value: RememberedAnswer & { readonly hash: string; readonly kind: string }
    indexes: { latest: [kind: string, at: string] }
  }
}

/** A change of what is stored, that of the answers included, raises the version. The old readings are dropped then. */
const VERSION = 1

const withDb = async <Result>(
  userId: string,
  use: (db: IDBPDatabase<RememberedSchema>) => Promise<Result>,
) => {
  const db = await openDB<RememberedSchema>(rememberedDatabase(userId), VERSION, {
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

export const isRememberedKind = (kind: unknown): kind is RememberedKind =>
  typeof kind === 'string' && kind in REMEMBERED_MAX

/** undefined when this was never seen. Throws when the browser forbids or lacks storage, as all below. */
export const readRemembered = (
  userId: string,
  queryKey: readonly unknown[],
): Promise<RememberedAnswer | undefined> => withDb(userId, db => db.get('readings', hashKey(queryKey)))

const ofKind = (kind: string) => IDBKeyRange.bound([kind], [kind, []])

/** All kept readings of a kind, the oldest first. */
export const readRememberedOfKind = (userId: string, kind: RememberedKind): Promise<RememberedAnswer[]> =>
  withDb(userId, db => db.getAllFromIndex('readings', 'latest', ofKind(kind)))

/**
 * Keeps these readings and drops the oldest ones of their kinds. Where the browser has no room, half of all is dropped.
 * @param isWanted asked directly before the writing: false when the user has signed out meanwhile
 */
export const putRemembered = (
  userId: string,
  readings: readonly RememberedAnswer[],
  isWanted: () => boolean,
): Promise<void> =>
  withDb(userId, async db => {
    if (!isWanted()) return
    const writing = db.transaction('readings', 'readwrite')
    try {
      for (const { queryKey, data, at } of readings) {
        const kind = String(queryKey[0])
        await writing.store.put({ hash: hashKey(queryKey), kind, queryKey, data, at })
      }
      for (const kind of new Set(readings.map(({ queryKey }) => queryKey[0] as RememberedKind)))
        await dropOldest(writing, kind, REMEMBERED_MAX[kind])
      await writing.done
    } catch {
      await writing.done.catch(() => undefined)
      const dropping = db.transaction('readings', 'readwrite')
      for (const kind of Object.keys(REMEMBERED_MAX) as RememberedKind[])
        await dropOldest(dropping, kind, Math.floor(REMEMBERED_MAX[kind] / 2))
      await dropping.done
    }
  })

/** Drops the readings that this says. */
export const dropRemembered = (
  userId: string,
  isDropped: (answer: RememberedAnswer) => boolean,
): Promise<void> =>
  withDb(userId, async db => {
    const dropping = db.transaction('readings', 'readwrite')
    for await (const cursor of dropping.store) if (isDropped(cursor.value)) await cursor.delete()
    await dropping.done
  })

type Writing = IDBPTransaction<RememberedSchema, ['readings'], 'readwrite'>

const dropOldest = async ({ store }: Writing, kind: RememberedKind, kept: number): Promise<void> => {
  const hashes = await store.index('latest').getAllKeys(ofKind(kind))
  for (const hash of hashes.slice(0, Math.max(0, hashes.length - kept))) await store.delete(hash)
}
