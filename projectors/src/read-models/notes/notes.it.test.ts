import { randomUUID } from 'node:crypto'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { AT, aLibrary, aNotebook } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { runs } from '@lectern/stack/test-support/whole.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startProjections } from '../../test-support/projections.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

const rowsOf = async (libraryId: string, table = 'notes') => {
  const { pool, schema } = projections
  const text = `SELECT * FROM ${schema}.${table} WHERE library_id = $1 ORDER BY id`
  const { rows } = await pool.query(text, [libraryId])
  return rows.map(({ library_id: _, ...row }) => row)
}

/** The plainest projection of a notebook, to compare with. */
const replay = (events: readonly NotebookEvent[]) => {
  const notes = new Map<number, Record<string, unknown>>()
  const put = (
    data: {
      noteId: number
      linkId: number
      noteType: string
      content: string
      selectedText: string | null
      color: string
      isPrivate?: boolean | undefined
      isShared?: true | undefined
      of?: { memberId: string } | undefined
      position?: { start: number; end: number } | null | undefined
      anchor?: object | null | undefined
      updatedAt?: string | undefined
      at: string
    },
    revision: number,
  ) =>
    notes.set(data.noteId, {
      id: data.noteId,
      link_id: data.linkId,
      type: data.noteType,
      content: data.content,
      selected_text: data.selectedText,
      color: data.color,
      is_private: data.isPrivate ?? false,
      position_start: data.position?.start ?? null,
      position_end: data.position?.end ?? null,
      anchor: data.anchor ?? null,
      ranges: null,
      revision,
      member_id: data.of?.memberId ?? null,
      is_shared: data.isShared ?? false,
      created_at: new Date(data.at),
      updated_at: new Date(data.updatedAt ?? data.at),
    })
  const deleted = new Map<number, number>()
  const remove = (id: number, revision: number) => {
    notes.delete(id)
    if (!deleted.has(id)) deleted.set(id, revision)
  }
  for (const [revision, { type, data }] of events.entries()) {
    if (type === 'NoteTaken') put(data, revision)
    else if (type === 'NotesImported') {
      for (const note of data.notes) put({ ...note, isShared: data.isLeft, at: note.createdAt }, revision)
    } else if (type === 'NoteDeleted') remove(data.noteId, revision)
    else if (
      type === 'NotesOfLinksDeleted' ||
      type === 'HighlightsCleared' ||
      type === 'ImportedNotesDeleted'
    )
      for (const id of idsIn(data.notes)) remove(id, revision)
    else if (type === 'NotesMoved')
      for (const [id, link_id] of data.notes)
        Object.assign(notes.get(id) ?? {}, { link_id, member_id: data.of?.memberId ?? null, revision })
    else if (type === 'NoteRevised') {
      const { isPrivate, isShared, ...changes } = data.changes
      const note = notes.get(data.noteId)
      Object.assign(note ?? {}, changes, { updated_at: new Date(data.at), revision })
      if (note && isPrivate !== undefined) note.is_private = isPrivate
      if (note && isShared !== undefined) note.is_shared = isShared
    }
  }
  return {
    notes: [...notes.values()].map(note => ({
      ...note,
      texts: `${fold(String(note.content))}\n${fold(String(note.selected_text ?? ''))}`,
    })),
    deleted: [...deleted].map(([id, revision]) => ({ id, revision })).sort((a, b) => a.id - b.id),
  }
}

const id = fc.integer({ min: 1, max: 12 })
const text = fc.constantFrom('A road', 'Straße\n\tnach "Süden" \\ {}', '\u{1f600}')
/** What notes of our own export have beside those of other files. */
const ownFacts = fc.record(
  {
    isPrivate: fc.boolean(),
    position: fc.constant({ start: 3, end: 9 }),
    anchor: fc.constant({ prefix: 'be', suffix: 'af', contentHash: 'a'.repeat(64) }),
    updatedAt: fc.constant('2015-06-07T08:09:10.000Z'),
  },
  { requiredKeys: [] },
)
/** On a link of somebody else. */
const OF = { memberId: '00000000-0000-4000-8000-000000000001', revision: 7 }
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      text,
      selected: fc.option(text),
      sharing: fc.record({ of: fc.constant(OF), isShared: fc.constant(true as const) }, { requiredKeys: [] }),
      anchor: fc.option(fc.record({ prefix: text, suffix: text, contentHash: fc.constant('c'.repeat(64)) })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('import' as const), count: fc.nat(4), text, own: ownFacts }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('revise' as const),
      note: id,
      at: fc.constantFrom(AT, '2026-03-02T10:00:00.000Z'),
      changes: fc.record(
        { content: text, color: fc.constant('#10B981'), isPrivate: fc.boolean(), isShared: fc.boolean() },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), note: id }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      notes: fc.uniqueArray(id),
      isOwn: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), notes: fc.uniqueArray(id) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), notes: fc.uniqueArray(id) }) },
)

