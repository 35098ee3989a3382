import { expect, test } from 'vitest'
import { undoneBy } from './undone.ts'

/** [act, the act that it undid] */
test.each<[string, [number, number][], number[]]>([
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
])('%s', (_, undoings, undone) => {
  const found = undoneBy(undoings.map(([revision, target]) => ({ revision, target })))
  expect([...found].sort()).toEqual(undone)
})
