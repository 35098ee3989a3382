import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { KEPT_DAYS } from '@lectern/contracts/retention.ts'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { Link, NoteList } from '../answers.ts'
import { compareIds, type Id } from '../id.ts'
import { savedDatabase } from './database.ts'

const KEPT_MS = KEPT_DAYS * 86_400_000

/** An article that this device keeps for reading offline, without its text. Dates are ISO 8601 in UTC. */
export type SavedSummary = {
  /** The id of its link. */
  readonly id: Id
  readonly url: string
  readonly title: string
  /** The link as the server gave it with the text. */
  readonly link: Link
  /** Hashes of its pictures, those of its card included. */
  readonly images: readonly string[]
  /** Size of its text, notes and pictures. A picture that two articles share counts in both. */
  readonly bytes: number
  readonly cachedAt: string
  readonly expiresAt: string
  /** The person saved it. Others were kept by the setting, which also removes them. */
  readonly isByHand: boolean
}

/** `content` is the server's answer with the text, at its newest version. */
export type SavedArticle = SavedSummary & { readonly content: LinkContent; readonly notes: NoteList }

export type SavedImage = { readonly hash: string; readonly type: string; readonly bytes: ArrayBuffer }

/** An article with its notes and all its pictures; its dates and size are added. */
export type ArticleToKeep = Pick<SavedArticle, 'link' | 'content' | 'notes' | 'isByHand'> & {
  readonly images: readonly SavedImage[]
}

type SavedText = Pick<SavedArticle, 'id' | 'content' | 'notes'>

interface SavedSchema extends DBSchema {
  articles: { key: Id; value: SavedSummary; indexes: { image: string } }
  texts: { key: Id; value: SavedText }
  images: { key: string; value: SavedImage }
}

/** A change of what is stored, that of Link, LinkContent and Note included, raises the version and migrates or drops the old. */
const VERSION = 1
const STORES = ['articles', 'texts', 'images'] as const

type Db = IDBPDatabase<SavedSchema>
type Writing = IDBPTransaction<SavedSchema, ('articles' | 'texts' | 'images')[], 'readwrite'>

/** Runs this with the user's database. No connection outlives its use, so that a deletion and a newer client never wait. */
const withDb = async <Result>(userId: string, use: (db: Db) => Promise<Result>): Promise<Result> => {
  const db = await openDB<SavedSchema>(savedDatabase(userId), VERSION, {
    upgrade: created => {
      created
        .createObjectStore('articles', { keyPath: 'id' })
        .createIndex('image', 'images', { multiEntry: true })
      created.createObjectStore('texts', { keyPath: 'id' })
      created.createObjectStore('images', { keyPath: 'hash' })
    },
  })
  try {
    return await use(db)
  } finally {
    db.close()
  }
}

/** All changes of one writing are kept, or none. */
const write = async <Result>(db: Db, change: (writing: Writing) => Promise<Result>): Promise<Result> => {
  const writing = db.transaction([...STORES], 'readwrite')
  try {
    const result = await change(writing)
    await writing.done
    return result
  } catch (error) {
    try {
      writing.abort()
    } catch {
      // The failed request has ended it already.
    }
    await writing.done.catch(() => undefined)
    // Requests that end together with the failed one say AbortError.
    throw writing.error ?? error
  }
}

export const isExpired = ({ expiresAt }: Pick<SavedSummary, 'expiresAt'>, now = Date.now()): boolean =>
  Date.parse(expiresAt) <= now

/** The saved articles that are valid, the last saved first. Throws when the browser forbids or lacks storage, as all below. */
export const listSaved = async (userId: string): Promise<SavedSummary[]> =>
  (await listAllSaved(userId)).filter(article => !isExpired(article))

/** The saved articles with those that have expired since the start, the last saved first. */
export const listAllSaved = (userId: string): Promise<SavedSummary[]> =>
  withDb(userId, async db =>
    (await db.getAll('articles')).sort(
      (a, b) => b.cachedAt.localeCompare(a.cachedAt) || compareIds(b.id, a.id),
    ),
  )

