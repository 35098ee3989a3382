import { afterEach, expect, test, vi } from 'vitest'
import { keptActs } from '../../test-support/kept-acts.ts'
import { aLink, HttpResponse, http, server, withServer } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import { newNote } from '../notes/new-note.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { discard, refusedActs } from './refused.ts'
import { isHeldByRestore } from './restored.ts'
import { sendHeld } from './send-held.ts'

withServer()
const opened: Outbox[] = []
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.stop()
})

const anAct = (seq: number, name: string, params: object, rest: object = {}) =>
  ({
    ...{ seq, key: `key ${seq}`, userId: 'mara', at: '2026-11-22T10:00:00.000Z' },
    ...{ epoch: 'before', state: 'waiting', name, params, ...rest },
  }) as Act
const SAVE = anAct(1, 'saveLink', { url: 'https://new.test/', title: 'New' })
const NOTE = anAct(2, 'takeNote', newNote({ linkId: -1, type: 'note', content: 'Mine' }))
const STAR = anAct(3, 'favorite', { linkId: 7, isFavorite: true }, { links: [aLink({ id: 7 })] })

/** An outbox on a restored store, on a device that keeps these acts. */
const open = async (kept: readonly Act[], epoch: string | null = 'after') => {
  const { stored, store } = keptActs(kept)
  const sent: Act[] = []
  const outbox = createOutbox({
    ...{ userId: 'mara', epoch: epoch ?? undefined },
    store,
    send: async act => {
      sent.push(act)
      return act.name === 'saveLink' ? { id: 9 } : undefined
    },
    changedBy: () => [],
    post: () => undefined,
    onEvent: () => undefined,
    onSignedOut: () => undefined,
  })
  opened.push(outbox)
  await outbox.load()
  await outbox.lead()
  const held = () => refusedActs(outbox.refused()).filter(({ refusal }) => isHeldByRestore(refusal))
  return { outbox, stored, sent, held }
}
const serverHas = (...links: readonly ReturnType<typeof aLink>[]) =>
  server.use(
    http.get('*/api/links/:id', ({ params }) => {
      const link = links.find(({ id }) => id === Number(params.id))
      return link ? HttpResponse.json(link) : new HttpResponse(null, { status: 404 })
    }),
  )

test('acts of before a restore are not sent, nor shown as done, in no page; one of the present store is sent', async () => {
  const first = await open([SAVE, NOTE, STAR])
  expect(first.held().map(({ act, needing }) => [act.seq, needing.length])).toEqual([
    [1, 1],
    [3, 0],
  ])
  expect(first.outbox.pending()).toEqual([])
  void first.outbox.act('favorite', { linkId: 8, isFavorite: true })
  await vi.waitFor(() => expect(first.sent).toMatchObject([{ params: { linkId: 8 }, epoch: 'after' }]))
  const again = await open([...first.stored.values()])
  expect(again.held()).toHaveLength(2)
  expect(again.sent).toEqual([])
})

test('an act of another tab of before a restore is held, too', async () => {
  const { outbox, sent, held } = await open([])
  outbox.receive({ outbox: 'act', act: STAR })
  expect(held()).toHaveLength(1)
  expect(sent).toEqual([])
})

test('where the store is the same, or nobody knows, acts are sent', async () => {
  const { epoch: _, ...old } = STAR
  for (const [act, epoch] of [
    [STAR, 'before'],
    [STAR, null],
    [old as Act, 'after'],
  ] as const) {
    const { sent } = await open([act], epoch)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  }
})

test('they are sent on request, in order, with their keys, on the present store', async () => {
  serverHas(aLink({ id: 7 }))
  const { outbox, sent, held, stored } = await open([SAVE, NOTE, STAR])
  await sendHeld(outbox, held())
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.map(({ name, key, epoch }) => [name, key, epoch])).toEqual([
    ['saveLink', 'key 1', 'after'],
    ['takeNote', 'key 2', 'after'],
    ['favorite', 'key 3', 'after'],
  ])
  expect(sent[1]?.params).toMatchObject({ linkId: 9 })
  await vi.waitFor(() =>
    expect([...stored.values()].map(({ state }) => state)).toEqual(Array(3).fill('sent')),
  )
})

test('an act on an article whose number is of another one by now is not sent', async () => {
  serverHas(aLink({ id: 7, url: 'https://other.test/', createdAt: '2026-11-23T10:00:00.000Z' }))
  const { outbox, sent, held } = await open([STAR])
  await sendHeld(outbox, held())
  expect(sent).toEqual([])
  expect(held()).toEqual([])
  expect(outbox.refused()).toMatchObject([{ seq: 3, refusal: { status: 404 } }])
})

test('without an answer they stay held', async () => {
  server.use(http.get('*/api/links/:id', () => HttpResponse.error()))
  const { outbox, sent, held } = await open([STAR])
  await expect(sendHeld(outbox, held())).rejects.toThrow()
  expect(held()).toHaveLength(1)
  expect(sent).toEqual([])
})

test('they are discarded on request, and come back with Undo', async () => {
  const { outbox, sent, held, stored } = await open([SAVE, NOTE])
  const restore = held().map(one => discard(outbox, one))
  expect(stored.size).toBe(0)
  for (const each of restore) each()
  expect(held()).toHaveLength(1)
  const again = await open([...stored.values()])
  expect(again.held()).toMatchObject([{ act: { seq: 1 }, needing: [{ seq: 2 }] }])
  expect([sent, again.sent]).toEqual([[], []])
})
