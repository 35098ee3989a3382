import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { expect, test } from 'vitest'
import { evolve, LibraryModel } from './library-model.ts'

const at = '2026-11-22T10:00:00.000Z'
const tags = (...names: string[]) => ({
  names,
  lists: [names.map((_, n) => n)],
  links: [[0, 2]] as [[number, number]],
})

/** Two links with the tag `a`, after these events. */
const after = (...events: LibraryEvent[]) => {
  const model = new LibraryModel()
  for (const id of [1, 2]) model.save({ id, url: 'https://a.test/', title: 'A title', tags: ['a'] })
  for (const event of events) evolve(model, event)
  return [...model.links.values()]
}

test('acts on tags, an edit, and their undoing', () => {
  const retag = { from: ['a'], links: [[1, 2]] as [[number, number]], before: null, at }
  const renamed: LibraryEvent = { type: 'TagRenamed', data: { ...retag, to: 'b' } }
  expect(after(renamed)).toMatchObject([{ tags: ['b'] }, { tags: ['b'] }])
  const deleted: LibraryEvent = { type: 'TagDeleted', data: retag }
  expect(after(deleted)).toMatchObject([{ tags: [] }, { tags: [] }])
  const added: LibraryEvent = {
    type: 'LinksEdited',
    data: { links: [2], changes: { addTags: ['c'], isFavorite: true }, before: null, at },
  }
  expect(after(added)).toMatchObject([{ tags: ['a'] }, { tags: ['a', 'c'], isFavorite: true }])
  const texts = {
    url: 'https://b.test/',
    urlKey: 'b.test',
    title: 'Better',
    titleFrom: 'person',
    note: null,
  } as const
  const edited: LibraryEvent = {
    type: 'LinkEdited',
    data: { linkId: 1, changes: { title: 'Better' }, before: { ...texts, title: 'A title' }, at },
  }
  expect(after(edited)).toMatchObject([{ title: 'Better', tags: ['a'] }, { title: 'A title' }])

  const undone = (
    restored: Extract<LibraryEvent, { type: 'ActUndone' }>['data']['changes'][number]['restored'],
  ): LibraryEvent => ({
    type: 'ActUndone',
    data: { undone: 'act', changes: [{ links: [[1, 2]], restored, before: null }], left: [], at },
  })
  expect(
    after(renamed, added, undone({ tags: tags('x', 'y'), isFavorite: [1, 0], collectionId: [[7, 2]] })),
  ).toMatchObject([
    { tags: ['x', 'y'], isFavorite: true, collectionId: 7 },
    { tags: ['x', 'y'], isFavorite: false, collectionId: 7 },
  ])
})
