import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { keptActs } from '../../test-support/kept-acts.ts'
import { aLink, aNote } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import { newNote } from '../notes/new-note.ts'
import type { OutboxMessage } from './messages.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { addAnyway, discard, keepExisting, refusedActs, tryAgain } from './refused.ts'

const opened: Outbox[] = []
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.stop()
})

/** An outbox whose acts fail or succeed as `answer` says; `stored` is what the device keeps. */
const open = async (answer: (act: Act) => unknown, kept: readonly Act[] = []) => {
  const { stored, store } = keptActs(kept)
  const posted: OutboxMessage[] = []
  const outbox = createOutbox({
    userId: 'mara',
    store,
    send: async act => answer(act),
    changedBy: () => [],
    post: message => posted.push(message),
    onEvent: () => undefined,
    onSignedOut: () => undefined,
  })
  opened.push(outbox)
  await outbox.load()
  return { outbox, stored, posted }
}
const refuse = (status: number, message: string, details = {}) => {
  throw new ApiError(status, message, details)
}
const listed = (outbox: Outbox) => refusedActs(outbox.refused())
const nameOf = ({ seq }: Act) => -seq

/** A link, a note on it, and a bulk act on it and another link, done without a leading tab. */
const saveAndNote = (outbox: Outbox) => {
  void outbox.act('saveLink', { url: 'https://new.test/', title: 'New' })
  const [save] = outbox.pending().map(({ act }) => act)
  if (!save) throw new Error('nothing is pending')
  void outbox.act('takeNote', newNote({ linkId: nameOf(save), type: 'note', content: 'Mine' }))
  void outbox.act('editLinks', { linkIds: [1, nameOf(save)], updates: { isFavorite: true } })
  return save
}

test('an act that waited and is refused is kept with its reason, over a reload, with the acts that need it', async () => {
  const first = await open(() => refuse(402, 'Full.'))
  saveAndNote(first.outbox)
  first.outbox.stop()
  const { outbox, stored } = await open(
    act => (act.name === 'saveLink' ? refuse(402, 'Full.') : undefined),
    [...first.stored.values()],
  )
  await outbox.lead()
  await vi.waitFor(() => expect(listed(outbox)).toHaveLength(1))
  expect(listed(outbox)).toMatchObject([
    {
      act: { name: 'saveLink' },
      refusal: { status: 402, message: 'Full.' },
      needing: [{ name: 'takeNote' }],
    },
  ])
  await vi.waitFor(() =>
    expect(outbox.pending()).toMatchObject([{ act: { name: 'editLinks', state: 'sent' } }]),
  )
  expect([...stored.values()].map(({ name, state }) => [name, state])).toEqual([
    ['saveLink', 'refused'],
    ['takeNote', 'refused'],
    ['editLinks', 'sent'],
  ])
  const reloaded = await open(() => undefined, [...stored.values()])
  expect(listed(reloaded.outbox)).toMatchObject([{ needing: [{ name: 'takeNote' }] }])
})

const refusedSave = async (answer: (act: Act) => unknown, details = {}) => {
  const first = await open(() => undefined)
  saveAndNote(first.outbox)
  first.outbox.stop()
  let isRefusing = true
  const opened = await open(
    act => (isRefusing && act.name === 'saveLink' ? refuse(409, 'There.', details) : answer(act)),
    [...first.stored.values()],
  )
  await opened.outbox.lead()
  await vi.waitFor(() => expect(listed(opened.outbox)).toHaveLength(1))
  isRefusing = false
  const [refused] = listed(opened.outbox)
  if (!refused) throw new Error('nothing was refused')
  return { ...opened, refused }
}
const saved = (act: Act) =>
  act.name === 'saveLink'
    ? aLink({ id: 9, title: 'New' })
    : act.name === 'takeNote'
      ? aNote({ id: 4 })
      : undefined

test('an act that is tried again is sent, and then those that need it, with the id that it has by then', async () => {
  const sent: Act[] = []
  const { outbox, refused } = await refusedSave(act => {
    sent.push(act)
    return saved(act)
  })
  sent.length = 0
  addAnyway(outbox, refused)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ params }) => params)).toMatchObject([{ ignoreDuplicate: true }, { linkId: 9 }])
  // The server takes an id that it may have forgotten for a repetition.
  expect(sent[0]?.key).not.toBe(refused.act.key)
  expect(listed(outbox)).toEqual([])
})

test('an act that is refused again stands in the list again', async () => {
  const { outbox, refused } = await refusedSave(() => refuse(500, 'Still no.'))
  tryAgain(outbox, refused)
  await vi.waitFor(() => expect(listed(outbox)).toMatchObject([{ refusal: { message: 'Still no.' } }]))
})

