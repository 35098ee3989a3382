import { randomUUID } from 'node:crypto'
import { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import type { RowNote } from '@lectern/contracts/import-rows.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import type { Issued } from '../aggregate/issued.ts'
import type { LibraryCommand } from '../domain/library.ts'
import { importNotes } from '../nats/import-notes.ts'
import { deleteNotes } from '../policies/delete-notes.ts'
import { positionsIn } from '../reading/positions.ts'
import { providedPagesIn } from '../reading/provided-pages.ts'
import { sharesIn } from '../shares/shares.ts'
import { appendLinks, newKey, openTestLibrary, startCommandApi, stateOf } from '../test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

const call = (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  as: Caller,
  body?: unknown,
  key?: string,
) => api.call(method, path, { as, body, ...(key !== undefined && { key }) })
const undo = (as: Caller, body: object, key?: string) => call('POST', '/api/undo', as, body, key)
const preview = (as: Caller, body: object) => call('POST', '/api/undo/preview', as, body)

const libraryWith = async (links: number): Promise<Caller> => {
  const caller = await openTestLibrary(api)
  if (links > 0) await appendLinks(api.store, caller, links)
  return caller
}
const eventsOf = async (stream: string): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for await (const event of api.store.readStream(stream)) events.push(event)
  return events
}
/** The id of the last act of a library. */
const lastAct = async ({ libraryId }: Caller): Promise<string> =>
  `l${(await eventsOf(libraryStream(libraryId))).length - 1}`
const collectionsOf = async (caller: Caller) => {
  const { links, collections } = await stateOf(api, caller)
  return [...collections].map(([id, { name, description, color }]) => ({
    ...{ id, name, description, color },
    links: [...links].flatMap(([linkId, link]) => (link.collectionId === id ? [linkId] : [])),
  }))
}

