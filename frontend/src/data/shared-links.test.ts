import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import { aContent, aLink, aList, aNote } from '../test-support/server.ts'
import type { Act, ActName, ParamsOf } from './acts/kinds.ts'
import { kindOf, namesOf } from './acts/kinds.ts'
import { byLibrary, nameLinks } from './acts/named-links.ts'
import type { PendingAct } from './acts/pending.ts'
import { type Link, LinkList, namedLink } from './answers.ts'
import { compareIds, type Id, idFrom, idIn, numberOf, ownerOf, readerPath } from './id.ts'
import { fetchMatching } from './links/fetch-matching.ts'
import { foldCounts, foldList } from './links/fold.ts'
import { ALL_LINKS, keys } from './links/keys.ts'
import { searchOf } from './links/queries.ts'
import { draftsText, keepDraft, parseDrafts } from './notes/drafts.ts'
import { newNote } from './notes/new-note.ts'
import { NamedEntries } from './notes/queries.ts'
import { deleteActStore, openActStore } from './outbox/store.ts'
import { gatherList } from './remembered/gather-list.ts'
import { savedDatabase } from './saved-articles/database.ts'
import { keepArticle, listSaved, readSavedArticle, removeSaved } from './saved-articles/store.ts'
import { foldTags } from './tags/fold.ts'
import { undoOf } from './undo/undo-of.ts'

// Links of somebody else have the same numbers as one's own, and are never taken for them.

const ANN = '019a0000-0000-7000-8000-0000000000aa'
const mine = aLink({ id: 7, title: 'Mine', tags: ['own'] })
const theirs = namedLink(aLink({ id: 7, title: 'Theirs', collectionId: 3, library: ANN, tags: ['ann'] }))

let seq = 1_000
const act = <N extends ActName>(name: N, params: ParamsOf<N>, links?: Link[]): Act =>
  ({
    ...{ seq: ++seq, key: `key-${seq}`, userId: 'mara', at: '2026-11-22T10:00:00.000Z', state: 'waiting' },
    ...{ name, params, links },
  }) as Act
const pending = <N extends ActName>(name: N, params: ParamsOf<N>, links?: Link[]): PendingAct => ({
  act: act(name, params, links),
  sentAt: null,
})
const requestOf = ({ name, params, key }: Act) => kindOf(name).request(params, key)

test('an id says whose it is, also as a text', () => {
  for (const id of [7, -1_001, idIn(ANN, 7)] satisfies Id[]) expect(idFrom(String(id))).toBe(id)
  expect([numberOf(theirs.id), ownerOf(theirs.id)]).toEqual([7, ANN])
  expect([numberOf(7), ownerOf(7)]).toEqual([7, undefined])
  expect(theirs.collectionId).toBe(idIn(ANN, 3))
  expect([theirs.id, 8, 7].sort(compareIds)).toEqual([theirs.id, 7, 8])
})

test('answers name links of others, and notes of others, as theirs', () => {
  const list = LinkList.parse(aList([mine, { ...mine, library: ANN }]))
  expect(list.links.map(({ id }) => id)).toEqual([7, idIn(ANN, 7)])
  const link = { title: '', url: '', previewImage: null, siteName: null }
  const notes = [aNote({ id: 1 }), aNote({ id: 1, library: ANN, writer: { id: 'm-1', name: 'Bo' } })]
  const entries = NamedEntries.parse(notes.map(note => ({ note, link })))
  expect(entries.map(({ note }) => [note.id, note.linkId])).toEqual([
    [1, 1],
    [idIn('m-1', 1), idIn(ANN, 1)],
  ])
})

