import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { readStored, writeStored } from '../../lib/storage.ts'
import { anArticle } from '../../test-support/saved-articles.ts'
import { putRemembered, readRemembered } from '../remembered/store.ts'
import { keepArticle, listSaved } from '../saved-articles/store.ts'
import { forgetUser } from './forget.ts'
import { readingKey } from './reading-key.ts'
import { renewCopies } from './renew-copies.ts'

const LIST = ['tags']
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  localStorage.clear()
  await keepArticle('mara', anArticle(1))
  await putRemembered('mara', [{ queryKey: LIST, data: [], at: '2026-11-22T10:00:00.000Z' }], () => true)
  writeStored(readingKey('mara', ':1'), 'a place')
  writeStored('kept:mara:newest', '50')
})

const kept = async () => [
  (await listSaved('mara')).length,
  (await readRemembered('mara', LIST)) ? 1 : 0,
  readStored(readingKey('mara', ':1')) ? 1 : 0,
]

test('copies of the store before a restore go, once; the setting for new ones stays', async () => {
  await renewCopies('mara', 'a')
  await renewCopies('mara', undefined)
  await renewCopies('mara', 'a')
  expect(await kept()).toEqual([1, 1, 1])
  await renewCopies('mara', 'b')
  expect(await kept()).toEqual([0, 0, 0])
  expect(readStored('kept:mara:newest')).toBe('50')
  await keepArticle('mara', anArticle(1))
  await renewCopies('mara', 'b')
  expect(await kept()).toEqual([1, 0, 0])
})

test('nothing is left of a user who signed out', async () => {
  await renewCopies('mara', 'a')
  await forgetUser('mara')
  expect(Object.keys(localStorage)).toEqual([])
})
