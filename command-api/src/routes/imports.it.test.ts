import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { expect, test } from 'vitest'
import { openTestLibrary, startCommandApi } from '../test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

const close = async ({ libraryId, userId }: Caller) => {
  const command = { type: 'CloseLibrary', libraryId, ownerId: userId, now: new Date().toISOString() } as const
  const issued = { actorId: userId, via: 'web', commandId: `close-${userId}` } as const
  await api.aggregates.libraries.handle(libraryId, command, issued)
}

test.each([
  ['is closed', close],
  [
    'has ended',
    async (caller: Caller) => {
      await close(caller)
      await api.store.tombstone(libraryStream(caller.libraryId))
    },
  ],
])('a file that comes after its library %s is deleted', async (_, end) => {
  const caller = await openTestLibrary(api)
  await end(caller)
  const body = { articles: [{ url: 'https://example.com/', title: 'Example' }] }
  const { status } = await api.call('POST', '/api/migrate/import-direct', { as: caller, body })
  expect(status).toBe(410)
  const files = await api.pool.query('SELECT FROM uploads.files WHERE library_id = $1', [caller.libraryId])
  expect(files.rowCount).toBe(0)
})