describe('an act of the history', () => {
  it('is undone by its id, after thousands of others', async () => {
    const caller = await libraryWith(2)
    await call('PATCH', '/api/links/1/favorite', caller, { isFavorite: true })
    const act = await lastAct(caller)
    const from = Number(act.slice(1))
    // A later edit, whose command is forgotten after 5,000 others.
    const others = Array.from({ length: 6_000 }, (_, n) => ({
      ...{ id: randomUUID(), type: n % 2 === 0 ? 'LinkArchived' : 'LinkUnarchived' },
      data: { linkId: 2, at: new Date().toISOString() },
      metadata: { actorId: caller.userId, via: 'web', commandId: `other-${n}`, commandHash: '' },
    }))
    for (let first = 0; first < others.length; first += 2_000)
      await api.store.append(
        libraryStream(caller.libraryId),
        BigInt(from + first),
        others.slice(first, first + 2_000),
      )
    const answer = { restoredCount: 1, leftCount: 0, left: [] }
    expect(await preview(caller, { act })).toMatchObject({ status: 200, body: answer })
    expect((await stateOf(api, caller)).links.get(1)?.favorite).toBe(true)
    const key = newKey()
    expect(await undo(caller, { act }, key)).toMatchObject({ status: 200, body: answer })
    expect(await undo(caller, { act }, key)).toMatchObject({ status: 200, body: answer })
    expect((await stateOf(api, caller)).links.get(1)?.favorite).toBe(false)
    expect(await lastAct(caller)).toBe(`l${from + others.length + 1}`)
  })

  it('that was undone and done again is undone by its own id once more, with all that it did', async () => {
    const caller = await libraryWith(2)
    await call('POST', '/api/collections', caller, { name: 'Reading' })
    const linkIds = [1, 2]
    const acts: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => call('PUT', '/api/links/bulk', caller, { linkIds, updates: { isFavorite: true } }),
        async () => [...(await stateOf(api, caller)).links.values()].map(({ favorite }) => favorite),
      ],
      [
        () => call('PUT', '/api/collections/1', caller, { name: 'Papers' }),
        async () => (await stateOf(api, caller)).collections.get(1)?.name,
      ],
      // An empty one.
      [
        () => call('DELETE', '/api/collections/1', caller),
        async () => (await stateOf(api, caller)).collections.has(1),
      ],
    ]
    for (const [give, shown] of acts) {
      const before = await shown()
      await give()
      const after = await shown()
      expect(after).not.toEqual(before)
      const act = await lastAct(caller)
      const undone = (await undo(caller, { act })).body
      const first = await lastAct(caller)
      await undo(caller, { act: first })
      expect(await shown()).toEqual(after)
      const key = newKey()
      for (let n = 0; n < 2; n += 1) expect((await undo(caller, { act }, key)).body).toEqual(undone)
      expect(await shown()).toEqual(before)
      // The first undoing has its effect again, and is undone in turn.
      await undo(caller, { act: first })
      expect(await shown()).toEqual(after)
      expect(await undo(caller, { act }, key)).toMatchObject({ status: 200 })
      expect(await shown()).toEqual(after)
      await undo(caller, { act })
      expect(await shown()).toEqual(before)
    }
  })

  it.each([
    ['l99', 404],
    ['l9999999999', 404],
    ['n0', 404],
    ['l01', 400],
    ['x1', 400],
    ['l-1', 400],
    [1, 400],
    ['l0', 409],
  ])('%s is refused with %i', async (act, status) => {
    const caller = await libraryWith(1)
    for (const ask of [undo, preview]) expect(await ask(caller, { act })).toMatchObject({ status })
  })

  it('is named by one of both, its id or its command', async () => {
    const caller = await libraryWith(1)
    expect(await undo(caller, { act: 'l1', commandId: 'a' })).toMatchObject({ status: 400 })
    expect(await undo(caller, { includeTouched: true })).toMatchObject({ status: 400 })
  })

  it('on notes cannot be undone, and is told from one that is not there', async () => {
    const caller = await libraryWith(1)
    await call('POST', '/api/links/1/notes', caller, { type: 'note', content: 'Mine' })
    expect(await undo(caller, { act: 'n0' })).toMatchObject({ status: 409 })
    expect(await undo(caller, { act: 'n1' })).toMatchObject({ status: 404 })
  })

  it('begins with the first event of its command', async () => {
    const caller = await libraryWith(1)
    const metadata = { actorId: caller.userId, via: 'web', commandId: 'twice', commandHash: '' }
    const events = [1, 2].map(() => ({
      ...{ id: randomUUID(), type: 'LinkFavorited', metadata },
      data: { linkId: 1, at: new Date().toISOString() },
    }))
    await api.store.append(libraryStream(caller.libraryId), 2n, events)
    expect(await undo(caller, { act: 'l4' })).toMatchObject({ status: 404 })
    expect(await undo(caller, { act: 'l3' })).toMatchObject({ status: 200 })
  })

  it("of another person's library is undone by nobody else", async () => {
    const [ann, ben] = [await libraryWith(3), await libraryWith(0)]
    await call('PATCH', '/api/links/1/favorite', ann, { isFavorite: true })
    for (const ask of [undo, preview]) expect(await ask(ben, { act: 'l4' })).toMatchObject({ status: 404 })
    expect((await stateOf(api, ann)).links.get(1)?.favorite).toBe(true)
  })
})

