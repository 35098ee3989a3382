import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { NOTE_TEXT_MAX, NOTES_BYTES_MAX, NOTES_MAX, NOTES_OF_LINK_MAX } from '@lectern/contracts/limits.ts'
import { describe, expect, it } from 'vitest'
import { foldAll, givenOn } from '../test-support/given.ts'
import {
  at,
  given,
  importId,
  importNotes,
  later,
  NOTE,
  notesImported,
  revise,
  row,
  take,
  taken,
} from '../test-support/notebook.ts'
import { notebook } from './notebook.ts'

const clientId = '01980000-0000-7000-8000-000000000006'
const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const deleted = (noteId: number): NotebookEvent => ({ type: 'NoteDeleted', data: { noteId, at: later } })

describe('TakeNote', () => {
  it('gives notes the ids 1, 2, 3, and never again that of a deleted note', () => {
    given().when(take()).then(taken(1))
    given(taken(1), taken(2), deleted(2)).when(take()).then(taken(3))
  })

  it('takes a note once for each id of a client, even after the note is deleted', () => {
    given(taken(1, { clientId }))
      .when(take({ clientId, content: 'Else' }))
      .thenNothing()
    given(taken(1, { clientId }), deleted(1)).when(take({ clientId })).thenNothing()
  })

  it('refuses a note too many on a link, and takes one on another', () => {
    const full = range(NOTES_OF_LINK_MAX).map(n => taken(n + 1))
    given(...full)
      .when(take())
      .thenRefused('too-many-notes-on-link')
    given(...full)
      .when(take({ linkId: 2 }))
      .then(taken(1_001, { linkId: 2 }))
  })

  it('refuses a note too many in the library', () => {
    const full = range(NOTES_MAX / 1_000).map(n =>
      notesImported(
        n + 1,
        0,
        range(1_000).map(m => [1_000 * n + m + 1, n + 1]),
      ),
    )
    given(...full)
      .when(take({ linkId: 99 }))
      .thenRefused('too-many-notes')
  })

  it('refuses text beyond 100 MB of UTF-8, selected text included', () => {
    const content = 'é'.repeat(NOTE_TEXT_MAX)
    const notes = NOTES_BYTES_MAX / (4 * NOTE_TEXT_MAX)
    const full = range(notes).map(n => taken(n + 1, { content, selectedText: content }))
    given(...full)
      .when(take({ content: 'a' }))
      .thenRefused('too-much-note-text')
    given(...full.slice(1))
      .when(take({ content, selectedText: content }))
      .then(taken(notes + 1, { content, selectedText: content }))
  })
})

describe('an id of a client that the notebook may have forgotten', () => {
  const OLD = '01980000-0000-7000-8000-00000000000a'
  const NEW = '01a5d82c-1800-7000-8000-00000000000a'
  const folded = foldAll(notebook, [taken(1, { content: 'Once' })])
  folded.clientIds.forgottenUntil = Date.parse(at)
  const on = () => givenOn({ ...notebook, initial: () => folded })()
  const now = '2028-01-01T00:00:00.000Z'

  it('takes no second note of a text on its link', () => {
    for (const clientId of [OLD, OLD.replace('-7', '-4')]) {
      on()
        .when({ ...take({ clientId, content: 'Once' }), now })
        .thenRefused('may-be-made')
      expect(notebook.decide({ ...take({ clientId, content: 'Other' }), now }, folded)).toHaveLength(1)
      expect(
        notebook.decide({ ...take({ clientId, linkId: 2, content: 'Once' }), now }, folded),
      ).toHaveLength(1)
    }
  })
  it('is told from one that is newer', () => {
    expect(notebook.decide({ ...take({ clientId: NEW, content: 'Once' }), now }, folded)).toHaveLength(1)
  })
})

describe('a notebook above twice its limits', () => {
  it('only takes what makes it smaller', () => {
    const folded = foldAll(notebook, [taken(1)])
    folded.bytes = 3 * NOTES_BYTES_MAX
    const on = () => givenOn({ ...notebook, initial: () => folded })()
    on().when(take()).thenRefused('overgrown')
    on()
      .when(revise(1, { color: '#EF4444' }))
      .thenRefused('overgrown')
    on()
      .when({ type: 'DeleteNote', noteId: 1, now: at })
      .then({ type: 'NoteDeleted', data: { noteId: 1, at } })
  })
})

