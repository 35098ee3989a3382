import { randomUUID } from 'node:crypto'
import { Note, NoteChanged } from '@lectern/contracts/api/notes.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { readMetadata, readNotebookEvent } from '@lectern/contracts/events/read.ts'
import type { ImportNotes } from '@lectern/contracts/jobs.ts'
import { NOTE_TEXT_MAX } from '@lectern/contracts/limits.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { issuedBySystem } from './aggregate/issued.ts'
import type { LibraryCommand } from './domain/library.ts'
import { importNotes } from './nats/import-notes.ts'
import { deleteNotes } from './policies/delete-notes.ts'
import { positionsIn } from './reading/positions.ts'
import { providedPagesIn } from './reading/provided-pages.ts'
import { sharesIn } from './shares/shares.ts'
import { linkTo, newKey, openTestLibrary, startCommandApi } from './test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))
const other = duringTests(() => startCommandApi(parts))

const contentHash = 'c'.repeat(64)

/** A library with the link 1. */
const aReader = async (): Promise<Caller> => {
  const caller = await openTestLibrary(api)
  await api.call('POST', '/api/links', { as: caller, body: linkTo(1) })
  return caller
}
const take = (as: Caller, body: object, link: number | string = 1) =>
  api.call('POST', `/api/links/${link}/notes`, { as, body })
const revise = (as: Caller, id: number, body: object) => api.call('PUT', `/api/notes/${id}`, { as, body })
const remove = (as: Caller, id: number | string) => api.call('DELETE', `/api/notes/${id}`, { as })

const eventsOf = async ({ libraryId }: Pick<Caller, 'libraryId'>) => {
  const events = []
  for await (const recorded of api.store.readStream(notebookStream(libraryId)))
    events.push({ ...readNotebookEvent(recorded), metadata: readMetadata(recorded) })
  return events
}