describe('a collection', () => {
  const reading = { name: 'Reading', description: 'For the train', color: '#EF4444' }

  it('comes back with its links, and is deleted again by undoing that', async () => {
    const caller = await libraryWith(3)
    await call('POST', '/api/collections', caller, reading)
    await call('PUT', '/api/links/bulk', caller, { linkIds: [1, 2], updates: { collectionId: 1 } })
    const before = await collectionsOf(caller)
    const key = newKey()
    await call('DELETE', '/api/collections/1', caller, undefined, key)
    const deletion = await lastAct(caller)
    await call('PATCH', '/api/links/1/favorite', caller, { isFavorite: true })
    const answer = { restoredCount: 2, leftCount: 0, left: [], collection: { id: 1, name: 'Reading' } }
    expect((await preview(caller, { act: deletion })).body).toEqual(answer)
    expect((await undo(caller, { commandId: key })).body).toEqual(answer)
    expect(await collectionsOf(caller)).toEqual(before)
    expect(await undo(caller, { act: deletion })).toMatchObject({
      status: 409,
      body: { message: 'This was undone already.' },
    })

    expect((await undo(caller, { act: await lastAct(caller) })).body).toEqual(answer)
    expect(await collectionsOf(caller)).toEqual([])
    expect((await undo(caller, { act: await lastAct(caller) })).body).toEqual(answer)
    expect(await collectionsOf(caller)).toEqual(before)
  })

  it('comes back without links that were moved meanwhile, and names them', async () => {
    const caller = await libraryWith(3)
    await call('POST', '/api/collections', caller, reading)
    await call('POST', '/api/collections', caller, { name: 'Work' })
    await call('PUT', '/api/links/bulk', caller, { linkIds: [[1, 3]], updates: { collectionId: 1 } })
    await call('DELETE', '/api/collections/1', caller)
    const act = await lastAct(caller)
    await call('PUT', '/api/links/2/collection', caller, { collectionId: 2 })
    expect((await undo(caller, { act })).body).toEqual({
      ...{ restoredCount: 2, leftCount: 1, left: [{ id: 2, title: 'Page 1' }] },
      collection: { id: 1, name: 'Reading' },
    })
    expect(await collectionsOf(caller)).toMatchObject([
      { id: 2, links: [2] },
      { id: 1, links: [1, 3] },
    ])
    // Undoing the return would take out what somebody put there since.
    const returned = await lastAct(caller)
    await call('PUT', '/api/links/2/collection', caller, { collectionId: 1 })
    expect(await undo(caller, { act: returned })).toMatchObject({
      body: { restoredCount: 0, leftCount: 1, left: [{ id: 2 }] },
    })
  })

  it('gets the fields back that an edit changed, but those that were edited since', async () => {
    const caller = await libraryWith(0)
    await call('POST', '/api/collections', caller, reading)
    await call('PUT', '/api/collections/1', caller, { name: 'Papers', color: '#10B981' })
    const act = await lastAct(caller)
    await call('PUT', '/api/collections/1', caller, { name: 'Journals' })
    const nothing = { restoredCount: 0, leftCount: 0, left: [] }
    const answer = { ...nothing, collection: { id: 1, name: 'Journals' }, leftFields: ['name'] }
    expect((await preview(caller, { act })).body).toEqual(answer)
    expect((await undo(caller, { act })).body).toEqual(answer)
    expect(await collectionsOf(caller)).toMatchObject([{ name: 'Journals', color: '#EF4444' }])
    expect((await undo(caller, { act })).body).toEqual({ ...nothing, leftFields: ['name', 'color'] })
  })
})

