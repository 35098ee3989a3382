import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { expect, test } from 'vitest'
import { undoSentence } from './sentence.ts'

const undo = { undone: 'key', names: {}, restored: [], isRedo: false }
const answer = (restoredCount: number, leftCount: number, ...titles: string[]): UndoAnswer => ({
  restoredCount,
  leftCount,
  left: titles.map((title, id) => ({ id, title })),
})

test.each<[string, UndoAnswer | undefined, string]>([
  ['that waits', undefined, 'Undone: A title'],
  ['of one link', answer(1, 0), 'Undone: A title'],
  ['of many links', answer(1_200, 0), 'Undone: 1,200 links restored'],
  ['that left a link', answer(2, 1, 'One'), 'Undone: 1 link was changed since and stays: One'],
  ['that left links', answer(2, 2, 'One', 'Two'), 'Undone: 2 links were changed since and stay: One, Two'],
  [
    'that left many',
    answer(2, 40, 'One', 'Two'),
    'Undone: 40 links were changed since and stay: One, Two and 38 more',
  ],
  ['of a return', { ...answer(2, 0), isDeletion: true }, 'Undone: 2 links deleted again'],
  [
    'of a return that left a link',
    { ...answer(1, 1, 'One'), isDeletion: true },
    'Undone: 1 link deleted again. 1 link was changed since and stays: One',
  ],
  ['of links that are gone', answer(0, 2), 'Not undone: 2 links were changed or deleted since.'],
])('an undo %s', (_what, given, said) => {
  const { title, description } = undoSentence({ ...undo, title: 'A title' }, given)
  expect(`${title}: ${description}`).toBe(said)
})

const NO_IMPORT = {
  noteCount: 0,
  collectionCount: 0,
  takenBackCount: 0,
  leftNoteCount: 0,
  leftNotes: [],
  leftCollectionCount: 0,
  leftCollections: [],
  usedCollectionCount: 0,
  usedCollections: [],
}
const systems = { id: 7, name: 'Systems' }

test.each<[string, UndoAnswer, string]>([
  ['of a collection', { ...answer(0, 0), collection: systems }, 'Undone: "Systems"'],
  [
    'of a deletion of a collection',
    { ...answer(2, 1, 'One'), collection: systems },
    'Undone: "Systems" with 2 links. 1 link was changed since and stays: One',
  ],
  [
    'of an edit whose name was changed since',
    { ...answer(0, 0), leftFields: ['name', 'color'] },
    'Not undone: Its name and color were changed since and stay',
  ],
  [
    'of an import',
    { ...answer(120, 0), import: { ...NO_IMPORT, noteCount: 1, collectionCount: 2 } },
    'Import undone: 120 articles, 1 note, 2 collections removed',
  ],
  [
    'of an import that only added to what was there',
    { ...answer(0, 0), import: { ...NO_IMPORT, takenBackCount: 3 } },
    'Import undone: What it had added to 3 articles is taken back',
  ],
  [
    'of an import that was touched',
    {
      ...answer(3, 1, 'One'),
      import: {
        ...{ ...NO_IMPORT, leftNoteCount: 2, leftCollectionCount: 1, leftCollections: [systems] },
        ...{ usedCollectionCount: 1, usedCollections: [{ id: 8, name: 'Work' }] },
      },
    },
    'Import undone: 3 articles removed. 1 link was changed since and stays: One. 2 notes changed since. 1 collection changed since: Systems. 1 collection in use: Work',
  ],
  [
    'of an import of which all was touched',
    { ...answer(0, 1, 'One'), import: NO_IMPORT },
    'Import not undone: 1 link was changed since and stays: One',
  ],
])('an undo %s', (_what, given, said) => {
  const { title, description } = undoSentence(undo, given)
  expect(`${title}: ${description}`).toBe(said)
})

test('an undo that is undone', () => {
  expect(undoSentence({ ...undo, isRedo: true }, undefined)).toEqual({ title: 'Redone' })
})
