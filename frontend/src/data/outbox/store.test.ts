import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import type { Act } from '../acts/kinds.ts'
import { discardUnsent, unsentOfOthers } from './other-users.ts'
import { type ActStore, deleteActStore, openActStore, unsentActs } from './store.ts'

const act = (seq: number, changes: object = {}): Act =>
  ({
    seq,
    key: `key-${seq}`,
    userId: 'mara',
    at: '2026-11-22T10:00:00.000Z',
    state: 'waiting',
    name: 'favorite',
    params: { linkId: 7, isFavorite: true },
    ...changes,
  }) as Act

const opened: ActStore[] = []
const open = (userId = 'mara') => {
  const store = openActStore(userId)
  opened.push(store)
  return store
}
afterEach(async () => {
  for (const store of opened.splice(0)) store.close()
  await deleteActStore('mara')
})

test('acts come back in order after a reload, each user has its own', async () => {
  const store = open()
  await store.put([act(3), act(1), act(2)])
  await store.remove([2])
  store.close()
  expect((await open().all()).map(({ seq }) => seq)).toEqual([1, 3])
  expect(await open('bob').all()).toEqual([])
})

test('acts that version 1 kept are there in version 2, which a client of version 1 cannot open', async () => {
  const acts = [act(1), act(2, { state: 'sent', result: { id: 7 } })]
  const first = await openDB('lectern-outbox-mara', 1, {
    upgrade: db => void db.createObjectStore('acts', { keyPath: 'seq' }),
  })
  for (const each of acts) await first.put('acts', each)
  first.close()

  const store = open()
  const refusal = { status: 404, message: 'Gone.', details: {}, at: '2026-11-22T11:00:00.000Z' }
  const refused = act(3, { state: 'refused', refusal })
  await store.put([refused])
  expect(await store.all()).toEqual([...acts, refused])
  await expect(openDB('lectern-outbox-mara', 1)).rejects.toThrow('version')
})

test('the acts of other users that the server does not have are counted, and those that it has are not', async () => {
  await open('bob').put([act(1), act(2, { state: 'sent' }), act(3, { state: 'refused' })])
  await open('cleo').put([])
  expect(await unsentOfOthers('mara')).toEqual([{ userId: 'bob', count: 2 }])
  await discardUnsent({ userId: 'bob', count: 2 })
  expect(await unsentOfOthers('mara')).toEqual([])
})

test('a count of acts that a sign-out has just deleted leaves a store that keeps acts', async () => {
  await expect(unsentActs('mara')).rejects.toThrow()
  const store = open()
  await store.put([act(1)])
  expect(await store.all()).toEqual([act(1)])
})

test('acts that another version of the client stored are left out', async () => {
  const store = open()
  const later = act(2, { name: 'shareLink', params: {} })
  await store.put([act(1), later, act(3, { params: { linkId: 'seven' } })])
  expect((await store.all()).map(({ seq }) => seq)).toEqual([1])
  await store.remove([1])
  expect(await store.all()).toEqual([])
})

/** The acts that a client of before links of others knows by their names. It does all that its store has of these. */
const KNOWN_BEFORE = new Set(
  'favorite archive collect deleteLink retryExtraction retryPages saveLink savePage editLink editLinks deleteLinks'
    .split(' ')
    .concat('createCollection editCollection deleteCollection takeNote reviseNote deleteNote'.split(' '))
    .concat('clearHighlights renameTag mergeTags deleteTag bringBack deleteForGood undo'.split(' ')),
)

test('a client of before links of others finds no act in the store that it would do in the own library', async () => {
  const library = '019a0000-0000-7000-8000-0000000000aa'
  const collection = { id: `${library}/3`, name: 'Seeds' }
  const acts = [
    act(1, { name: 'saveLink', params: { url: 'https://a.test/', title: 'A', library, collection } }),
    // On what that one makes, and so with nothing of the library in it.
    act(2, { params: { linkId: -1, isFavorite: true } }),
    act(3, { name: 'editLinks', params: { linkIds: [`${library}/7`], library, updates: { tags: [] } } }),
    act(4, { params: { linkId: `${library}/7`, isFavorite: true } }),
  ]
  const store = open()
  await store.put(acts)
  expect(await store.all()).toEqual(acts)
  expect(await unsentActs('mara')).toEqual(acts)

  const asBefore = await openDB('lectern-outbox-mara', 2)
  const names = (await asBefore.getAll('acts')).map(({ name }) => name)
  expect(names.filter(name => KNOWN_BEFORE.has(name))).toEqual([])
  // What it stored itself is done and removed by this one.
  await asBefore.put('acts', act(5))
  asBefore.close()
  expect((await store.all()).at(-1)).toEqual(act(5))
})

test('the sign-out of another tab deletes the acts while this one has them open', async () => {
  await open().put([act(1)])
  await deleteActStore('mara')
  expect(await open().all()).toEqual([])
})
