import { expect, test } from 'vitest'
import { redosIn, standingAs, undoneBy } from './undone.ts'

/** [act, the act that it undid] */
type Undoings = [number, number][]

/** Acts that were undone; acts with the one that did them again; undoings that did an act again. */
test.each<[string, Undoings, number[], [number, number][], number[]]>([
  ['nothing', [], [], [], []],
  ['an act', [[2, 1]], [1], [], []],
  [
    'an act that was done again',
    [
      [2, 1],
      [3, 2],
    ],
    [2],
    [[1, 3]],
    [3],
  ],
  [
    'an act that was undone, done again and undone',
    [
      [2, 1],
      [3, 2],
      [4, 3],
    ],
    [1, 3],
    [[2, 4]],
    [3],
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
    [
      [1, 5],
      [3, 5],
    ],
    [3, 5],
  ],
  [
    'an act that was undone once more after it was done again',
    [
      [2, 1],
      [3, 2],
      [4, 1],
    ],
    [1, 2],
    [[1, 3]],
    [3],
  ],
  [
    'an act that two undid, of which one was undone',
    [
      [2, 1],
      [3, 1],
      [4, 2],
    ],
    [1, 2],
    [[1, 4]],
    [4],
  ],
  [
    'undoings of acts that were not looked at',
    [
      [5, 4],
      [9, 5],
    ],
    [5],
    [[4, 9]],
    [9],
  ],
])('%s', (_, undoings, undone, standing, redos) => {
  const found = undoings.map(([revision, target]) => ({ revision, target }))
  expect([...undoneBy(found)].sort()).toEqual(undone)
  expect([...standingAs(found, undoneBy(found))].sort()).toEqual(standing)
  expect([...redosIn(found)].sort()).toEqual(redos)
})