describe('ReviseNote', () => {
  const revised = (changes: object, before = 0): NotebookEvent => ({
    type: 'NoteRevised',
    data: { noteId: 1, changes, before, at: later },
  })

  it('records what changes, and which event had the content', () => {
    given(taken(1))
      .when(revise(1, { content: 'New', color: '#FBBF24', isPrivate: true }))
      .then(revised({ content: 'New', isPrivate: true }))
    given(taken(1), revised({ content: 'New' }))
      .when(revise(1, { content: 'Newer' }))
      .then(revised({ content: 'Newer' }, 1))
  })

  it('refuses one that is based on another state of the note', () => {
    given(taken(1))
      .when(revise(1, { content: 'New', basedOn: at }))
      .then(revised({ content: 'New' }))
    given(taken(1), revised({ color: '#000000' }))
      .when(revise(1, { content: 'New', basedOn: at }))
      .thenRefused('note-changed')
  })

  it('is quiet where the note is as wanted, whatever it is based on', () => {
    given(taken(1), revised({ content: 'New' }))
      .when(revise(1, { content: 'New', basedOn: at }))
      .thenNothing()
    given(taken(1)).when(revise(1, {})).thenNothing()
  })

  it('refuses text beyond the limit, and lets a full library shorten its notes', () => {
    const content = 'a'.repeat(NOTE_TEXT_MAX)
    const full = range(NOTES_BYTES_MAX / NOTE_TEXT_MAX).map(n =>
      taken(n + 1, { content: n === 0 ? content.slice(1) : content }),
    )
    given(...full)
      .when(revise(1, { content }))
      .then(revised({ content }))
    given(...full)
      .when(revise(1, { content: `${content}é` }))
      .thenRefused('too-much-note-text')
    given(...full)
      .when(revise(1, { content: 'a' }))
      .then(revised({ content: 'a' }))
  })

  it('refuses a note that is not there', () => {
    given(taken(1), deleted(1))
      .when(revise(1, { content: 'New' }))
      .thenRefused('note-not-found')
  })
})

describe('DeleteNote', () => {
  it('deletes a note once', () => {
    given(taken(1)).when({ type: 'DeleteNote', noteId: 1, now: later }).then(deleted(1))
    given(taken(1), deleted(1))
      .when({ type: 'DeleteNote', noteId: 1, now: later })
      .thenRefused('note-not-found')
  })
})

describe('ClearHighlights', () => {
  const clear = { type: 'ClearHighlights', linkId: 1, now: later } as const
  const highlight = { noteType: 'highlight' } as const

  it('deletes the highlights of the link alone', () => {
    const events = [
      ...[taken(1, highlight), taken(2), taken(3, { noteType: 'quote' }), taken(4, highlight)],
      ...[taken(5, { ...highlight, linkId: 2 }), notesImported(1, 0, [[6, 1]])],
    ]
    const cleared: NotebookEvent = {
      type: 'HighlightsCleared',
      data: { linkId: 1, notes: [1, 4, 6], at: later },
    }
    given(...events)
      .when(clear)
      .then(cleared)
    given(...events, cleared)
      .when(clear)
      .thenNothing()
    given(...events, cleared)
      .when(take())
      .then(taken(7))
  })

  it('is quiet where the link has no highlight', () => {
    given(taken(1)).when(clear).thenNothing()
    given().when(clear).thenNothing()
  })
})

describe('DeleteNotesOfLinks', () => {
  const deleteOf = (...links: (number | [number, number])[]) =>
    ({ type: 'DeleteNotesOfLinks', links, now: later }) as const

  it('deletes the notes of the links, and names the links that had any', () => {
    given(taken(1), taken(2, { linkId: 2 }), taken(3), taken(4, { linkId: 4 }))
      .when(deleteOf([1, 3]))
      .then({ type: 'NotesOfLinksDeleted', data: { links: [[1, 2]], notes: [[1, 3]], at: later } })
  })

  it('is quiet where the links have no notes', () => {
    given(taken(1))
      .when(deleteOf(2, [4, 50_000]))
      .thenNothing()
    given(taken(1), deleted(1)).when(deleteOf(1)).thenNothing()
  })
})

