import type { UndoAnswer } from '@lectern/contracts/api/links.ts'
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
  ['of links that are gone', answer(0, 2), 'Not undone: 2 links were changed or deleted since.'],
])('an undo %s', (_what, given, said) => {
  const { title, description } = undoSentence({ ...undo, title: 'A title' }, given)
  expect(`${title}: ${description}`).toBe(said)
})

test('an undo that is undone', () => {
  expect(undoSentence({ ...undo, isRedo: true }, undefined)).toEqual({ title: 'Redone' })
})