describe('POST /api/links/{id}/notes', () => {
  it('answers 201 with the note, and names the position that shows it', async () => {
    const caller = await aReader()
    const { status, body, headers } = await take(caller, { type: 'note', content: ' Read again ' })
    const note = Note.parse(body)
    expect([status, note]).toEqual([
      201,
      {
        ...{ id: 1, linkId: 1, type: 'note', content: 'Read again', selectedText: null },
        ...{ color: '#fbbf24', isPrivate: false, position: null, anchor: null },
        ...{ createdAt: expect.any(String), updatedAt: note.createdAt },
      },
    ])
    expect(headers['lectern-position']).toMatch(/^\d+\/\d+$/)
  })

  it('keeps what a highlight or quote has as its selected text, too', async () => {
    const caller = await aReader()
    const position = { start: 120, end: 137 }
    const highlight = { type: 'highlight', content: 'A road', position }
    expect((await take(caller, highlight)).body).toMatchObject({ selectedText: 'A road', position })
    expect(
      (await take(caller, { type: 'quote', content: 'A road', selectedText: 'a road' })).body,
    ).toMatchObject({
      selectedText: 'a road',
    })
  })

  it.each([
    [{ type: 'note' }, 'Content required'],
    [{ type: 'note', content: ' \u0000 ' }, 'Content required'],
    [{ type: 'note', content: 'a'.repeat(NOTE_TEXT_MAX + 1) }, 'This note is too long'],
    [{ type: 'note', content: 'a', clientId: 'mine' }, 'clientId must be a UUID'],
    [{ type: 'note', content: 'a', color: 'red' }, 'Please enter a color such as #fbbf24'],
    [{ type: 'highlight', content: 'a', position: { start: 0, end: 2 ** 40 } }, expect.any(String)],
    [
      { type: 'highlight', content: 'a', position: { start: 2, end: 1 } },
      'The position must start before its end',
    ],
    [{ type: 'highlight', content: 'a', position: { start: -1, end: 1 } }, expect.any(String)],
    [{ type: 'poem', content: 'a' }, expect.any(String)],
    [
      { type: 'highlight', content: 'a', anchor: { prefix: 'x'.repeat(33), suffix: '', contentHash } },
      'An anchor has at most 32 characters on each side',
    ],
    [
      { type: 'highlight', content: 'a', anchor: { prefix: '', suffix: '', contentHash: 'x' } },
      'A version must be a content hash',
    ],
    [
      { type: 'highlight', content: 'a', anchor: { prefix: '', suffix: '', contentHash } },
      'The article has no such version.',
    ],
  ])('refuses %o', async (body, message) => {
    const caller = await aReader()
    expect(await take(caller, body)).toMatchObject({ status: 400, body: { message, error: message } })
    expect(await eventsOf(caller)).toEqual([])
  })

  it('takes the longest note', async () => {
    const [content, selectedText] = ['é'.repeat(NOTE_TEXT_MAX), '"'.repeat(NOTE_TEXT_MAX)]
    const { status, body } = await take(await aReader(), { type: 'quote', content, selectedText })
    expect([status, body]).toMatchObject([201, { content, selectedText }])
  })

  it('is 404 for a link that is not there, or no longer', async () => {
    const caller = await aReader()
    await api.call('DELETE', '/api/links/1', { as: caller })
    for (const link of [1, 2, 'x'])
      expect(await take(caller, { type: 'note', content: 'a' }, link)).toMatchObject({
        status: 404,
        body: { message: 'This article was not found.' },
      })
    expect(await eventsOf(caller)).toEqual([])
  })

  it('takes a note once for its clientId, also 6,000 commands later, and answers it as it is', async () => {
    const caller = await aReader()
    const body = { type: 'note', content: 'First', clientId: randomUUID() }
    await take(caller, body)
    await revise(caller, 1, { content: 'Second' })
    const others = Array.from({ length: 6_000 }, (_, n) => ({
      id: randomUUID(),
      type: 'NoteDeleted',
      data: { noteId: 99, at: new Date().toISOString() },
      metadata: { actorId: caller.userId, via: 'web', commandId: `other-${n}`, commandHash: 'hash' },
    }))
    for (let from = 0; from < others.length; from += 2_000)
      await api.store.append(notebookStream(caller.libraryId), 'any', others.slice(from, from + 2_000))

    expect(await take(caller, body)).toMatchObject({ status: 201, body: { id: 1, content: 'Second' } })
    expect(await eventsOf(caller)).toHaveLength(6_002)

    await remove(caller, 1)
    expect(await take(caller, body)).toMatchObject({
      status: 404,
      body: { message: 'This note was not found.' },
    })
  })

  it('has one effect under one Idempotency-Key', async () => {
    const caller = await aReader()
    const request = { as: caller, key: newKey(), body: { type: 'note', content: 'a' } }
    const first = await api.call('POST', '/api/links/1/notes', request)
    expect(await api.call('POST', '/api/links/1/notes', request)).toMatchObject({
      status: 201,
      body: first.body,
    })
    expect(await eventsOf(caller)).toHaveLength(1)
  })
})