/** A saved article with its text; undefined when it is not saved. One that has expired is removed. */
export const readSavedArticle = (userId: string, linkId: Id): Promise<SavedArticle | undefined> =>
  withDb(userId, async db => {
    const reading = db.transaction(['articles', 'texts'])
    const [summary, text] = await Promise.all([
      reading.objectStore('articles').get(linkId),
      reading.objectStore('texts').get(linkId),
    ])
    if (!summary || !text) return undefined
    if (!isExpired(summary)) return { ...summary, ...text }
    await write(db, writing => remove(writing, summary))
    return undefined
  })

/** A picture of a saved article, for the service worker; undefined when none is kept. */
export const readSavedImage = async (userId: string, hash: string): Promise<Response | undefined> => {
  const image = await withDb(userId, db => db.get('images', hash))
  return image && new Response(image.bytes, { headers: { 'content-type': image.type } })
}

/**
 * Keeps an article together with its pictures, for KEPT_DAYS from now. When it fails, the copy before stays as it was.
 * @param isWanted asked directly before the writing, with the copy before: false when the user has signed out meanwhile
 * @returns undefined when it was not wanted any more
 * @throws QuotaExceededError when the browser has no room
 */
export const keepArticle = (
  userId: string,
  { link, content, notes, images, isByHand }: ArticleToKeep,
  isWanted: (before: SavedSummary | undefined) => boolean = () => true,
): Promise<SavedSummary | undefined> =>
  withDb(userId, db =>
    write(db, async writing => {
      const articles = writing.objectStore('articles')
      const before = await articles.get(link.id)
      if (!isWanted(before)) return undefined
      const hashes = images.map(({ hash }) => hash)
      if (before) await remove(writing, before, new Set(hashes))
      const text: SavedText = { id: link.id, content, notes }
      const now = Date.now()
      const summary: SavedSummary = {
        id: link.id,
        url: link.url,
        title: link.title,
        link,
        images: hashes,
        bytes: images.reduce((sum, image) => sum + image.bytes.byteLength, sizeOf(text)),
        cachedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + KEPT_MS).toISOString(),
        isByHand: isByHand || before?.isByHand === true,
      }
      // One after another: a failing write ends the transaction, and no other one then rejects unheard.
      for (const image of images) await putImage(writing, image)
      await writing.objectStore('texts').put(text)
      await articles.put(summary)
      return summary
    }),
  )

/** Removes saved articles, and the pictures that no other one has. */
export const removeSaved = (userId: string, ids: readonly Id[]): Promise<void> =>
  withDb(userId, db =>
    write(db, async writing => {
      for (const id of ids) {
        const summary = await writing.objectStore('articles').get(id)
        if (summary) await remove(writing, summary)
      }
    }),
  )

/** @returns the ids of the articles that had expired and are removed */
export const removeExpired = (userId: string): Promise<Id[]> =>
  withDb(userId, db =>
    write(db, async writing => {
      const expired = (await writing.objectStore('articles').getAll()).filter(article => isExpired(article))
      for (const summary of expired) await remove(writing, summary)
      return expired.map(({ id }) => id)
    }),
  )

const remove = async (
  writing: Writing,
  { id, images }: SavedSummary,
  kept = new Set<string>(),
): Promise<void> => {
  const articles = writing.objectStore('articles')
  await Promise.all([articles.delete(id), writing.objectStore('texts').delete(id)])
  for (const hash of images)
    if (!kept.has(hash) && (await articles.index('image').count(hash)) === 0)
      await writing.objectStore('images').delete(hash)
}

/** The card of one article and the text of another may have copies of one picture in two sizes. */
const putImage = async (writing: Writing, image: SavedImage): Promise<void> => {
  const before = await writing.objectStore('images').get(image.hash)
  if (!before || before.bytes.byteLength < image.bytes.byteLength)
    await writing.objectStore('images').put(image)
}

const sizeOf = (text: SavedText): number => new TextEncoder().encode(JSON.stringify(text)).length
