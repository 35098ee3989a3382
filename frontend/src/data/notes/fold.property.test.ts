import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aNote } from '../../test-support/server.ts'
import type { Act, ActName, ParamsOf } from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Note, NoteList } from '../answers.ts'
import { compareIds, type Id } from '../id.ts'
import { foldNotes } from './fold.ts'
import { newNote } from './new-note.ts'

const LINK = 1
const START = [
  aNote({ id: 1, type: 'highlight', position: { start: 40, end: 50 } }),
  aNote({ id: 2, position: { start: 10, end: 20 } }),
  aNote({ id: 3, type: 'quote' }),
]

const id = fc.integer({ min: 1, max: 6 })
const step = fc.oneof(
  fc.record({
    do: fc.constant('take' as const),
    type: fc.constantFrom<Note['type'][]>('note', 'highlight', 'quote'),
    start: fc.option(fc.integer({ min: 0, max: 60 })),
    linkId: fc.constantFrom(LINK, LINK + 1),
  }),
  fc.record({ do: fc.constant('revise' as const), id, content: fc.string({ minLength: 1 }) }),
  fc.record({ do: fc.constant('hide' as const), id, isPrivate: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), id }),
  fc.record({ do: fc.constant('clear' as const), linkId: fc.constantFrom(LINK, LINK + 1) }),
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const day = (n: number) => new Date(Date.UTC(2026, 8, 1 + n)).toISOString()
const rank = ({ position }: Note) => position?.start ?? 1_000_000
const endOf = ({ position }: Note) => position?.end ?? 0
/** The order that the server gives: start and end of the position, then date. */
const inOrder = (notes: NoteList): NoteList =>
  notes.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      endOf(a) - endOf(b) ||
      a.createdAt.localeCompare(b.createdAt) ||
      compareIds(a.id, b.id),
  )

/** Plays the steps on a server of plain lists. @returns its notes after each step, and the acts with their answers */
const play = (steps: readonly Step[]) => {
  const states: NoteList[] = [inOrder(START)]
  const acts: Act[] = []
  let notes: NoteList = START
  let nextId = START.length + 1
  const add = <N extends ActName>(name: N, params: ParamsOf<N>, result?: unknown) => {
    const seq = acts.length + 1
    const stored = { seq, key: `key-${seq}`, userId: 'a user', at: day(seq) }
    acts.push({ ...stored, state: 'sent', name, params, result } as Act)
    states.push(inOrder(notes.filter(({ linkId }) => linkId === LINK)))
  }
  const change = (noteId: number, changes: Partial<Note>): Note | undefined => {
    const before = notes.find(note => note.id === noteId)
    if (!before) return
    const now = { ...before, ...changes, updatedAt: day(acts.length + 1) }
    notes = notes.map(note => (note.id === noteId ? now : note))
    return now
  }
  for (const each of steps) {
    if (each.do === 'take') {
      const { type, start, linkId } = each
      const position = start === null ? null : { start, end: start + 5 }
      const params = newNote({ linkId, type, content: `Note ${nextId}`, position })
      const { clientId: _, shared: __, ...taken } = params
      const at = day(acts.length + 1)
      const note = aNote({ ...taken, id: nextId++, createdAt: at, updatedAt: at })
      notes = [...notes, note]
      add('takeNote', params, note)
    } else if (each.do === 'revise') {
      const now = change(each.id, { content: each.content })
      if (now) add('reviseNote', { noteId: each.id, linkId: now.linkId, content: each.content }, now)
    } else if (each.do === 'hide') {
      const now = change(each.id, { isPrivate: each.isPrivate })
      if (now) add('reviseNote', { noteId: each.id, linkId: now.linkId, isPrivate: each.isPrivate }, now)
    } else if (each.do === 'delete') {
      notes = notes.filter(note => note.id !== each.id)
      add('deleteNote', { noteId: each.id, linkId: LINK })
    } else {
      notes = notes.filter(({ linkId, type }) => linkId !== each.linkId || type !== 'highlight')
      add('clearHighlights', { linkId: each.linkId })
    }
  }
  return { states, acts }
}

/** Without an id of the server and its times, which an act that is not answered cannot know. */
const told = (notes: NoteList) =>
  notes.map(({ linkId, type, content, isPrivate, position }) => ({
    linkId,
    type,
    content,
    isPrivate,
    position,
  }))

test('a reading of any age shows the notes as they are after all acts', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.nat(), (steps, at) => {
      const { states, acts } = play(steps)
      const age = at % states.length
      // The answer to act n came at n + 0.5, and the reading began between two acts.
      const pending: PendingAct[] = acts.map((act, n) => ({ act, sentAt: n + 0.5 }))
      const reading = { data: states[age] as NoteList, asOf: age }
      expect(foldNotes(reading, LINK, pending)).toEqual(states.at(-1))
    }),
  )
})

test('acts that the server has not answered show the same notes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps => {
      const { states, acts } = play(steps)
      const made = new Map<Id, Id>()
      const pending = acts.map((act): PendingAct => {
        if (act.name === 'takeNote') made.set((act.result as Note).id, -act.seq)
        const { result: _, ...unanswered } = act
        const params: unknown = JSON.parse(JSON.stringify(act.params), (key, value) =>
          key === 'noteId' ? (made.get(value) ?? value) : value,
        )
        return { act: { ...unanswered, params, state: 'waiting' } as Act, sentAt: null }
      })
      const shown = foldNotes({ data: states[0] as NoteList, asOf: 0 }, LINK, pending)
      expect(told(shown)).toEqual(told(states.at(-1) as NoteList))
    }),
  )
})