describe('PUT /api/notes/{id}', () => {
  it('answers the whole note, with what changed', async () => {
    const caller = await aReader()
    const position = { start: 0, end: 6 }
    const { body: taken } = await take(caller, { type: 'highlight', content: 'A road', position })
    const changes = { content: 'Whose?', color: '#10b981', isPrivate: true }
    const { status, body } = await revise(caller, 1, changes)
    const updatedAt = (body as Note).updatedAt
    const revised = { ...(taken as Note), ...changes, updatedAt }
    expect([status, body]).toEqual([200, revised])
    expect((await revise(caller, 1, { color: '#000000', basedOn: updatedAt })).body).toMatchObject({
      ...revised,
      color: '#000000',
      updatedAt: expect.any(String),
    })
  })

  it('is 409 where the note has changed since', async () => {
    const caller = await aReader()
    const { body } = await take(caller, { type: 'note', content: 'a' })
    const basedOn = (body as Note).updatedAt
    expect((await revise(caller, 1, { content: 'b', basedOn })).status).toBe(200)
    const { status, body: refusal } = await revise(caller, 1, { content: 'c', basedOn })
    const { message, current } = NoteChanged.parse(refusal)
    expect([status, message]).toEqual([409, 'This note was changed elsewhere meanwhile.'])
    expect(current).toMatchObject({ id: 1, content: 'b' })
    const again = { content: 'c', basedOn: current.updatedAt }
    expect((await revise(caller, 1, again)).body).toMatchObject({ content: 'c' })
  })

  it('leaves what it does not name as somebody else has changed it', async () => {
    const caller = await aReader()
    await take(caller, { type: 'note', content: 'a' })
    await revise(caller, 1, { isPrivate: true })
    expect((await revise(caller, 1, { content: 'b' })).body).toMatchObject({ content: 'b', isPrivate: true })
  })

  it('is 404 for a note that is not there', async () => {
    const caller = await aReader()
    await take(caller, { type: 'note', content: 'a' })
    expect((await remove(caller, 1)).body).toEqual({ id: 1 })
    expect((await revise(caller, 1, { content: 'b' })).status).toBe(404)
    expect((await remove(caller, 1)).status).toBe(404)
    expect((await remove(caller, 'x')).status).toBe(404)
  })
})

describe('DELETE /api/links/{id}/highlights', () => {
  const clear = (as: Caller, link: number | string = 1, key = newKey()) =>
    api.call('DELETE', `/api/links/${link}/highlights`, { as, key })

  it('deletes the highlights of the link alone, once', async () => {
    const caller = await aReader()
    await api.call('POST', '/api/links', { as: caller, body: linkTo(2) })
    for (const type of ['highlight', 'note', 'quote', 'highlight'])
      await take(caller, { type, content: type })
    await take(caller, { type: 'highlight', content: 'a' }, 2)

    const key = newKey()
    expect(await clear(caller, 1, key)).toMatchObject({ status: 200, body: { deleted: 2 } })
    expect((await clear(caller, 1, key)).body).toEqual({ deleted: 2 })
    expect((await clear(caller)).body).toEqual({ deleted: 0 })
    for (const [id, status] of [
      [1, 404],
      [2, 200],
      [3, 200],
      [4, 404],
      [5, 200],
    ] as const)
      expect([id, (await revise(caller, id, {})).status]).toEqual([id, status])
  })

  it('is 404 for a link that is not there', async () => {
    const caller = await aReader()
    for (const id of [99, 'x']) expect((await clear(caller, id)).status).toBe(404)
  })
})

