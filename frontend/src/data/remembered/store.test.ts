import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { aLink, aList } from '../../test-support/server.ts'
import { deleteRememberedAnswers, rememberedDatabase } from './database.ts'
import { putRemembered, type RememberedAnswer, readRemembered, readRememberedOfKind } from './store.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await deleteRememberedAnswers('mara')
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 10, minute)).toISOString()
const view = (collection: number, minute: number): RememberedAnswer => ({
  queryKey: ['links', { collection, q: '' }],
  data: aList([aLink({ id: collection })]),
  at: at(minute),
})
const keep = (...readings: RememberedAnswer[]) => putRemembered('mara', readings, () => true)
const keptViews = async () =>
  (await readRememberedOfKind('mara', 'links')).map(
    ({ queryKey }) => (queryKey[1] as { collection: number }).collection,
  )

test('a reading comes back under its key, whatever the order of its filters, and to its user alone', async () => {
  await keep(view(1, 0))
  expect(await readRemembered('mara', ['links', { q: '', collection: 1 }])).toMatchObject(view(1, 0))
  expect(await readRemembered('bob', ['links', { q: '', collection: 1 }])).toBeUndefined()
  await deleteRememberedAnswers('bob')
})

test('a later reading takes the place of the one before', async () => {
  await keep(view(1, 0))
  await keep(view(1, 5))
  expect((await readRememberedOfKind('mara', 'links')).map(each => each.at)).toEqual([at(5)])
})

test('the 20 latest views are kept, and other kinds are not counted with them', async () => {
  await keep({ queryKey: ['counts'], data: {}, at: at(0) })
  await keep(...Array.from({ length: 25 }, (_, n) => view(n, n + 1)))
  expect(await keptViews()).toEqual(Array.from({ length: 20 }, (_, n) => n + 5))
  expect(await readRemembered('mara', ['counts'])).toBeDefined()
})

test('a browser without room loses the older half, and what was kept stays readable', async () => {
  await keep(...Array.from({ length: 20 }, (_, n) => view(n, n)))
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('No room.', 'QuotaExceededError')
  })
  await keep(view(99, 30))
  expect(await keptViews()).toEqual(Array.from({ length: 10 }, (_, n) => n + 10))
})

test('nothing is written for a user who has signed out meanwhile', async () => {
  await putRemembered('mara', [view(1, 0)], () => false)
  expect(await keptViews()).toEqual([])
})

test('the readings of a later version of the client are left alone', async () => {
  const later = await new Promise<IDBDatabase>(resolve => {
    const opening = indexedDB.open(rememberedDatabase('mara'), 99)
    opening.onupgradeneeded = () => opening.result.createObjectStore('later')
    opening.onsuccess = () => resolve(opening.result)
  })
  later.close()
  await expect(keep(view(1, 0))).rejects.toThrow('version')
})
