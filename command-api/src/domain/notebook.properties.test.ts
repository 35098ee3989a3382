import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAll } from '../test-support/given.ts'
import { importId, importNotes, row, take } from '../test-support/notebook.ts'
import { notebookSnapshot } from './notebook/snapshot.ts'
import { bytesOfNote, countOf, type Notebook } from './notebook/state.ts'
import { type NotebookCommand, notebook } from './notebook.ts'

const id = fc.integer({ min: 1, max: 6 })
const text = fc.constantFrom('a', 'é', '', '\u{1f600} so', 'long '.repeat(9))
const selectedText = fc.option(text)
const clientId = fc.constantFrom(
  '01980000-0000-7000-8000-000000000001',
  '01980000-0000-7000-8000-000000000002',
)
const times = fc.constantFrom('2026-01-02T03:04:05.678Z', '2026-01-03T00:00:00.000Z')
const color = fc.constantFrom('#FBBF24', '#10B981')

const anyCommand: fc.Arbitrary<NotebookCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        ...{ linkId: id, content: text, selectedText, clientId: fc.option(clientId) },
        noteType: fc.constantFrom('note', 'highlight', 'quote'),
      })
      .map(take),
  },
  {
    weight: 3,
    arbitrary: fc
      .record(
        { noteId: id, content: text, color, isPrivate: fc.boolean(), basedOn: times, now: times },
        { requiredKeys: ['noteId', 'now'] },
      )
      .map(c => ({ type: 'ReviseNote', ...c }) as const),
  },
  fc.record({ noteId: id, now: times }).map(c => ({ type: 'DeleteNote', ...c }) as const),
  fc.record({ linkId: id, now: times }).map(c => ({ type: 'ClearHighlights', ...c }) as const),
  fc
    .record({ links: fc.subarray([1, 2, 3, 4, 5, 6]), now: times })
    .map(c => ({ type: 'DeleteNotesOfLinks', ...c }) as const),
  fc
    .record({ revisedNotes: fc.subarray([1, 2, 3, 4, 5, 6]), now: times })
    .map(c => ({ type: 'DeleteNotesOfImport', importId, ...c }) as const),
  fc
    .record({
      firstRow: fc.constantFrom(1, 501),
      batch: fc.nat(2),
      notes: fc.array(
        fc
          .tuple(id, text, selectedText, fc.boolean())
          .map(([n, content, selectedText, isGone]) => row(n, { content, selectedText }, isGone)),
        { maxLength: 3 },
      ),
    })
    .map(({ firstRow, batch, notes }) => importNotes(firstRow, batch, ...notes)),
)
const commands = fc.array(anyCommand, { maxLength: 40 })

const attempt = (command: NotebookCommand, state: Notebook): NotebookEvent[] => {
  try {
    return notebook.decide(command, state)
  } catch (error) {
    if (error instanceof Rejected) return []
    throw error
  }
}

const eventsOf = (given: readonly NotebookCommand[]): NotebookEvent[] => {
  const events: NotebookEvent[] = []
  const state = notebook.initial()
  for (const command of given)
    for (const event of attempt(command, state)) {
      notebook.evolve(state, event, events.length)
      events.push(event)
    }
  return events
}

/** The notes that the events lead to, with their texts. */
const replay = (events: readonly NotebookEvent[]) => {
  const notes = new Map<
    number,
    { linkId: number; noteType: string; content: string; selectedText: string | null }
  >()
  for (const { type, data } of events) {
    if (type === 'NoteTaken') notes.set(data.noteId, data)
    else if (type === 'NotesImported') for (const note of data.notes) notes.set(note.noteId, note)
    else if (type === 'NoteDeleted') notes.delete(data.noteId)
    else if (type === 'HighlightsCleared') {
      for (const [noteId, note] of notes)
        if (note.linkId === data.linkId && note.noteType === 'highlight') notes.delete(noteId)
    } else if (type === 'NotesOfLinksDeleted')
      for (const [noteId, { linkId }] of notes) {
        if (data.links.includes(linkId)) notes.delete(noteId)
        for (const links of data.links)
          if (Array.isArray(links) && links[0] <= linkId && linkId <= links[1]) notes.delete(noteId)
      }
    else if (type === 'ImportedNotesDeleted') for (const noteId of idsIn(data.notes)) notes.delete(noteId)
    else if (type === 'NoteRevised') {
      const note = notes.get(data.noteId)
      if (note) notes.set(data.noteId, { ...note, content: data.changes.content ?? note.content })
    }
  }
  return notes
}

describe('any sequence of commands', () => {
  it('keeps the sums of bytes and of notes of each link', () => {
    fc.assert(
      fc.property(commands, given => {
        const events = eventsOf(given)
        const state = foldAll(notebook, events)
        const notes = replay(events)
        expect([...state.notes.keys()]).toEqual([...notes.keys()])
        expect(state.bytes).toBe([...notes.values()].reduce((sum, note) => sum + bytesOfNote(note), 0))
        for (let linkId = 1; linkId <= 6; linkId++)
          expect(countOf(state, { linkId: linkId, of: null })).toBe(
            [...notes.values()].filter(note => note.linkId === linkId).length,
          )
      }),
    )
  })

  it('has the effect of any command with a target once, however often it is given', () => {
    const isRepeatable = (c: NotebookCommand) => !(c.type === 'TakeNote' && c.clientId === null)
    fc.assert(
      fc.property(commands, anyCommand.filter(isRepeatable), (given, twice) => {
        const once = eventsOf([...given, twice])
        expect(eventsOf([...given, twice, twice])).toEqual(once)
      }),
    )
  })

  it('does not change the state while deciding', () => {
    fc.assert(
      fc.property(commands, anyCommand, (given, last) => {
        const state = foldAll(notebook, eventsOf(given))
        const before = structuredClone(state)
        attempt(last, state)
        expect(state).toEqual(before)
      }),
    )
  })
})

describe('a snapshot', () => {
  it('and the events after it give the state of a full fold', () => {
    fc.assert(
      fc.property(commands, fc.nat(), (given, cut) => {
        const events = eventsOf(given)
        const from = cut % (events.length + 1)
        const parts = JSON.parse(
          JSON.stringify([...notebookSnapshot.freeze(foldAll(notebook, events.slice(0, from)))]),
        )
        const thawed = parts.reduce(notebookSnapshot.thaw, notebook.initial())
        const whole = events
          .slice(from)
          .reduce((state, event, index) => notebook.evolve(state, event, from + index), thawed)
        expect(whole).toEqual(foldAll(notebook, events))
      }),
      { numRuns: 1_000 },
    )
  })
})