describe('DeleteNotesOfImport', () => {
  const deleteOf = (...revisedNotes: number[]) =>
    ({ type: 'DeleteNotesOfImport', importId, revisedNotes, now: later }) as const
  const past = [
    taken(1),
    notesImported(1, 0, [
      [2, 1],
      [3, 2],
      [4, 2],
    ]),
  ]
  const gone = (...notes: (number | [number, number])[]): NotebookEvent => ({
    type: 'ImportedNotesDeleted',
    data: { importId, notes, at: later },
  })
  const revised = (noteId: number): NotebookEvent => ({
    type: 'NoteRevised',
    data: { noteId, changes: { color: '#10B981' }, before: 1, at: later },
  })

  it('deletes the notes of the import that nobody changed', () => {
    given(...past, revised(3))
      .when(deleteOf())
      .then(gone(2, 4))
  })

  it('deletes a changed one where that is wanted, and no note of others', () => {
    given(...past, revised(3))
      .when(deleteOf(1, 3))
      .then(gone([2, 4]))
  })

  it('is quiet where none is left', () => {
    given(...past, gone([2, 4]))
      .when(deleteOf())
      .thenNothing()
  })
})

describe('ImportNotes', () => {
  it('records the notes of a batch, and those that it does not take with the reason', () => {
    const almostFull = range(NOTES_OF_LINK_MAX - 1).map(n => taken(n + 1))
    given(...almostFull)
      .when(importNotes(1, 0, row(1), row(1), row(2, {}, true), row(3)))
      .then(
        notesImported(
          1,
          0,
          [
            [1_000, 1],
            [1_001, 3],
          ],
          [
            { row: 1, linkId: 1, reason: 'too-many-on-link' },
            { row: 2, linkId: 2, reason: 'link-gone' },
          ],
        ),
      )
  })

  it('takes a short note after one for which there is no room', () => {
    const content = 'a'.repeat(NOTE_TEXT_MAX)
    const full = range(NOTES_BYTES_MAX / NOTE_TEXT_MAX).map(n =>
      taken(n + 1, { content: n === 0 ? content.slice(2) : content }),
    )
    given(...full)
      .when(importNotes(1, 0, row(7, { content: 'éé' }), row(8, { content: 'é' })))
      .then(
        notesImported(1, 0, [[1_001, 8, { content: 'é' }]], [{ row: 7, linkId: 7, reason: 'too-much-text' }]),
      )
  })

  it('records a batch once, those of a chunk in order, and no chunk before the last', () => {
    const past = [notesImported(1, 0, [[1, 1]]), notesImported(1, 1, []), notesImported(501, 0, [])]
    for (const [firstRow, batch] of [
      [1, 0],
      [1, 1],
      [1, 2],
      [501, 0],
    ] as const)
      given(...past)
        .when(importNotes(firstRow, batch, row(1)))
        .thenNothing()
    given(...past)
      .when(importNotes(501, 1, row(1)))
      .then(notesImported(501, 1, [[2, 1]]))
    given(...past)
      .when(importNotes(1_001, 0, row(1)))
      .then(notesImported(1_001, 0, [[2, 1]]))
    given(...past)
      .when(importNotes(501, 2, row(1)))
      .thenRefused('bad-request')
    given(...past)
      .when(importNotes(1_001, 1, row(1)))
      .thenRefused('bad-request')
  })
})

it('weighs 50,000 notes at 15 MB', () => {
  const state = foldAll(
    notebook,
    range(50).map(n =>
      notesImported(
        n + 1,
        0,
        range(1_000).map(m => [1_000 * n + m + 1, 1]),
      ),
    ),
  )
  expect(notebook.weight(state)).toBeLessThanOrEqual(15_001_000)
})