test('an act on the one changes the other in no list, count or tag', () => {
  const acts = [pending('archive', { linkId: theirs.id, isArchived: true }, [theirs])]
  expect(foldList({ data: { ...aList([]), links: [mine], total: 1 }, asOf: 0 }, ALL_LINKS, acts).total).toBe(
    1,
  )
  const shared = { ...ALL_LINKS, collection: idIn(ANN, 3) }
  const list = { ...aList([]), links: [theirs], total: 1 }
  expect(foldList({ data: list, asOf: 0 }, shared, acts).total).toBe(0)
  const own = [pending('archive', { linkId: 7, isArchived: true }, [mine])]
  expect(foldList({ data: list, asOf: 0 }, shared, own)).toBe(list)
  const counts = {
    ...{ used: 1, allowed: null, active: 1, archived: 0, favorites: 0, collections: [], uncollected: 1 },
    ...{ tagCount: 1, tags: [{ tag: 'own', count: 1 }] },
  }
  expect(foldCounts({ data: counts, asOf: 0 }, acts)).toEqual(counts)
  expect(foldTags({ data: counts.tags, asOf: 0 }, acts, true)).toEqual(counts.tags)
  const renamed = pending('renameTag', { from: 'ann', to: 'x' })
  expect(foldList({ data: list, asOf: 0 }, shared, [renamed])).toBe(list)
})

test('links of others are among all links only in the collections that the person chose', () => {
  const saved = { ...theirs, isArchived: true }
  const back = pending('archive', { linkId: theirs.id, isArchived: false }, [saved])
  const empty = { data: { ...aList([]) }, asOf: 0 }
  expect(foldList(empty, ALL_LINKS, [back]).links).toEqual([])
  expect(foldList(empty, { ...ALL_LINKS, shared: [idIn(ANN, 4)] }, [back]).links).toEqual([])
  const chosen = { ...ALL_LINKS, shared: [idIn(ANN, 3)] }
  expect(foldList(empty, chosen, [back]).links).toMatchObject([{ title: 'Theirs' }])
  // An own collection with the same number.
  expect(foldList(empty, { ...ALL_LINKS, collection: 3 }, [back]).links).toEqual([])
  expect(String(searchOf({ ...ALL_LINKS, collection: idIn(ANN, 3) }))).toBe(`collection=3&library=${ANN}`)
  expect(String(searchOf(chosen))).toBe('shared=also')
  expect(keys.list(chosen)).not.toEqual(keys.list(ALL_LINKS))
})

test('requests name the library, and those about one’s own do not', () => {
  const on = (linkId: Id) => requestOf(act('favorite', { linkId, isFavorite: true })).path
  expect(on(7)).toBe('/api/links/7/favorite')
  expect(on(theirs.id)).toBe(`/api/links/7/favorite?library=${ANN}`)
  expect(readerPath(theirs.id, 'note=3')).toBe(`/reader/7?note=3&library=${ANN}`)
  const bulk = byLibrary([7, theirs.id, 8], ownerOf).map(([library, ids]) =>
    requestOf(act('editLinks', { linkIds: nameLinks(ids), library, updates: { isFavorite: true } })),
  )
  expect(bulk).toMatchObject([
    { path: '/api/links/bulk', body: { linkIds: [[7, 8]] } },
    { path: `/api/links/bulk?library=${ANN}`, body: { linkIds: [7] } },
  ])
  // Even if ids of both were in one act.
  const linkIds = nameLinks([8, theirs.id])
  expect(requestOf(act('editLinks', { linkIds, updates: {} })).body).toMatchObject({ linkIds: [8] })
  const collection = { id: idIn(ANN, 3), name: 'Seeds' }
  const save = act('saveLink', { url: 'https://a.test/', title: 'A', library: ANN, collection })
  expect(requestOf(save)).toMatchObject({ path: `/api/links?library=${ANN}`, body: { collectionId: 3 } })
  const answer = kindOf('saveLink').named?.(aLink({ id: 7, collectionId: 3 }), save.params)
  expect(answer).toMatchObject({ id: theirs.id, collectionId: idIn(ANN, 3), library: ANN })
})

