import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { aLink } from '../../test-support/server.ts'
import { type Act, type ActName, kindOf, type ParamsOf } from '../acts/kinds.ts'
import { ALL_LINKS, keys } from '../links/keys.ts'
import { OUTBOX_SYNC } from '../outbox/ask-for-sync.ts'
import type { OutboxMessage } from '../outbox/messages.ts'
import { createOutbox, type OutboxParts } from '../outbox/outbox.ts'
import { createUndoing, type Undoing } from './undoing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const anOutbox = (parts: Partial<OutboxParts>) =>
  createOutbox({
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
    ...parts,
  })

test('an act that was held up before this part was loaded asks for a Background Sync, too', async () => {
  const register = vi.fn(async () => undefined)
  const serviceWorker = { ready: Promise.resolve({ sync: { register } }) }
  vi.stubGlobal('navigator', { onLine: false, serviceWorker })
  const outbox = anOutbox({})
  void outbox.act('favorite', { linkId: 1, isFavorite: true })
  const [act] = outbox.pending().map(each => each.act) as [Act]
  createUndoing(new QueryClient(), outbox, [
    { outbox: 'act', act },
    { outbox: 'held', act },
  ])
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith(OUTBOX_SYNC))
  outbox.stop()
})

const collection = { name: 'Papers', color: '#10B981', description: '' }

test.each<[ActName, ParamsOf<'editCollection'> | ParamsOf<'deleteCollection'>, number[]]>([
  ['editCollection', { id: 7, ...collection }, []],
  ['deleteCollection', { id: 7 }, [1]],
])('%s is taken back as the last act', async (name, params, linkIds) => {
  const client = new QueryClient()
  const links = [aLink({ id: 1, collectionId: 7 }), aLink({ id: 2 })]
  client.setQueryData(keys.list(ALL_LINKS), { asOf: 0, data: { links, total: 2, nextCursor: null } })
  const sent: Act[] = []
  const answer: UndoAnswer = {
    restoredCount: 0,
    leftCount: 0,
    left: [],
    collection: { id: 7, name: 'Systems' },
  }
  const parts: { undoing?: Undoing } = {}
  const events: OutboxMessage[] = []
  const outbox = anOutbox({
    send: async act => {
      sent.push(act)
      return act.name === 'undo' ? answer : undefined
    },
    changedBy: patch => parts.undoing?.changedBy(patch) ?? [],
    onEvent: event => {
      events.push(event)
      parts.undoing?.onEvent(event)
    },
  })
  const undoing = createUndoing(client, outbox, [])
  parts.undoing = undoing
  await outbox.lead()
  await outbox.act(name, params as never)
  expect(undoing.undoLast()).toBeUndefined()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  const [act, undo] = sent as [Act, Extract<Act, { name: 'undo' }>]
  expect(kindOf('undo').request(undo.params, undo.key).body).toEqual({ commandId: act.key })
  expect(undo.params.restored).toEqual(linkIds.map(id => ({ id, collectionId: 7 })))
  expect(act.links?.map(({ id }) => id)).toEqual(linkIds)
  await vi.waitFor(() => expect(events.at(-1)?.outbox).toBe('sent'))
  const told = undoing.told(events.at(-1) as OutboxMessage)
  expect(told).toMatchObject({ title: 'Undone', description: '"Systems"', action: { label: 'Redo' } })
  outbox.stop()
})
