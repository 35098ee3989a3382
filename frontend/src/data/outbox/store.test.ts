import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import type { Act } from '../acts/kinds.ts'
import { type ActStore, deleteActStore, openActStore } from './store.ts'

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

test('acts that another version of the client stored are left out', async () => {
  const store = open()
  const later = act(2, { name: 'shareLink', params: {} })
  await store.put([act(1), later, act(3, { params: { linkId: 'seven' } })])
  expect((await store.all()).map(({ seq }) => seq)).toEqual([1])
  await store.remove([1])
  expect(await store.all()).toEqual([])
})

test('the sign-out of another tab deletes the acts while this one has them open', async () => {
  await open().put([act(1)])
  await deleteActStore('mara')
  expect(await open().all()).toEqual([])
})