describe('the notes of an import', () => {
  const row = (row: number, linkId: number, content = 'A road') => ({
    ...{ row, linkId, type: 'highlight' as const, content, selectedText: null, color: null, createdAt: null },
  })

  /** Imports two links, and gives what names the import. */
  const anImport = async () => {
    const { userId: requestedBy, libraryId } = await openTestLibrary(api)
    const importId = randomUUID()
    const now = '2026-01-02T03:04:05.678Z'
    const link = { title: 'A title', titleFrom: 'person' as const, note: null, tags: [], savedAt: null }
    const rows = [1, 2].map(row => ({
      ...{ row, ...link, url: `https://example.com/${row}` },
      ...{ isFavorite: false, isArchived: false, collection: null },
    }))
    const chunk = { firstRow: 1, lastRow: 2, rows, skipped: [], failed: [], shortened: [] }
    const file = {
      uploadId: randomUUID(),
      sha256: 'a'.repeat(64),
      source: 'pocket',
      fileName: 'a.csv',
    } as const
    const given: LibraryCommand[] = [
      { type: 'SetAllowance', plan: 'free', cause: 'test', now },
      {
        ...{ type: 'RequestImport', importId, ...file, requestedBy },
        ...{ expectedRows: 2, newRows: 2, proceedWithFree: false, now },
      },
      { type: 'StartImport', importId, now },
      { type: 'ImportRows', importId, chunk, now },
    ]
    for (const command of given)
      await api.aggregates.libraries.handle(libraryId, command, issuedBySystem(randomUUID()))
    return { libraryId, importId, requestedBy, requestedAt: now }
  }
  const handle = (command: ImportNotes) => importNotes(api.aggregates).handle(command)

  it('are recorded for the owner once, and not for links that are gone', async () => {
    const { libraryId, importId, requestedBy, requestedAt } = await anImport()
    const command = {
      ...{ commandId: 'notes', libraryId, importId, firstRow: 1, batch: 0 },
      notes: [row(1, 1), row(2, 2), row(2, 99)],
    }
    const { position } = await handle(command)
    expect(position).toBeDefined()
    // A worker that died gives the batch again, and one of the links is deleted meanwhile.
    const now = new Date().toISOString()
    await api.aggregates.libraries.handle(
      libraryId,
      { type: 'DeleteLink', linkId: 2, now },
      issuedBySystem('delete'),
    )
    expect(await handle(command)).toMatchObject({ events: [], position })

    const [event, ...others] = await eventsOf({ libraryId })
    expect(others).toMatchObject([{ type: 'NotesOfLinksDeleted', data: { links: [2], notes: [2] } }])
    const note = { linkId: 1, content: 'A road', color: '#fbbf24', createdAt: requestedAt }
    expect(event).toMatchObject({
      data: {
        notes: [note, { ...note, linkId: 2 }],
        failed: [{ row: 2, linkId: 99, reason: 'link-gone' }],
      },
      metadata: { actorId: requestedBy, via: 'import' },
    })
  })

  it('go where another process deleted their links meanwhile', async () => {
    const { libraryId, importId } = await anImport()
    const now = new Date().toISOString()
    const deletion: LibraryCommand = { type: 'DeleteLink', linkId: 2, now }
    const { libraries, notebooks } = api.aggregates
    const late: typeof notebooks = {
      ...notebooks,
      handle: async (...args) => {
        await other.aggregates.libraries.handle(libraryId, deletion, issuedBySystem('delete'))
        return notebooks.handle(...args)
      },
    }
    const batch = { firstRow: 1, batch: 0, notes: [row(1, 1), row(2, 2)] }
    await importNotes({ libraries, notebooks: late }).handle({
      commandId: 'notes',
      ...{ libraryId, importId, ...batch },
    })
    const [, gone] = await eventsOf({ libraryId })
    expect(gone).toMatchObject({ type: 'NotesOfLinksDeleted', data: { links: [2], notes: [2] } })
  })

  it('are revised and deleted like others', async () => {
    const { libraryId, importId, requestedAt } = await anImport()
    const batch = { firstRow: 1, batch: 0, notes: [row(1, 1), row(2, 2, 'Another road')] }
    await handle({ commandId: 'notes', libraryId, importId, ...batch })
    const caller = { libraryId, userId: randomUUID(), sessionId: randomUUID() }
    const { body } = await revise(caller, 2, { isPrivate: true, basedOn: requestedAt })
    expect(body).toMatchObject({
      linkId: 2,
      content: 'Another road',
      isPrivate: true,
      createdAt: requestedAt,
    })

    const deletion = { about: libraryId, links: [[1, 2]] as [number, number][], at: new Date().toISOString() }
    const positions = positionsIn(api.pool)
    const providedPages = providedPagesIn(api.pool, { isLow: () => false })
    const parts = { ...api.aggregates, positions, providedPages, shares: sharesIn(api.pool) }
    await deleteNotes(parts, { commandId: 'delete', ...deletion })
    expect((await remove(caller, 1)).status).toBe(404)
    const before = await eventsOf({ libraryId })
    await deleteNotes(parts, { commandId: 'delete again', ...deletion })
    expect(await eventsOf({ libraryId })).toEqual(before)
  })
})
