import { expect, test } from 'vitest'
import { undoneBy } from './undone.ts'

/** [act, the act that it undid] */
type Undoings = [number, number][]

test.each<[string, Undoings, undone: number[]]>([
  ['nothing', [], []],
  ['an act', [[2, 1]], [1]],
  [
    'an act that was done again',
    [
      [2, 1],
      [3, 2],
    ],
    [2],
  ],
  [
    'an act that was undone, done again and undone',
    [
      [2, 1],
      [3, 2],
      [4, 3],
    ],
    [1, 3],
  ],
  [
    'an act that was done again twice',
    [
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 4],
    ],
    [2, 4],
  ],
  [
    'an act that was undone once more after it was done again',
    [
      [2, 1],
      [3, 2],
      [4, 1],
    ],
    [1, 2],
  ],
  [
    'an act that two undid, of which one was undone',
    [
      [2, 1],
      [3, 1],
      [4, 2],
    ],
    [1, 2],
  ],
  [
    'undoings of acts that were not looked at',
    [
      [5, 4],
      [9, 5],
    ],
    [5],
  ],
])('the acts that are undone after %s', (_, undoings, undone) => {
  const found = undoings.map(([revision, target]) => ({ revision, target }))
  expect([...undoneBy(found)].toSorted()).toEqual(undone)
})
