import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { describe, it } from 'vitest'
import {
  about,
  at,
  collected,
  collectionDeleted,
  collectionEdited,
  created,
  given,
  later,
  opened,
  saved,
} from '../../test-support/library.ts'
import type { UndoAct } from './undo.ts'

const past = [opened, created(1), saved(1), saved(2), collected(1, 1), collected(2, 1)]
const undo = (event: LibraryEvent): UndoAct => ({
  type: 'UndoAct',
  undone: 'act',
  known: { event, commandId: 'act' },
  now: later,
})
const facts = { name: 'Reading', description: null, color: '#3B82F6' }
type Restored = Extract<LibraryEvent, { type: 'CollectionRestored' }>['data']
const restored = (data: Partial<Restored> = {}): LibraryEvent => ({
  type: 'CollectionRestored',
  data: { undone: 'act', collectionId: 1, ...facts, links: [[1, 2]], left: [], at: later, ...data },
})

describe('undoing the edit of a collection', () => {
  const edit = collectionEdited(1, { name: 'Papers', color: '#10B981' }, at, {
    name: 'Reading',
    color: '#3B82F6',
  })
  const back = (changes: object, before: object): LibraryEvent => ({
    type: 'CollectionEdited',
    data: { collectionId: 1, undone: 'act', changes, before, at: later },
  })
  const undone = back({ name: 'Reading', color: '#3B82F6' }, { name: 'Papers', color: '#10B981' })

  it('gives its fields back, and undoing that the new ones', () => {
    given(...past, edit)
      .when(undo(edit))
      .then(undone)
    given(...past, edit, undone)
      .when(undo(undone))
      .then(back({ name: 'Papers', color: '#10B981' }, { name: 'Reading', color: '#3B82F6' }))
  })

  it('leaves a field that a later act changed', () => {
    given(...past, edit, collectionEdited(1, { name: 'Journals' }))
      .when(undo(edit))
      .then(back({ color: '#3B82F6' }, { color: '#10B981' }))
  })

  it('is nothing where later acts changed all its fields', () => {
    given(...past, edit, undone)
      .when(undo(edit))
      .thenNothing()
  })

  it('is refused where the collection is gone, or its event does not remember', () => {
    given(...past, edit, collectionDeleted(1))
      .when(undo(edit))
      .thenRefused('collection-not-found')
    const forgetful = collectionEdited(1, { name: 'Papers' })
    given(...past, forgetful)
      .when(undo(forgetful))
      .thenRefused('not-undoable')
  })
})

describe('undoing the deletion of a collection', () => {
  const deletion = collectionDeleted(1, at, [[1, 2]])

  it('brings it back with its links', () => {
    given(...past, deletion)
      .when(undo(deletion))
      .then(restored())
  })

  it('brings back links that were changed, but not moved', () => {
    given(...past, deletion, about('LinkFavorited', 1))
      .when(undo(deletion))
      .then(restored())
  })

  it('leaves links that are in another one now, or gone, and not those that are in none again', () => {
    const moves = [collected(1, 2), about('LinkDeleted', 2)]
    given(...past, created(2), deletion, ...moves)
      .when(undo(deletion))
      .then(restored({ links: [], left: [[1, 2]] }))
    given(...past, created(2), deletion, ...moves, collected(1, null, at, 2))
      .when(undo(deletion))
      .then(restored({ links: [1], left: [2] }))
  })

  it('is refused where it was undone already, but not where the collection was deleted once more', () => {
    given(...past, deletion, restored())
      .when(undo(deletion))
      .thenRefused('undone-already')
    given(...past, deletion, restored(), collectionDeleted(1, at, [[1, 2]]))
      .when(undo(deletion))
      .then(restored())
  })

  it('is refused where its event does not remember, or the library has no room', () => {
    const forgetful: LibraryEvent = { type: 'CollectionDeleted', data: { collectionId: 1, before: null, at } }
    given(...past, forgetful)
      .when(undo(forgetful))
      .thenRefused('not-undoable')
    const others = Array.from({ length: 1_000 }, (_, n) => created(n + 2))
    given(...past, deletion, ...others)
      .when(undo(deletion))
      .thenRefused('too-many-collections')
  })
})

describe('undoing the return of a collection', () => {
  const deletion = collectionDeleted(1, at, [[1, 2]])
  const returned = restored()
  const undoReturn = undo(returned)

  it('deletes it again, which can be undone', () => {
    const again: LibraryEvent = {
      type: 'CollectionDeleted',
      data: { collectionId: 1, undone: 'act', before: { ...facts, links: [[1, 2]] }, at: later },
    }
    given(...past, deletion, returned)
      .when(undoReturn)
      .then(again)
    given(...past, deletion, returned, again)
      .when(undo(again))
      .then(restored())
  })

  it('is nothing where somebody edited it or put a link into it since', () => {
    given(...past, deletion, returned, collectionEdited(1, { name: 'Papers' }))
      .when(undoReturn)
      .thenNothing()
    given(...past, saved(3), deletion, returned, collected(3, 1))
      .when(undo(returned))
      .thenNothing()
  })

  it('is refused where the collection is gone', () => {
    given(...past, deletion, returned, collectionDeleted(1))
      .when(undoReturn)
      .thenRefused('undone-already')
  })
})
