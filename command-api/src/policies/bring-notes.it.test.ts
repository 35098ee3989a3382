import { randomUUID } from 'node:crypto'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { issuedBySystem } from '../aggregate/issued.ts'
import { digestOf } from '../domain/notebook/state.ts'
import { openTestLibrary, startCommandApi } from '../test-support/api.ts'
import { bringNotes } from './bring-notes.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))

const notesOn = (libraryId: string, linkId: number) =>
  api.aggregates.notebooks.read(libraryId, ({ notes }) =>
    [...notes.values()].filter(note => note.linkId === linkId).map(note => note.contentDigest),
  )

it('notes follow a link that is back once, however often the step is taken, and before or after the deletion of notes', async () => {
  const caller = await openTestLibrary(api)
  const { libraryId } = caller
  const { aggregates, store } = api
  for (const n of [1, 2])
    await api.call('POST', '/api/links', {
      as: caller,
      body: { url: `https://example.com/${n}`, title: `${n}` },
    })
  // Two batches.
  for (const letter of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    await api.call('POST', '/api/links/1/notes', {
      as: caller,
      body: { type: 'note', content: letter.repeat(99_000) },
    })
  await api.call('DELETE', '/api/links/1', { as: caller })
  const step = { about: libraryId, eventId: randomUUID(), linkOf: new Map([[1, 2]]) }
  const parts = { ...aggregates, store }
  await bringNotes(parts, step)
  const first = await notesOn(libraryId, 2)
  expect(first).toHaveLength(8)
  expect(first).toEqual(await notesOn(libraryId, 1))

  const now = new Date().toISOString()
  const issued = { actorId: 'system', via: 'system', commandId: randomUUID() } as const
  await aggregates.notebooks.handle(libraryId, { type: 'DeleteNotesOfLinks', links: [1], now }, issued)
  await Promise.all([bringNotes(parts, step), bringNotes(parts, step)])
  expect(await notesOn(libraryId, 2)).toEqual(first)
  expect(await notesOn(libraryId, 1)).toEqual([])
})

it('notes that were given are not given again once the notebook has forgotten that they were', async () => {
  const caller = await openTestLibrary(api)
  const { libraryId } = caller
  for (const n of [1, 2])
    await api.call('POST', '/api/links', {
      as: caller,
      body: { url: `https://example.com/${n}`, title: 'A' },
    })
  await api.call('POST', '/api/links/1/notes', { as: caller, body: { type: 'note', content: 'A road' } })
  const eventId = randomUUID()
  const at = new Date().toISOString()
  const texts = { noteType: 'note', content: 'A road', selectedText: null, color: '#10B981' }
  const note = { noteId: 2, linkId: 2, ...texts, createdAt: at }
  const ofReturn = (importId: string, notes: object[]) => ({
    ...{ id: randomUUID(), type: 'NotesImported' },
    data: { importId, firstRow: 1, batch: 0, isReturn: true, notes, failed: [], at },
    metadata: { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' },
  })
  const others = Array.from({ length: 200 }, () => ofReturn(randomUUID(), []))
  await api.store.append(notebookStream(libraryId), 'any', [ofReturn(eventId, [note]), ...others])
  const parts = { ...api.aggregates, store: api.store }
  await bringNotes(parts, { about: libraryId, eventId, linkOf: new Map([[1, 2]]) })
  expect(await notesOn(libraryId, 2)).toHaveLength(1)
})

it('notes that came with a collection from another library follow like any, and those that went to one do not', async () => {
  const caller = await openTestLibrary(api)
  const { libraryId } = caller
  for (const n of [1, 2])
    await api.call('POST', '/api/links', {
      as: caller,
      body: { url: `https://example.com/${n}`, title: 'A' },
    })
  const { notebooks } = api.aggregates
  const now = new Date().toISOString()
  const note = { type: 'TakeNote', clientId: null, noteType: 'note', selectedText: null } as const
  const facts = { color: '#10B981', isPrivate: false, position: null, anchor: null, isShared: true } as const
  const there = { memberId: randomUUID(), known: { revision: 3 } }
  for (const asked of [
    { ...note, ...facts, linkId: 7, content: 'From there', ...there, now },
    { ...note, ...facts, linkId: 1, content: 'Own', now },
    { type: 'ReviseNote', noteId: 1, content: 'From there, revised', ...there, now },
    { type: 'MoveNotes', notes: [[1, 1]], now },
    { type: 'MoveNotes', notes: [[2, 9]], ...there, now },
  ] as const)
    await notebooks.handle(libraryId, asked, issuedBySystem(randomUUID()))
  await api.call('DELETE', '/api/links/1', { as: caller })
  const step = { about: libraryId, eventId: randomUUID(), linkOf: new Map([[1, 2]]) }
  await bringNotes({ ...api.aggregates, store: api.store }, step)
  expect(await notesOn(libraryId, 2)).toEqual([digestOf('From there, revised')])
  expect(await notesOn(libraryId, 9)).toHaveLength(1)
})
