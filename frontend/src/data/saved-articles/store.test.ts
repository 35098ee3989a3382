import 'fake-indexeddb/auto'
import { Link, LinkContent } from '@lectern/contracts/api/links.ts'
import { NoteList } from '@lectern/contracts/api/notes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anArticle, aPicture } from '../../test-support/saved-articles.ts'
import { aContent, aNote } from '../../test-support/server.ts'
import { deleteSavedArticles } from './database.ts'
import {
  keepArticle,
  listAllSaved,
  listSaved,
  readSavedArticle,
  readSavedImage,
  removeExpired,
  removeSaved,
} from './store.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.parse('2026-11-02T10:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: FIRST_DAY })
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await deleteSavedArticles('mara')
  await deleteSavedArticles('bob')
})

const afterDays = (days: number) => vi.setSystemTime(FIRST_DAY + days * DAY_MS)
const idsOf = async (userId = 'mara') => (await listSaved(userId)).map(({ id }) => id)
const hasImage = async (letter: string, userId = 'mara') =>
  (await readSavedImage(userId, letter.repeat(64))) !== undefined

test('a saved article comes back with its text, notes and pictures, and is valid for 7 days', async () => {
  const notes = [aNote({ linkId: 7 })]
  const images = [aPicture('a', 300)]
  await keepArticle('mara', anArticle(7, { notes, images }))
  expect(await readSavedArticle('mara', 7)).toMatchObject({
    id: 7,
    url: 'https://www.example.test/7',
    title: 'Article 7',
    content: aContent({ title: 'Article 7' }),
    notes,
    cachedAt: '2026-11-02T10:00:00.000Z',
    expiresAt: '2026-11-09T10:00:00.000Z',
  })
  expect((await listSaved('mara'))[0]?.bytes).toBeGreaterThan(300)
  const image = await readSavedImage('mara', 'a'.repeat(64))
  expect(image?.headers.get('content-type')).toBe('image/webp')
  expect((await image?.arrayBuffer())?.byteLength).toBe(300)
})

test('an expired article is not given out, and is removed when opened', async () => {
  await keepArticle('mara', anArticle(1, { images: [aPicture('a')] }))
  afterDays(7)
  expect(await listSaved('mara')).toEqual([])
  expect(await listAllSaved('mara')).toHaveLength(1)
  expect(await readSavedArticle('mara', 1)).toBeUndefined()
  expect(await listAllSaved('mara')).toEqual([])
  expect(await hasImage('a')).toBe(false)
})

test('the clean-up removes what has expired and leaves the rest', async () => {
  await keepArticle('mara', anArticle(1))
  afterDays(3)
  await keepArticle('mara', anArticle(2))
  afterDays(8)
  expect(await removeExpired('mara')).toEqual([1])
  expect(await idsOf()).toEqual([2])
})

test('a picture stays as long as one article has it', async () => {
  await keepArticle('mara', anArticle(1, { images: [aPicture('a'), aPicture('b')] }))
  await keepArticle('mara', anArticle(2, { images: [aPicture('b')] }))
  await removeSaved('mara', [1])
  expect([await hasImage('a'), await hasImage('b')]).toEqual([false, true])
  await removeSaved('mara', [2])
  expect(await hasImage('b')).toBe(false)
})

test('a renewal has the new text and 7 more days, and drops pictures that the text has no more', async () => {
  await keepArticle('mara', anArticle(1, { images: [aPicture('a'), aPicture('b')] }))
  afterDays(5)
  const content = aContent({ content: '<p>New words.</p>' })
  await keepArticle('mara', anArticle(1, { content, images: [aPicture('b')], isByHand: false }))
  expect(await readSavedArticle('mara', 1)).toMatchObject({
    content,
    expiresAt: '2026-11-14T10:00:00.000Z',
    isByHand: true,
  })
  expect([await hasImage('a'), await hasImage('b')]).toEqual([false, true])
})

/** The nth write of a record from now on finds the storage full. */
const fullAtPut = (nth: number) => {
  const put = IDBObjectStore.prototype.put
  let puts = 0
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
    if (++puts === nth) throw new DOMException('The disk is full.', 'QuotaExceededError')
    return put.call(this, value)
  })
}

test.each([1, 2, 3])('a save whose write number %i finds no room leaves nothing of it', async nth => {
  await keepArticle('mara', anArticle(1, { images: [aPicture('a')] }))
  fullAtPut(nth)
  await expect(keepArticle('mara', anArticle(2, { images: [aPicture('b')] }))).rejects.toMatchObject({
    name: 'QuotaExceededError',
  })
  expect(await idsOf()).toEqual([1])
  expect(await readSavedArticle('mara', 2)).toBeUndefined()
  expect([await hasImage('a'), await hasImage('b')]).toEqual([true, false])
})