const eventsFrom = (
  { taken, imported, revised, deleted, ofLinksDeleted, highlightsCleared }: ReturnType<typeof aNotebook>,
  importId: string,
  acts: readonly (typeof act extends fc.Arbitrary<infer Act> ? Act : never)[],
): NotebookEvent[] => {
  let last = 0
  const position = { start: 1, end: 2 }
  return acts.map(each => {
    if (each.kind === 'take') {
      const texts = { content: each.text, selectedText: each.selected, anchor: each.anchor, ...each.sharing }
      return taken(++last, 1, { ...texts, isPrivate: true, position })
    }
    if (each.kind === 'import') {
      const fields = { content: each.text, createdAt: '2014-05-06T07:08:09.000Z', ...each.own }
      return imported(
        importId,
        Array.from({ length: each.count }, () => [++last, 2, fields]),
      )
    }
    if (each.kind === 'revise') return revised(each.note, each.changes, each.at)
    if (each.kind === 'move') {
      const notes = each.notes.map((note): [number, number] => [note, 5])
      return { type: 'NotesMoved', data: { notes, ...(!each.isOwn && { of: OF }), at: AT } }
    }
    if (each.kind === 'clear') return highlightsCleared(1, toIdRanges(each.notes))
    return each.kind === 'delete' ? deleted(each.note) : ofLinksDeleted([1], toIdRanges(each.notes))
  })
}

const importRequested = (importId: string, requestedBy: string): LibraryEvent => {
  const file = {
    uploadId: randomUUID(),
    sha256: 'a'.repeat(64),
    source: 'pocket',
    fileName: 'a.csv',
  } as const
  const data = { importId, ...file, requestedBy, expectedRows: 1, proceedWithFree: false, at: AT }
  return { type: 'ImportRequested', data }
}

it('any history leads to the rows of a plain replay, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 40 }),
      fc.integer({ min: 1, max: 50 }),
      async (acts, step) => {
        const library = aLibrary()
        const notebook = aNotebook(library.id)
        const importId = randomUUID()
        await projections.record(library.stream, [library.opened(), importRequested(importId, library.id)])
        const events = eventsFrom(notebook, importId, acts)
        for (let from = 0; from < events.length; from += step) {
          await projections.record(notebook.stream, events.slice(from, from + step))
          await projections.project()
        }
        const expected = replay(events)
        expect(await rowsOf(library.id)).toEqual(expected.notes)
        expect(await rowsOf(library.id, 'deleted_notes')).toEqual(expected.deleted)
      },
    ),
    runs(40),
  )
})

it('one batch has links, an import and its notes', async () => {
  const library = aLibrary()
  const notebook = aNotebook(library.id)
  const importId = randomUUID()
  const imported = importRequested(importId, library.id)
  await projections.record(library.stream, [library.opened(), library.saved(1), imported])
  const failed = [{ row: 1, linkId: 1, reason: 'too-many-on-link' as const }]
  await projections.record(notebook.stream, [
    notebook.imported(importId, [[1, 1]], failed),
    notebook.taken(2, 1),
  ])
  await projections.project()
  expect(await rowsOf(library.id)).toMatchObject([{ id: 1 }, { id: 2 }])
  expect(await rowsOf(library.id, 'imports')).toMatchObject([{ notes: 1, notes_failed: 1 }])
  expect(await rowsOf(library.id, 'links')).toMatchObject([{ id: 1 }])
})
