import { createLog } from '@lectern/platform/process/log.ts'
import { expect, test, vi } from 'vitest'
import { signupFinisher } from './finish-signups.ts'
import type { UserRow, Users } from './users.ts'

test('a signup that cannot be finished does not stop the others', async () => {
  const left = new Set(['broken', 'fine'])
  const users = { notOpened: async () => [...left].map(id => ({ id }) as UserRow) } as Users
  const openStreams = async ({ id }: UserRow) => {
    if (id === 'broken') throw new Error('its stream is deleted')
    left.delete(id)
    return undefined
  }
  const stop = new AbortController()
  const log = createLog('finish-signups-test', 'silent')
  signupFinisher({ users, openStreams, log, signal: stop.signal })()
  await vi.waitFor(() => expect([...left]).toEqual(['broken']))
  stop.abort()
})