test('an undo names the library that its act is in; flags are in one’s own', () => {
  const undoPath = (undone: Act) => requestOf(act('undo', undoOf(undone).params)).path
  expect(undoPath(act('collect', { linkId: theirs.id, to: null }, [theirs]))).toBe(`/api/undo?library=${ANN}`)
  const favorite = act('favorite', { linkId: theirs.id, isFavorite: true }, [theirs])
  expect(undoPath(favorite)).toBe('/api/undo')
  expect(undoOf(favorite).params.restored).toEqual([{ id: theirs.id, isFavorite: false }])
  expect(undoPath(act('collect', { linkId: 7, to: null }, [mine]))).toBe('/api/undo')
  // Only the owner deletes what an editor saved.
  const saves = { undone: 'key', saves: ['key'], names: { links: [theirs.id] }, restored: [], isRedo: false }
  expect(requestOf(act('undo', { ...saves, library: ANN }))).toMatchObject({
    ...{ method: 'PUT', path: `/api/links/bulk?library=${ANN}` },
    body: { linkIds: [7], updates: { collectionId: null } },
  })
})

afterEach(() => {
  localStorage.clear()
})

test('what a client of before has stored goes on, beside what is of others', async () => {
  // Acts, with numbers alone.
  const before = [
    act('favorite', { linkId: 7, isFavorite: true }, [mine]),
    act('editLinks', { linkIds: [[1, 3], 7], updates: { collectionId: 3 } }),
    act('takeNote', newNote({ linkId: 7, type: 'note', content: 'Old' })),
  ]
  const outbox = await openDB('lectern-outbox-mara', 2, {
    upgrade: db => void db.createObjectStore('acts', { keyPath: 'seq' }),
  })
  for (const each of before) await outbox.put('acts', JSON.parse(JSON.stringify(each)))
  outbox.close()
  const store = openActStore('mara')
  await store.put([act('favorite', { linkId: theirs.id, isFavorite: true }, [theirs])])
  const acts = await store.all()
  expect(acts.map(each => namesOf(each).links)).toEqual([[7], [1, 2, 3, 7], [7], [theirs.id]])
  expect(acts.map(each => requestOf(each).path)).toEqual([
    '/api/links/7/favorite',
    '/api/links/bulk',
    '/api/links/7/notes',
    `/api/links/7/favorite?library=${ANN}`,
  ])
  store.close()
  await deleteActStore('mara')

  // A saved article, whose key is the number.
  const article = { content: aContent(), notes: [], images: [], isByHand: true }
  await keepArticle('mara', { ...article, link: mine })
  const db = await openDB(savedDatabase('mara'))
  expect(await db.getAllKeys('articles')).toEqual([7])
  db.close()
  await keepArticle('mara', { ...article, link: theirs })
  expect((await listSaved('mara')).map(({ id }) => id)).toEqual(expect.arrayContaining([7, theirs.id]))
  await removeSaved('mara', [theirs.id])
  expect((await readSavedArticle('mara', 7))?.title).toBe('Mine')
  expect(await readSavedArticle('mara', theirs.id)).toBeUndefined()

  // A draft of a note.
  const draft = { ...newNote({ linkId: 7, type: 'note', content: 'Typed' }), of: null, at: '2026-11-22' }
  keepDraft('mara', draft)
  keepDraft('mara', { ...draft, linkId: theirs.id, content: 'Typed for Ann' })
  const textsOn = (linkId: Id) => parseDrafts(draftsText('mara', linkId)).map(({ content }) => content)
  expect(textsOn(7)).toEqual(['Typed'])
  expect(textsOn(theirs.id)).toEqual(['Typed for Ann'])
})

test('links of others are never selected by their numbers alone', async () => {
  await expect(fetchMatching({ ...ALL_LINKS, q: 'is:shared beans' })).rejects.toThrow('as they are shown')
})

test('without a network is:shared finds what others share, and other searches do not', () => {
  const find = (q: string) =>
    gatherList([mine, theirs], { ...ALL_LINKS, q }, { plan: 'free', collections: [] }).links.map(
      ({ id }) => id,
    )
  expect(find('is:shared')).toEqual([theirs.id])
  expect(find('-is:shared')).toEqual([7])
  expect(find('e')).toEqual([7])
})