describe('notes on links that others share', () => {
  const MEMBER = '01980000-0000-4000-8000-000000000022'
  const theirs = { memberId: MEMBER, known: { revision: 7 } }
  const of = { memberId: MEMBER, revision: 7 }
  const takenThere = (noteId: number, fields: object = {}): NotebookEvent => ({
    type: 'NoteTaken',
    data: { noteId, ...NOTE, ...fields, of, at },
  })

  it('say whose link it is, and are no notes of the own link with its id', () => {
    given()
      .when(take({ ...theirs, isShared: true }))
      .then(takenThere(1, { isShared: true }))
    const both = [taken(1, { noteType: 'highlight' }), takenThere(2, { noteType: 'highlight' })]
    given(...both)
      .when({ type: 'DeleteNotesOfLinks', links: [1], now: later })
      .then({ type: 'NotesOfLinksDeleted', data: { links: [1], notes: [1], at: later } })
    given(...both)
      .when({ type: 'ClearHighlights', linkId: 1, now: later })
      .then({ type: 'HighlightsCleared', data: { linkId: 1, notes: [1], at: later } })
    given(...both)
      .when({ type: 'ClearHighlights', linkId: 1, ...theirs, now: later })
      .then({ type: 'HighlightsCleared', data: { linkId: 1, notes: [2], of, at: later } })
    const full = range(NOTES_OF_LINK_MAX).map(n => taken(n + 1))
    given(...full)
      .when(take(theirs))
      .then(takenThere(1_001))
  })

  it('are shared in one act, but for private ones and those of others', () => {
    const revised = (noteId: number): NotebookEvent => ({
      type: 'NoteRevised',
      data: { noteId, changes: { isShared: true }, before: noteId - 1, at: later },
    })
    const there = [taken(1), taken(2, { isPrivate: true }), takenThere(3), taken(4, { linkId: 2 }), taken(5)]
    given(...there)
      .when({ type: 'ShareNotes', linkId: 1, now: later })
      .then(revised(1), revised(5))
    given(...there, revised(1), revised(5))
      .when({ type: 'ShareNotes', linkId: 1, now: later })
      .thenNothing()
  })

  it('are shared or private, not both', () => {
    const changed = (changes: object): NotebookEvent => ({
      type: 'NoteRevised',
      data: { noteId: 1, changes, before: 0, at: later },
    })
    given(taken(1, { isShared: true }))
      .when(revise(1, { isPrivate: true }))
      .then(changed({ isPrivate: true, isShared: false }))
    given(taken(1, { isPrivate: true }))
      .when(revise(1, { isShared: true }))
      .then(changed({ isPrivate: false, isShared: true }))
    given(taken(1))
      .when(revise(1, { isShared: false }))
      .thenNothing()
    given(takenThere(1))
      .when(revise(1, { isShared: true, ...theirs }))
      .then({
        type: 'NoteRevised',
        data: { noteId: 1, changes: { isShared: true }, of, before: 0, at: later },
      })
  })
})

describe('notes whose links were handed over', () => {
  const memberId = '01980000-0000-4000-8000-000000000022'
  const move = (notes: [number, number][], of: object = {}) =>
    ({ type: 'MoveNotes', notes, ...of, now: later }) as const
  const moved = (notes: [number, number][], of: object = {}): NotebookEvent => ({
    type: 'NotesMoved',
    data: { notes, ...of, at: later },
  })
  const there = { of: { memberId, revision: 3 } }

  it('are on other links, as they were', () => {
    given(taken(1), taken(2))
      .when(
        move(
          [
            [1, 7],
            [9, 8],
          ],
          { memberId, known: { revision: 3 } },
        ),
      )
      .then(moved([[1, 7]], there))
    given(taken(1), moved([[1, 7]], there))
      .when(move([[1, 7]], { memberId, known: { revision: 4 } }))
      .thenNothing()
    const state = foldAll(notebook, [taken(1), moved([[1, 7]], there), moved([[1, 5]])])
    const { bytes } = foldAll(notebook, [taken(1)])
    expect([state.notes.get(1), state.bytes]).toMatchObject([{ linkId: 5, of: null }, bytes])
    expect([...state.countOfLink]).toEqual([[5, 1]])
  })
})