test('a renewal that finds no room leaves the copy before', async () => {
  await keepArticle('mara', anArticle(1, { images: [aPicture('a')] }))
  fullAtPut(2)
  const content = aContent({ content: '<p>New words.</p>' })
  await expect(keepArticle('mara', anArticle(1, { content, images: [aPicture('b')] }))).rejects.toThrow()
  expect((await readSavedArticle('mara', 1))?.content.content).toContain('Lead.')
  expect([await hasImage('a'), await hasImage('b')]).toEqual([true, false])
})

test('nothing is kept for somebody who has signed out meanwhile', async () => {
  expect(await keepArticle('mara', anArticle(1), () => false)).toBeUndefined()
  expect(await idsOf()).toEqual([])
})

test('an account has only its own articles and pictures, and its sign-out removes them', async () => {
  await keepArticle('mara', anArticle(1, { images: [aPicture('a')] }))
  await keepArticle('bob', anArticle(2))
  expect(await idsOf('bob')).toEqual([2])
  expect(await hasImage('a', 'bob')).toBe(false)
  await deleteSavedArticles('mara')
  expect(await idsOf()).toEqual([])
  expect(await hasImage('a')).toBe(false)
  expect(await idsOf('bob')).toEqual([2])
})

/** Databases as earlier clients left them, never edited. A new version adds its own and stays able to open the others. */
const EARLIER = {
  1: (db: IDBDatabase) => {
    db.createObjectStore('articles', { keyPath: 'id' }).createIndex('image', 'images', { multiEntry: true })
    db.createObjectStore('texts', { keyPath: 'id' })
    db.createObjectStore('images', { keyPath: 'hash' })
  },
}

const openEarlier = (version: keyof typeof EARLIER) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('lectern-kept-mara', version)
    opening.onupgradeneeded = () => EARLIER[version](opening.result)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })

test('an article that version 1 of the database keeps is read by this client', async () => {
  const db = await openEarlier(1)
  const writing = db.transaction(['articles', 'texts', 'images'], 'readwrite')
  const hash = 'c'.repeat(64)
  writing.objectStore('articles').put({
    id: 7,
    url: 'https://www.example.test/a-log',
    title: 'What a log is',
    link: {
      id: 7,
      url: 'https://www.example.test/a-log',
      title: 'What a log is',
      note: null,
      tags: ['logs'],
      createdAt: '2026-07-03T09:41:00.000Z',
      isFavorite: false,
      isArchived: false,
      collectionId: null,
      siteName: null,
      favicon: null,
      previewImage: `/api/images/${hash}?w=400`,
      excerpt: 'Lead.',
      wordCount: 400,
      extraction: 'ready',
      extractionReason: null,
      noteCount: 1,
      progress: null,
    },
    images: [hash],
    bytes: 1_200,
    cachedAt: '2026-11-01T10:00:00.000Z',
    expiresAt: '2026-11-08T10:00:00.000Z',
    isByHand: true,
  })
  writing.objectStore('texts').put({
    id: 7,
    content: {
      status: 'ready',
      reason: null,
      title: 'What a log is',
      author: null,
      publishedDate: null,
      content: '<p>Lead.</p>',
      contentHash: 'a'.repeat(64),
      siteName: null,
      wordCount: 400,
      language: 'en',
      versions: [{ contentHash: 'a'.repeat(64), readAt: '2026-07-03T09:41:05.000Z' }],
      position: null,
      isRereading: false,
      rereadFailure: null,
    },
    notes: [
      {
        id: 1,
        linkId: 7,
        type: 'note',
        content: 'Read this twice.',
        selectedText: null,
        color: '#FBBF24',
        isPrivate: false,
        position: null,
        anchor: null,
        createdAt: '2026-07-03T09:41:00.000Z',
        updatedAt: '2026-07-03T09:41:00.000Z',
      },
    ],
  })
  writing.objectStore('images').put(aPicture('c'))
  await new Promise(resolve => {
    writing.oncomplete = resolve
  })
  db.close()

  const article = await readSavedArticle('mara', 7)
  expect(Link.parse(article?.link)).toMatchObject({ id: 7, tags: ['logs'] })
  expect(LinkContent.parse(article?.content).content).toBe('<p>Lead.</p>')
  expect(NoteList.parse(article?.notes)).toHaveLength(1)
  expect(await hasImage('c')).toBe(true)
})
