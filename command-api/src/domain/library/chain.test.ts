import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { expect, test } from 'vitest'
import { about, at, collectionDeleted, edited, saved } from '../../test-support/library.ts'
import { actToUndo, type Later, linksGivenBack } from './chain.ts'

const archive = about('LinkArchived', 1)
const undone = (undone: string): LibraryEvent => ({
  type: 'ActUndone',
  data: {
    ...{ undone, links: [1], left: [], at },
    restored: { isArchived: [0] },
    before: { isArchived: [1] },
  },
})
const returned = (undone: string): LibraryEvent => ({
  type: 'CollectionRestored',
  data: {
    ...{ undone, collectionId: 1, name: 'Reading', description: null, color: '#3B82F6' },
    ...{ links: [1], left: [], at },
  },
})
/** Events after a command `first` on link 1. The commands are named by their place: '0', '1'. */
const after = (...events: LibraryEvent[]) =>
  linksGivenBack(
    { event: archive, commandId: 'first' },
    events.map((event, n): Later => ({ event, revision: 10 + n, commandId: String(n) })),
  )

test.each<[string, LibraryEvent[], [number, number][]]>([
  ['later acts that were all undone', [archive, undone('0')], [[1, 11]]],
  ['an act that is done again', [archive, undone('0'), undone('1')], []],
  ['an act that stands', [archive], []],
  [
    'an act that gave the link no other value',
    [edited([1], { isFavorite: true }, at, { isFavorite: [1] })],
    [[1, 10]],
  ],
  ['the undoing of the act itself', [undone('first')], []],
  ['acts that change no link', [saved(2), archive, undone('1')], [[1, 12]]],
  ['an act whose links are not known', [archive, undone('0'), edited([1], { tags: [] })], []],
  ['the deletion of its collection', [collectionDeleted(1, at, [1])], []],
  ['the return of its collection', [collectionDeleted(1, at, [1]), returned('0')], [[1, 11]]],
  ['the return of a collection that was deleted before', [returned('earlier')], [[1, 10]]],
  [
    'the return of its collection beneath another act',
    [collectionDeleted(1, at, [1]), archive, returned('0'), undone('1')],
    [[1, 13]],
  ],
])('after %s', (_what, events, links) => {
  expect([...after(...events)]).toEqual(links)
})

/** The act that goes where `first` is undone after these events. */
const goes = (...events: LibraryEvent[]) => {
  const later = events.map((event, n): Later => ({ event, revision: 10 + n, commandId: String(n) }))
  const { commandId, givenBack } = actToUndo({ event: archive, revision: 9, commandId: 'first' }, later)
  return [commandId, [...(givenBack ?? [])]]
}

test.each<[string, LibraryEvent[], [string, [number, number][]]]>([
  ['nothing', [], ['first', []]],
  ['its undoing', [undone('first')], ['first', []]],
  ['the undoing of its undoing', [undone('first'), undone('0')], ['1', []]],
  ['three undoings', [undone('first'), undone('0'), undone('1')], ['1', []]],
  ['four undoings', [undone('first'), undone('0'), undone('1'), undone('2')], ['3', []]],
  ['the undoing of another act', [undone('first'), archive, undone('1')], ['first', []]],
  [
    'later acts that were undone after it was done again',
    [undone('first'), undone('0'), archive, undone('2')],
    ['1', [[1, 13]]],
  ],
])('after %s, an act is undone as the last of its chain that did it', (_what, events, expected) => {
  expect(goes(...events)).toEqual(expected)
})