test('where the existing link is kept, a note on the second one goes to it', async () => {
  const sent: Act[] = []
  const { outbox, refused, stored } = await refusedSave(act => {
    sent.push(act)
    return saved(act)
  })
  sent.length = 0
  keepExisting(outbox, refused, 5)
  await vi.waitFor(() =>
    expect(sent).toMatchObject([{ name: 'takeNote', params: { linkId: 5, content: 'Mine' } }]),
  )
  expect(stored.has(refused.act.seq)).toBe(false)
})

test('what is discarded is gone from the device, and comes back as it was', async () => {
  const { outbox, refused, stored } = await refusedSave(saved)
  const restore = discard(outbox, refused)
  expect(listed(outbox)).toEqual([])
  await vi.waitFor(() => expect([...stored.values()].filter(({ state }) => state === 'refused')).toEqual([]))
  restore()
  expect(listed(outbox)).toMatchObject([{ act: { name: 'saveLink' }, needing: [{ name: 'takeNote' }] }])
})

test('an act without a text that is refused at once is told and not kept; a note is kept', async () => {
  const { outbox, stored } = await open(() => refuse(404, 'Gone.'))
  await outbox.lead()
  await outbox.act('favorite', { linkId: 1, isFavorite: true })
  expect(outbox.refused()).toEqual([])
  await outbox.act('takeNote', newNote({ linkId: 1, type: 'highlight', content: 'Mine' }))
  expect(listed(outbox)).toMatchObject([{ act: { name: 'takeNote' }, refusal: { message: 'Gone.' } }])
  expect([...stored.values()].map(({ name }) => name)).toEqual(['takeNote'])
})

test('an act that its own form deals with is not kept', async () => {
  const { outbox } = await open(() => refuse(409, 'There.'))
  await outbox.lead()
  const note = newNote({ linkId: 1, type: 'note', content: 'Mine' })
  expect((await outbox.act('takeNote', note, { answers: () => true })).status).toBe('refused')
  expect(outbox.refused()).toEqual([])
})

test('an act on what a refused act would make waits with it, and its screen goes on', async () => {
  const { outbox, refused } = await refusedSave(saved)
  const note = newNote({ linkId: nameOf(refused.act), type: 'note', content: 'One more' })
  expect((await outbox.act('takeNote', note)).status).toBe('waiting')
  expect(listed(outbox)).toMatchObject([{ needing: [{}, { params: { content: 'One more' } }] }])
})

test('a form that asks about a refusal from another tab takes its act out of the list, but not one that others need', async () => {
  const link = { url: 'https://new.test/', title: 'New' }
  const receive = async (isNoted: boolean) => {
    const { outbox, stored } = await open(() => undefined)
    void outbox.act('saveLink', link, { answers: () => true })
    const [save] = outbox.pending().map(({ act }) => act)
    if (!save) throw new Error('nothing is pending')
    if (isNoted) void outbox.act('takeNote', newNote({ linkId: nameOf(save), type: 'note', content: 'Mine' }))
    const refusal = { status: 409, message: 'There.', details: {}, at: save.at }
    const acts = outbox.pending().map(({ act }) => act)
    const kept = acts.map(act => ({ ...act, state: 'refused', ...(act === save && { refusal }) }) as Act)
    outbox.receive({ outbox: 'refused', act: save, refusal, stored: kept, removed: [] })
    return { outbox, stored }
  }
  const alone = await receive(false)
  expect([listed(alone.outbox), alone.stored.size]).toEqual([[], 0])
  const { outbox, stored } = await receive(true)
  expect(listed(outbox)).toMatchObject([{ needing: [{ params: { content: 'Mine' } }] }])
  expect(stored.size).toBe(2)
})

test('a refused act that the person took back meanwhile is gone with that', async () => {
  const first = await open(() => undefined)
  void first.outbox.act('takeNote', newNote({ linkId: 1, type: 'note', content: 'Mine' }))
  const [take] = first.outbox.pending().map(({ act }) => act)
  void first.outbox.act('deleteNote', { noteId: -(take?.seq ?? 0), linkId: 1 })
  first.outbox.stop()
  const { outbox, stored } = await open(() => refuse(404, 'Gone.'), [...first.stored.values()])
  await outbox.lead()
  await vi.waitFor(() => expect(outbox.pending()).toEqual([]))
  expect([outbox.refused(), [...stored.values()]]).toEqual([[], []])
})

test('an act that finds the library full is kept at once, and can be sent again when there is room', async () => {
  let isFull = true
  const { outbox } = await open(() => (isFull ? refuse(413, 'Full.') : {}))
  outbox.lead()
  void outbox.act('editLink', { linkId: 1, changes: { note: 'Long' }, before: aLink() } as never)
  await vi.waitFor(() => expect(listed(outbox)).toHaveLength(1))
  expect(listed(outbox)[0]?.refusal.message).toBe('Full.')
  isFull = false
  const [act] = listed(outbox)
  if (act) tryAgain(outbox, act as never)
  await vi.waitFor(() => expect(listed(outbox)).toHaveLength(0))
})
