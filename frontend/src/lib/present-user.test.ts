import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { readPresentUser, writePresentUser } from './present-user.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

test('a device that nobody has used knows nobody', async () => {
  expect(await readPresentUser()).toBeNull()
})

test('the last call decides, also when the ones before are under way', async () => {
  void writePresentUser({ id: 'mara' })
  void writePresentUser(null)
  await writePresentUser({ id: 'jon', epoch: 'a' })
  expect(await readPresentUser()).toEqual({ id: 'jon', epoch: 'a' })
  await writePresentUser(null)
  expect(await readPresentUser()).toBeNull()
})

test('a browser without storage knows nobody', async () => {
  globalThis.indexedDB = undefined as never
  await writePresentUser({ id: 'mara' })
  expect(await readPresentUser()).toBeNull()
})