describe('an import', () => {
  type Row = { collection?: string; notes?: string[] }
  const issuedBy = ({ userId: actorId }: Caller): Issued => ({
    actorId,
    via: 'import',
    commandId: randomUUID(),
  })
  const give = (caller: Caller, command: LibraryCommand) =>
    api.aggregates.libraries.handle(caller.libraryId, command, issuedBy(caller))

  /** Imports rows 1 to n as the worker does. @returns its act */
  const imports = async (caller: Caller, rows: Row[], end: 'whole' | 'failed' | 'not at all' = 'whole') => {
    const importId = randomUUID()
    const now = new Date().toISOString()
    const file = { uploadId: importId, sha256: 'ab', source: 'pocket', fileName: 'part_000000.csv' } as const
    const request = { ...file, requestedBy: caller.userId, expectedRows: rows.length, proceedWithFree: false }
    await give(caller, { type: 'RequestImport', importId, ...request, newRows: 0, now })
    const act = await lastAct(caller)
    await give(caller, { type: 'StartImport', importId, now })
    const chunk = {
      ...{ firstRow: 1, lastRow: rows.length, skipped: [], failed: [], shortened: [] },
      rows: rows.map(({ collection = null }, n) => ({
        ...{
          row: n + 1,
          url: `https://import.test/${n + 1}`,
          title: `Row ${n + 1}`,
          note: null,
          tags: ['new'],
        },
        ...{ titleFrom: 'person' as const, savedAt: null, isFavorite: false, isArchived: false, collection },
      })),
    }
    const { events } = await give(caller, { type: 'ImportRows', importId, chunk, now })
    const links = events[0]?.type === 'LinksImported' ? events[0].data.links : []
    const notes = rows.flatMap((row, n) =>
      (row.notes ?? []).map(content => ({
        ...({
          type: 'highlight',
          content,
          selectedText: content,
          color: null,
          createdAt: null,
        } satisfies RowNote),
        ...{ row: n + 1, linkId: links[n]?.linkId ?? 0 },
      })),
    )
    const batch = { libraryId: caller.libraryId, importId, firstRow: 1, batch: 0, notes }
    if (notes.length > 0) await importNotes(api.aggregates).handle({ commandId: randomUUID(), ...batch })
    if (end !== 'not at all')
      await give(caller, { type: 'EndImport', importId, failure: end === 'whole' ? null : 'gave-up', now })
    return { act, importId, batch, linkIds: links.map(({ linkId }) => linkId) }
  }
  /** Does what the policy after the last event does. */
  const react = async (caller: Caller, commandId: string = randomUUID()) => {
    const last = (await eventsOf(libraryStream(caller.libraryId))).at(-1)
    const event = last && readLibraryEvent(last)
    if (event?.type !== 'ImportUndone') throw new Error('No import was undone')
    const { links, importId, revisedNotes } = event.data
    const positions = positionsIn(api.pool)
    const providedPages = providedPagesIn(api.pool, { isLow: () => false })
    const { at } = event.data
    const command = { commandId, about: caller.libraryId, links, at, ofImport: { importId, revisedNotes } }
    await deleteNotes({ ...api.aggregates, positions, providedPages, shares: sharesIn(api.pool) }, command)
  }
  const notesOf = ({ libraryId }: Caller) =>
    api.aggregates.notebooks.read(libraryId, ({ notes }) => [...notes.keys()])
  const grant = async (caller: Caller) =>
    give(caller, { type: 'SetAllowance', plan: 'pro', cause: randomUUID(), now: new Date().toISOString() })
  const importing = async (links = 1) => {
    const caller = await libraryWith(links)
    await grant(caller)
    return caller
  }
  const empty = { noteCount: 0, collectionCount: 0, takenBackCount: 0, leftNoteCount: 0, leftNotes: [] }
  const unused = { usedCollectionCount: 0, usedCollections: [] }
  const none = { ...empty, leftCollectionCount: 0, leftCollections: [], ...unused }

  it('is undone with its links, notes and collections, as if it had never been', async () => {
    const caller = await importing()
    const before = await collectionsOf(caller)
    const { act } = await imports(caller, [{ collection: 'Travel', notes: ['A road', 'A bridge'] }, {}])
    const answer = {
      ...{ restoredCount: 2, leftCount: 0, left: [] },
      import: { ...none, noteCount: 2, collectionCount: 1 },
    }
    expect((await preview(caller, { act })).body).toEqual(answer)
    const key = newKey()
    const undone = await undo(caller, { act }, key)
    expect(undone.body).toEqual(answer)
    expect(UndoAnswer.parse(undone.body)).toEqual(answer)
    expect(undone.headers['lectern-position']).toMatch(/^\d+\/\d+$/)
    expect([...(await stateOf(api, caller)).links.keys()]).toEqual([1])
    expect(await collectionsOf(caller)).toEqual(before)
    await react(caller)
    expect(await notesOf(caller)).toEqual([])
    expect((await undo(caller, { act }, key)).body).toEqual(answer)
    expect(await undo(caller, { act })).toMatchObject({
      status: 409,
      body: { message: 'This was undone already.' },
    })
    expect(await undo(caller, { act: await lastAct(caller) })).toMatchObject({ status: 409 })
  })

  it('is undone also where a note is on a link of somebody else with the same number, and leaves that', async () => {
    const caller = await importing()
    const { act, linkIds } = await imports(caller, [{}])
    const [linkId = 0] = linkIds
    const note = { linkId, clientId: null, noteType: 'note', content: 'Elsewhere' } as const
    const more = { selectedText: null, color: '#FBBF24', isPrivate: false, position: null, anchor: null }
    const of = { memberId: randomUUID(), known: { revision: 1 }, now: new Date().toISOString() }
    const taken = { type: 'TakeNote', ...note, ...more, ...of } as const
    await api.aggregates.notebooks.handle(caller.libraryId, taken, issuedBy(caller))
    expect((await undo(caller, { act })).body).toMatchObject({
      ...{ restoredCount: 1, leftCount: 0, import: { noteCount: 0 } },
    })
    await react(caller)
    expect(await notesOf(caller)).toEqual([1])
  })

  it('leaves and names what was changed, until that is chosen', async () => {
    const caller = await importing()
    const rows = [{ notes: ['One', 'Two'] }, { notes: ['Three'] }, {}, { collection: 'Travel' }]
    const { act, linkIds } = await imports(caller, rows)
    const [first = 0, second = 0, third = 0] = linkIds
    await call('PUT', '/api/notes/1', caller, { content: 'Mine' })
    await call('POST', `/api/links/${second}/notes`, caller, { type: 'note', content: 'Also mine' })
    await call('PATCH', `/api/links/${third}/archive`, caller, { isArchived: true })
    await call('PUT', '/api/collections/1', caller, { name: 'Journeys' })
    const answer = {
      ...{ restoredCount: 1, leftCount: 3 },
      left: [first, second, third].map((id, n) => ({ id, title: `Row ${n + 1}` })),
      import: {
        ...{ noteCount: 2, collectionCount: 0, takenBackCount: 0, leftNoteCount: 1 },
        leftNotes: [{ id: 1, linkId: first, text: 'Mine' }],
        ...{ leftCollectionCount: 1, leftCollections: [{ id: 1, name: 'Journeys' }], ...unused },
      },
    }
    expect((await preview(caller, { act })).body).toEqual(answer)
    const chosen = { links: [first], notes: [], collections: [1] }
    expect((await preview(caller, { act, chosen })).body).toMatchObject({
      ...{ restoredCount: 2, leftCount: 2 },
      import: { noteCount: 3, collectionCount: 1, leftNoteCount: 0, leftCollectionCount: 0 },
    })
    expect((await preview(caller, { act, includeTouched: true })).body).toMatchObject({
      ...{ restoredCount: 4, leftCount: 0, import: { noteCount: 4, collectionCount: 1 } },
    })
    expect((await undo(caller, { act })).body).toEqual(answer)
    await react(caller)
    // The notes that a person changed or wrote are there.
    expect(await notesOf(caller)).toEqual([1, 4])
  })

  it('tells collections that hold other links, which stay in any case, from edited ones', async () => {
    const caller = await importing()
    const rows = [{ collection: 'Travel' }, { collection: 'Food' }, { collection: 'Trees' }]
    const { act } = await imports(caller, rows)
    await call('PUT', '/api/collections/1', caller, { name: 'Journeys' })
    await call('PUT', '/api/collections/2', caller, { name: 'Recipes' })
    await call('PUT', '/api/links/1/collection', caller, { collectionId: 2 })
    const journeys = { leftCollectionCount: 1, leftCollections: [{ id: 1, name: 'Journeys' }] }
    const recipes = { usedCollectionCount: 1, usedCollections: [{ id: 2, name: 'Recipes' }] }
    const all = { ...empty, collectionCount: 1, ...journeys, ...recipes }
    expect(await preview(caller, { act })).toMatchObject({ body: { restoredCount: 3, import: all } })
    expect((await preview(caller, { act, includeTouched: true })).body).toMatchObject({
      import: { collectionCount: 2, leftCollectionCount: 0, ...recipes },
    })
    const key = newKey()
    for (let n = 0; n < 2; n += 1)
      expect(await undo(caller, { act }, key)).toMatchObject({ body: { restoredCount: 3, import: all } })
  })

  it('removes a changed note that is chosen from a link that stays', async () => {
    const caller = await importing()
    const { act, linkIds } = await imports(caller, [{ notes: ['One'] }, {}])
    await call('PUT', '/api/notes/1', caller, { content: 'Mine' })
    await call('PATCH', `/api/links/${linkIds[0]}/favorite`, caller, { isFavorite: true })
    const chosen = { notes: [1, 999] }
    expect((await undo(caller, { act, chosen })).body).toMatchObject({
      ...{ restoredCount: 1, leftCount: 1, import: { noteCount: 1, leftNoteCount: 0 } },
    })
    await react(caller, 'the same')
    await react(caller, 'the same')
    await react(caller, 'and later')
    expect(await notesOf(caller)).toEqual([])
    const deletions = (await eventsOf(notebookStream(caller.libraryId))).filter(({ type }) =>
      /Delet/.test(type),
    )
    expect(deletions.map(({ type }) => type)).toEqual(['ImportedNotesDeleted'])
  })

  it('changes nothing where everything was changed since, and can be undone later', async () => {
    const caller = await importing()
    const { act, linkIds } = await imports(caller, [{}])
    await call('PATCH', `/api/links/${linkIds[0]}/favorite`, caller, { isFavorite: true })
    const nothing = {
      restoredCount: 0,
      leftCount: 1,
      left: [{ id: linkIds[0], title: 'Row 1' }],
      import: none,
    }
    expect((await undo(caller, { act })).body).toEqual(nothing)
    expect(await undo(caller, { act, includeTouched: true })).toMatchObject({ body: { restoredCount: 1 } })
  })

  it('that failed half way loses what it brought', async () => {
    const caller = await importing()
    const { act } = await imports(caller, [{}, {}], 'failed')
    expect(await undo(caller, { act })).toMatchObject({ status: 200, body: { restoredCount: 2 } })
  })

  it('is refused while it runs, and where its links are all deleted', async () => {
    const caller = await importing()
    const { act, importId, linkIds } = await imports(caller, [{}], 'not at all')
    expect(await undo(caller, { act })).toMatchObject({
      status: 409,
      body: { message: 'This import has not ended yet. It can be undone once it has.' },
    })
    await give(caller, { type: 'EndImport', importId, failure: null, now: new Date().toISOString() })
    await call('DELETE', '/api/links/bulk', caller, { linkIds })
    expect(await undo(caller, { act })).toMatchObject({
      status: 409,
      body: { message: 'Nothing of this import is left in your library.' },
    })
  })

  it('is undone among 200 later ones, which the state no longer knows it after', async () => {
    const caller = await importing()
    const { act, importId } = await imports(caller, [{}, {}])
    const now = new Date().toISOString()
    const file = { sha256: 'ab', source: 'pocket', fileName: 'part_000000.csv', requestedBy: caller.userId }
    const totals = { read: 0, imported: 0, duplicates: 0, skipped: 0, failed: 0 }
    const events = Array.from({ length: 201 }, () => randomUUID()).flatMap(importId => {
      const metadata = { actorId: caller.userId, via: 'import', commandId: importId, commandHash: '' }
      const request = {
        importId,
        uploadId: importId,
        ...file,
        expectedRows: 0,
        proceedWithFree: false,
        at: now,
      }
      return [
        { id: randomUUID(), type: 'ImportRequested', data: request, metadata },
        { id: randomUUID(), type: 'ImportCompleted', data: { importId, totals, at: now }, metadata },
      ]
    })
    const revision = BigInt((await lastAct(caller)).slice(1))
    await api.store.append(libraryStream(caller.libraryId), revision, events)
    expect((await stateOf(api, caller)).imports.has(importId)).toBe(false)
    expect(await undo(caller, { act })).toMatchObject({ status: 200, body: { restoredCount: 2 } })
    expect(await undo(caller, { act })).toMatchObject({ status: 409 })
  })

  it('of 50,000 links is undone', async () => {
    const caller = await importing(0)
    const importId = randomUUID()
    const at = new Date().toISOString()
    const metadata = { actorId: caller.userId, via: 'import', commandId: importId, commandHash: '' }
    const append = (type: string, data: object) =>
      api.store.append(libraryStream(caller.libraryId), 'any', [
        {
          id: randomUUID(),
          type,
          data: { importId, ...data, at },
          metadata: { ...metadata, commandId: randomUUID() },
        },
      ])
    const file = { uploadId: importId, sha256: 'ab', source: 'pocket', fileName: 'part_000000.csv' }
    const by = { requestedBy: caller.userId, expectedRows: 50_000, proceedWithFree: false }
    const { revision } = await append('ImportRequested', { ...file, ...by })
    await append('ImportStarted', {})
    const others = { newCollections: [], duplicates: [], skipped: [], failed: [], shortened: [] }
    for (let first = 1; first < 50_000; first += 1_000) {
      const links = Array.from({ length: 1_000 }, (_, n) => ({
        ...{ row: first + n, linkId: first + n, url: `https://import.test/${first + n}`, savedAt: at },
        ...{ urlKey: `import.test/${first + n}`, title: `Row ${first + n}`, titleFrom: 'person', note: null },
        ...{ tags: ['new'], isFavorite: false, isArchived: false, collectionId: null },
      }))
      await append('LinksImported', { firstRow: first, lastRow: first + 999, links, ...others })
    }
    const totals = { read: 50_000, imported: 50_000, duplicates: 0, skipped: 0, failed: 0 }
    await append('ImportCompleted', { totals })
    for (const id of [1, 3]) await call('PATCH', `/api/links/${id}/favorite`, caller, { isFavorite: true })
    const left = [1, 3].map(id => ({ id, title: `Row ${id}` }))
    const answer = { status: 200, body: { restoredCount: 49_998, leftCount: 2, left } }
    const act = `l${revision}`
    for (const ask of [preview, undo]) expect(await ask(caller, { act })).toMatchObject(answer)
  })

  it('has no notes afterwards of a worker that gives them late', async () => {
    const caller = await importing()
    const { act, batch, linkIds } = await imports(caller, [{}, {}], 'failed')
    await call('PATCH', `/api/links/${linkIds[0]}/favorite`, caller, { isFavorite: true })
    await undo(caller, { act })
    await react(caller)
    const note = { type: 'note', content: 'Late', selectedText: null, color: null, createdAt: null } as const
    const late = { ...batch, notes: [{ ...note, row: 1, linkId: linkIds[0] ?? 0 }] }
    await importNotes(api.aggregates).handle({ commandId: randomUUID(), ...late })
    expect(await notesOf(caller)).toEqual([])
  })

  it("of another person's is undone by nobody else, also where its ids are chosen", async () => {
    const [ann, ben] = [await importing(0), await importing(0)]
    const { act, linkIds } = await imports(ann, [{ notes: ['One'] }])
    await call('PATCH', `/api/links/${linkIds[0]}/favorite`, ann, { isFavorite: true })
    expect(await undo(ben, { act })).toMatchObject({ status: 404 })
    const own = await imports(ben, [{}])
    await undo(ben, { act: own.act, chosen: { links: [1, 2, 3], notes: [1] } })
    expect((await stateOf(api, ann)).links.size).toBe(1)
    expect(await notesOf(ann)).toEqual([1])
  })

  it('cannot choose more than 500 ids', async () => {
    const caller = await importing()
    const { act } = await imports(caller, [{}])
    const links = Array.from({ length: 501 }, (_, n) => n + 1)
    expect(await undo(caller, { act, chosen: { links } })).toMatchObject({ status: 400 })
  })
})
