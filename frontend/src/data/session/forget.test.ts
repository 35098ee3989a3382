import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { readStored, writeStored } from '../../lib/storage.ts'
import { draftPrefix } from '../drafts.ts'
import { openActStore } from '../outbox/store.ts'
import { forgetUser, goOnForgetting } from './forget.ts'
import { LEAVING_KEY } from './leaving.ts'
import { readingKey } from './reading-key.ts'

afterEach(() => localStorage.clear())

/** A user with a draft, an unsent place and an act on this device, whose sign-out has begun. */
const leavingUser = async (): Promise<string> => {
  const userId = crypto.randomUUID()
  const store = openActStore(userId)
  await store.all()
  store.close()
  writeStored(draftPrefix(userId, 'note'), 'words')
  writeStored(readingKey(userId), '[]')
  writeStored(LEAVING_KEY, userId)
  return userId
}
const keptOf = async (userId: string): Promise<string[]> => [
  ...Object.keys(localStorage),
  ...(await indexedDB.databases()).flatMap(({ name }) => (name?.endsWith(userId) ? [name] : [])),
]

test('A sign-out leaves nothing of the user.', async () => {
  const userId = await leavingUser()
  expect(await keptOf(userId)).toHaveLength(4)
  await forgetUser(userId)
  expect(await keptOf(userId)).toEqual([])
})

test('A deletion that was cut off goes on for the next user.', async () => {
  const userId = await leavingUser()
  await goOnForgetting(crypto.randomUUID())
  expect(await keptOf(userId)).toEqual([])
})

test('A user who is back keeps what is left.', async () => {
  const userId = await leavingUser()
  await goOnForgetting(userId)
  expect(await keptOf(userId)).toHaveLength(3)
  expect(readStored(LEAVING_KEY)).toBeNull()
})
