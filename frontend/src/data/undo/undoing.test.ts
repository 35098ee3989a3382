import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Act } from '../acts/kinds.ts'
import { OUTBOX_SYNC } from '../outbox/ask-for-sync.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { createUndoing } from './undoing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an act that was held up before this part was loaded asks for a Background Sync, too', async () => {
  const register = vi.fn(async () => undefined)
  const serviceWorker = { ready: Promise.resolve({ sync: { register } }) }
  vi.stubGlobal('navigator', { onLine: false, serviceWorker })
  const outbox = createOutbox({
    userId: 'mara',
    store: {
      all: async () => [],
      put: async () => undefined,
      remove: async () => undefined,
      close: () => undefined,
    },
    send: () => Promise.reject(new TypeError('Failed to fetch')),
    changedBy: () => [],
    post: () => undefined,
    onEvent: () => undefined,
    onSignedOut: () => undefined,
  })
  void outbox.act('favorite', { linkId: 1, isFavorite: true })
  const [act] = outbox.pending().map(each => each.act) as [Act]
  createUndoing(new QueryClient(), outbox, [
    { outbox: 'act', act },
    { outbox: 'held', act },
  ])
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith(OUTBOX_SYNC))
  outbox.stop()
})
