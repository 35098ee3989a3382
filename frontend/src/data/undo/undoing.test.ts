import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { aLink, aNote } from '../../test-support/server.ts'
import { type Act, type ActName, kindOf, type ParamsOf } from '../acts/kinds.ts'
import { ALL_LINKS, keys } from '../links/keys.ts'
import { newNote } from '../notes/new-note.ts'
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

test('saves that were made together are taken back in one act, but for a link that has a note since', async () => {
  const client = new QueryClient()
  const sent: Act[] = []
  let id = 0
  const parts: { undoing?: Undoing } = {}
  const outbox = anOutbox({
    send: async act => {
      sent.push(act)
      return act.name === 'saveLink' ? aLink({ id: ++id, title: act.params.title, tags: [], note: null }) : {}
    },
    onEvent: event => parts.undoing?.onEvent(event),
  })
  const undoing = createUndoing(client, outbox, [])
  parts.undoing = undoing
  await outbox.lead()
  const save = (title: string, together: string) =>
    outbox.act('saveLink', { url: `https://a.test/${title}`, title, together })
  await save('earlier', 'before')
  await Promise.all(['one', 'two', 'three'].map(title => save(title, 'now')))
  const links = [aLink({ id: 3, tags: [], note: null, noteCount: 1, createdAt: '2026-01-01T00:00:00.000Z' })]
  client.setQueryData(keys.list(ALL_LINKS), { asOf: 1e12, data: { links, total: 1, nextCursor: null } })
  expect(undoing.undoLast()).toBeUndefined()
  await vi.waitFor(() => expect(sent.map(({ name }) => name).at(-1)).toBe('undo'))
  const [undo] = sent.slice(-1) as [Act]
  const { request } = kindOf('undo')
  expect(request(undo.params, 'key')).toMatchObject({ method: 'DELETE', body: { linkIds: [2, 4] } })
  expect(undoing.told({ outbox: 'sent', act: undo })).toEqual({
    title: 'Undone',
    description: '2 links removed. 1 link changed since stays',
  })
  expect(undoing.undoLast()?.title).toBe('Not undone')
  outbox.stop()
})

test('saves that were not sent yet leave the queue with their undoing', async () => {
  const parts: { undoing?: Undoing } = {}
  const told: (string | undefined)[] = []
  const outbox = anOutbox({
    onEvent: event => {
      parts.undoing?.onEvent(event)
      told.push(parts.undoing?.told(event)?.title)
    },
  })
  const undoing = createUndoing(new QueryClient(), outbox, [])
  parts.undoing = undoing
  vi.stubGlobal('navigator', { onLine: false, locks: {} })
  await outbox.lead()
  for (const title of ['one', 'two'])
    void outbox.act('saveLink', { url: `https://a.test/${title}`, title, together: 'now' })
  await vi.waitFor(() => expect(outbox.pending().every(({ act }) => outbox.isUnsent(act))).toBe(true))
  undoing.undoLast()
  await vi.waitFor(() => expect(outbox.pending()).toEqual([]))
  expect(told).toContain('Undone')
  outbox.stop()
})

/** An outbox whose server has addresses with 'known', and saves others. */
const saving = async () => {
  const sent: Act[] = []
  const parts: { undoing?: Undoing } = {}
  const outbox = anOutbox({
    send: async act => {
      sent.push(act)
      if (act.name !== 'saveLink') return {}
      if (act.params.url.includes('known')) throw new ApiError(409, 'There')
      return aLink({ id: sent.length, tags: [], note: null })
    },
    onEvent: event => parts.undoing?.onEvent(event),
  })
  const undoing = createUndoing(new QueryClient(), outbox, [])
  parts.undoing = undoing
  await outbox.lead()
  const save = (url: string) => {
    const saved = outbox.act('saveLink', { url: `https://a.test/${url}`, title: url, together: 'now' })
    return { saved, act: outbox.pending().at(-1)?.act as Act }
  }
  return { sent, outbox, undoing, save }
}

test('saves are taken back although the first of them was refused', async () => {
  const { sent, outbox, undoing, save } = await saving()
  const [known, other] = [save('known'), save('other')]
  await Promise.all([known.saved, other.saved])
  undoing.undo(known.act)
  await vi.waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ name: 'undo', params: { names: { links: [2] } } }),
  )
  outbox.stop()
})

test('a save whose link was deleted is not taken back', async () => {
  const { sent, outbox, undoing, save } = await saving()
  await save('one').saved
  await outbox.act('deleteLink', { linkId: 1 })
  expect(undoing.undoLast()?.title).toMatch('A deletion is not undone')
  expect(undoing.undoLast()?.title).toBe('Nothing to undo')
  expect(sent).toHaveLength(2)
  outbox.stop()
})

const PLACE = { position: { start: 0, end: 5 } }

/** An outbox whose server gives the first note the id 5, and its undoing. */
const marking = async () => {
  const sent: Act[] = []
  const parts: { undoing?: Undoing } = {}
  const outbox = anOutbox({
    send: async act => {
      sent.push(act)
      return act.name === 'takeNote' ? aNote({ id: 4 + sent.length }) : undefined
    },
    onEvent: event => parts.undoing?.onEvent(event),
  })
  const undoing = createUndoing(new QueryClient(), outbox, [])
  parts.undoing = undoing
  await outbox.lead()
  return { sent, outbox, undoing }
}

test.each(['highlight', 'quote'] as const)(
  'a %s of words alone is taken back as the last act',
  async type => {
    const { sent, outbox, undoing } = await marking()
    await outbox.act('takeNote', newNote({ linkId: 1, type, content: 'Words', ...PLACE }))
    expect(undoing.undoLast()).toBeUndefined()
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ name: 'deleteNote', params: { noteId: 5, linkId: 1 } })
    outbox.stop()
  },
)

test('marks are taken back one after the other', async () => {
  const { sent, outbox, undoing } = await marking()
  for (const content of ['Words', 'Others'])
    await outbox.act('takeNote', newNote({ linkId: 1, type: 'highlight', content, ...PLACE }))
  for (const noteId of [6, 5]) {
    expect(undoing.undoLast()).toBeUndefined()
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ name: 'deleteNote', params: { noteId } }))
  }
  expect(undoing.undoLast()?.title).toBe('Nothing to undo')
  outbox.stop()
})

test('a highlight that a text was written into since, and a note, are not taken back', async () => {
  const { sent, outbox, undoing } = await marking()
  await outbox.act('takeNote', newNote({ linkId: 1, type: 'highlight', content: 'Words', ...PLACE }))
  const [mark] = sent as [Act]
  await outbox.act('reviseNote', { noteId: 5, linkId: 1, content: 'A thought of mine' })
  undoing.undo(mark)
  await outbox.act('takeNote', newNote({ linkId: 1, type: 'note', content: 'Another', ...PLACE }))
  for (let time = 1; time <= 4; time++) undoing.undoLast()
  await new Promise(resolve => setTimeout(resolve))
  expect(sent.map(({ name }) => name)).toEqual(['takeNote', 'reviseNote', 'takeNote'])
  outbox.stop()
})
