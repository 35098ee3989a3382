import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { AT, aLibrary, aNotebook } from '@lectern/stack/test-support/events.ts'
import { expect, it, test } from 'vitest'
import { type ActPart, actOf } from './act-of.ts'

const library = aLibrary()
const notebook = aNotebook(library.id)
const IMPORT = '01980000-0000-7000-8000-00000000000a'
const texts = { url: 'https://a', urlKey: 'a', title: 'A road', titleFrom: 'person' as const, note: null }
const tagsBefore = { names: ['a', 'B'], lists: [[0, 1]], links: [[0, 2] as [number, number]] }

const edited = (
  changes: Extract<LibraryEvent, { type: 'LinkEdited' }>['data']['changes'],
  before: object = {},
): LibraryEvent => ({
  type: 'LinkEdited',
  data: { linkId: 7, changes, before: { ...texts, ...before }, at: AT },
})
const linksEdited = (
  changes: Extract<LibraryEvent, { type: 'LinksEdited' }>['data']['changes'],
  before: Extract<LibraryEvent, { type: 'LinksEdited' }>['data']['before'],
): LibraryEvent => ({ type: 'LinksEdited', data: { links: [[1, 2]], changes, before, at: AT } })

const of = (kind: ActPart['kind'], part: Partial<ActPart> = {}): ActPart => ({
  ...{ kind, links: [], topics: [], facts: {}, undo: 'final' },
  ...part,
})
const on7 = (kind: ActPart['kind'], part: Partial<ActPart> = {}) => of(kind, { links: [7], ...part })

const CASES: [string, LibraryEvent | NotebookEvent, ActPart | undefined][] = [
  ['a new library', library.opened(), of('library-opened')],
  ['a plan', library.granted('pro'), of('plan-changed', { facts: { plan: { plan: 'pro', limit: 10_000 } } })],
  ['a save', library.saved(7, { tags: ['Ünï', 'B'] }), on7('saved', { topics: ['tuni', 'tb'] })],
  ['a favorite', library.favorited(7), on7('favorited', { undo: 'possible' })],
  ['no favorite', library.unfavorited(7), on7('unfavorited', { undo: 'possible' })],
  ['an archiving', library.archived(7), on7('archived', { undo: 'possible' })],
  ['no archiving', library.unarchived(7), on7('unarchived', { undo: 'possible' })],
  [
    'a public link',
    library.shareMade(7),
    on7('changed', { facts: { share: { what: 'made', kind: 'article' } } }),
  ],
  [
    'a public link of a collection that is withdrawn',
    library.shareWithdrawn(3),
    of('collection-edited', {
      facts: { collectionId: 3, share: { what: 'withdrawn', kind: 'collection' } },
      topics: ['c3'],
    }),
  ],
  ['a deletion', library.deleted(7), on7('deleted')],
  ['links that were handed over', library.received(3, [[1, 7]]), on7('saved', { topics: ['tt', 'c3'] })],
  ['a collection whose links follow', library.received(3, []), undefined],
  [
    'an offer',
    { type: 'HandoverOffered', data: { collectionId: 3, memberId: IMPORT, at: AT } },
    of('collection-edited', { facts: { collectionId: 3, sharing: { what: 'offered' } }, topics: ['c3'] }),
  ],
  ['a deletion of many', library.bulkDeleted([[1, 9]]), of('deleted', { links: [[1, 9]] })],
  [
    'a move of an earlier version',
    library.collected(7, 3),
    on7('moved', { facts: { collectionId: 3 }, topics: ['c3'], undo: 'forgotten' }),
  ],
  [
    'a move',
    {
      type: 'LinkCollected',
      data: { linkId: 7, collectionId: null, before: { collectionId: 3 }, at: AT },
    },
    on7('moved', { facts: { collectionId: null, collectionBefore: 3 }, topics: ['c3'], undo: 'possible' }),
  ],
  [
    'a new title',
    edited({ title: 'B' }),
    on7('edited', { facts: { changes: { title: { before: 'A road', after: 'B' } } }, undo: 'possible' }),
  ],
  [
    'a title in place of that of the page',
    edited({ title: 'B', titleFrom: 'person' }, { title: 'A Address', titleFrom: 'page' }),
    on7('edited', { facts: { changes: { title: { before: null, after: 'B' } } }, undo: 'possible' }),
  ],
  [
    'the title of the page again',
    edited({ titleFrom: 'page' }),
    on7('edited', { facts: { changes: { title: { before: 'A road', after: null } } }, undo: 'possible' }),
  ],
  [
    'another address and note',
    edited({ url: 'https://b', urlKey: 'b', note: 'Why' }),
    on7('edited', {
      facts: {
        changes: {
          url: { before: 'https://a', after: 'https://b' },
          note: { before: null, after: 'Why' },
        },
      },
      undo: 'possible',
    }),
  ],
  [
    'an edit that moves',
    edited({ collectionId: 3 }, { collectionId: 2 }),
    on7('moved', {
      facts: { collectionId: 3, collectionBefore: 2 },
      topics: ['c3', 'c2'],
      undo: 'possible',
    }),
  ],
  [
    'an edit of tags',
    edited({ tags: ['a', 'c'] }, { tags: ['a', 'b'] }),
    on7('tagged', { facts: { addTags: ['c'], removeTags: ['b'] }, topics: ['tc', 'tb'], undo: 'possible' }),
  ],
  [
    'an edit of the order of tags',
    edited({ tags: ['b', 'a'] }, { tags: ['a', 'b'] }),
    on7('tagged', { facts: { tags: ['b', 'a'] }, topics: ['tb', 'ta'], undo: 'possible' }),
  ],
  [
    'an edit of tags that are not remembered',
    edited({ tags: ['a'] }, { tags: null }),
    on7('tagged', { facts: { tags: ['a'] }, topics: ['ta'], undo: 'forgotten' }),
  ],
  [
    'an edit of all',
    edited({ title: 'B', tags: ['a'], collectionId: null }, { tags: [], collectionId: 2 }),
    on7('edited', {
      facts: {
        changes: { title: { before: 'A road', after: 'B' } },
        ...{ addTags: ['a'], collectionId: null, collectionBefore: 2 },
      },
      ...{ topics: ['ta', 'c2'], undo: 'possible' },
    }),
  ],
  [
    'a move of many',
    linksEdited({ collectionId: 3 }, { collectionId: [null, 2] }),
    of('moved', { links: [[1, 2]], facts: { collectionId: 3 }, topics: ['c3', 'c2'], undo: 'possible' }),
  ],
  [
    'a move of many out of one collection',
    linksEdited({ collectionId: null }, { collectionId: [[2, 2]] }),
    of('moved', {
      links: [[1, 2]],
      ...{ facts: { collectionId: null, collectionBefore: 2 }, topics: ['c2'], undo: 'possible' },
    }),
  ],
  [
    'favorites of many',
    linksEdited({ isFavorite: false }, { isFavorite: [[1, 2]] }),
    of('unfavorited', { links: [[1, 2]], facts: { isFavorite: false }, undo: 'possible' }),
  ],
  [
    'an archiving of many that is not remembered',
    linksEdited({ isArchived: true }, null),
    of('archived', { links: [[1, 2]], facts: { isArchived: true }, undo: 'forgotten' }),
  ],
  [
    'added tags of many',
    linksEdited({ addTags: ['c'] }, { tags: tagsBefore }),
    of('tagged', { links: [[1, 2]], facts: { addTags: ['c'] }, topics: ['tc'], undo: 'possible' }),
  ],
  [
    'tags of many replaced',
    linksEdited({ tags: ['c'] }, { tags: tagsBefore }),
    of('tagged', { links: [[1, 2]], facts: { tags: ['c'] }, topics: ['tc', 'ta', 'tb'], undo: 'possible' }),
  ],
  [
    'several fields of many',
    linksEdited({ isFavorite: true, isArchived: true }, { isFavorite: [0, 1], isArchived: [[0, 2]] }),
    of('changed', { links: [[1, 2]], facts: { isFavorite: true, isArchived: true }, undo: 'possible' }),
  ],
  ['a page', library.pageProvided(7), on7('page-provided')],
  ['no page', library.pageRemoved(7), on7('page-removed')],
  [
    'a renamed tag',
    { type: 'TagRenamed', data: { from: ['a'], to: 'c', links: [7], before: tagsBefore, at: AT } },
    on7('tag-renamed', {
      facts: { removeTags: ['a'], tagTo: 'c' },
      ...{ topics: ['ta', 'tc'], undo: 'possible' },
    }),
  ],
  [
    'merged tags',
    { type: 'TagsMerged', data: { from: ['a', 'b'], to: 'c', links: [7], before: null, at: AT } },
    on7('tags-merged', {
      facts: { removeTags: ['a', 'b'], tagTo: 'c' },
      ...{ topics: ['ta', 'tb', 'tc'], undo: 'forgotten' },
    }),
  ],
  [
    'a deleted tag',
    { type: 'TagDeleted', data: { from: ['a'], links: [7], before: tagsBefore, at: AT } },
    on7('tag-deleted', { facts: { removeTags: ['a'] }, topics: ['ta'], undo: 'possible' }),
  ],
  [
    'a new collection',
    library.collectionCreated(3),
    of('collection-created', { facts: { collectionId: 3 }, topics: ['c3'] }),
  ],
  [
    'an edited collection',
    {
      type: 'CollectionEdited',
      data: { collectionId: 3, changes: { name: 'B' }, before: { name: 'A' }, at: AT },
    },
    of('collection-edited', {
      facts: { collectionId: 3, changes: { name: { before: 'A', after: 'B' } } },
      ...{ topics: ['c3'], undo: 'possible' },
    }),
  ],
  [
    'a collection edited by an earlier version',
    library.collectionEdited(3, { description: null }),
    of('collection-edited', {
      facts: { collectionId: 3, changes: { description: { before: null, after: null } } },
      ...{ topics: ['c3'], undo: 'forgotten' },
    }),
  ],
  [
    'a deleted collection',
    {
      type: 'CollectionDeleted',
      data: {
        ...{ collectionId: 3, at: AT },
        before: { name: 'A', description: null, color: '#3B82F6', links: [[4, 6]] },
      },
    },
    of('collection-deleted', {
      links: [[4, 6]],
      facts: { collectionId: 3 },
      ...{ topics: ['c3'], undo: 'possible' },
    }),
  ],
  [
    'an undoing',
    {
      type: 'ActUndone',
      data: {
        ...{ undone: 'key', left: [[8, 9]], at: AT },
        changes: [{ links: [7], restored: { collectionId: [2] }, before: { collectionId: [3] } }],
      },
    },
    on7('undone', {
      facts: { leftCount: 2 },
      ...{ topics: ['c2', 'c3'], undo: 'possible', undoes: 'key' },
    }),
  ],
  [
    'the undoing of an edit of a collection',
    {
      type: 'CollectionEdited',
      data: { collectionId: 3, undone: 'key', changes: { name: 'A' }, before: { name: 'B' }, at: AT },
    },
    of('undone', {
      facts: { collectionId: 3, changes: { name: { before: 'B', after: 'A' } } },
      ...{ topics: ['c3'], undo: 'possible', undoes: 'key' },
    }),
  ],
  [
    'the undoing of a deletion of a collection',
    {
      type: 'CollectionRestored',
      data: {
        ...{ undone: 'key', collectionId: 3, name: 'A', description: null, color: '#3B82F6' },
        ...{ links: [[4, 6]], left: [7], at: AT },
      },
    },
    of('undone', {
      links: [[4, 6]],
      facts: { collectionId: 3, leftCount: 1 },
      ...{ topics: ['c3'], undo: 'possible', undoes: 'key' },
    }),
  ],
  [
    'the undoing of an import',
    {
      type: 'ImportUndone',
      data: {
        ...{ importId: IMPORT, links: [[4, 6]], collections: [3], noteCount: 2, revisedNotes: [] },
        ...{ left: { links: [7, 8], collections: [], notes: [] }, at: AT },
      },
    },
    of('import-undone', {
      links: [[4, 6]],
      facts: { noteCount: 2, collectionCount: 1, leftCount: 2 },
      ...{ topics: ['c3'], importId: IMPORT, undoes: IMPORT },
    }),
  ],
  [
    'the notes of an import that was undone',
    { type: 'ImportedNotesDeleted', data: { importId: IMPORT, notes: [1], at: AT } },
    undefined,
  ],
  ['links of an import', library.imported([1, 2]), undefined],
  [
    'a note',
    notebook.taken(5, 7, { content: 'x'.repeat(400) }),
    on7('note-taken', { facts: { noteId: 5, text: 'x'.repeat(300) }, noteId: 5 }),
  ],
  [
    'a revised note',
    notebook.revised(5, { content: 'Why' }),
    of('note-revised', { facts: { noteId: 5, text: 'Why' }, noteId: 5 }),
  ],
  [
    'another color of a note',
    notebook.revised(5, { color: '#10B981' }),
    of('note-revised', { facts: { noteId: 5 }, noteId: 5 }),
  ],
  ['no note', notebook.deleted(5), of('note-deleted', { facts: { noteId: 5 }, noteId: 5 })],
  [
    'no highlights',
    notebook.highlightsCleared(7, [1, [3, 4]]),
    on7('highlights-cleared', { facts: { noteCount: 3 } }),
  ],
  ['the notes of deleted links', notebook.ofLinksDeleted([7], [1]), undefined],
  ['notes of an import', notebook.imported(IMPORT, [[1, 7]]), undefined],
]

test.each(CASES)('%s', (_, event, act) => {
  expect(actOf(event)).toEqual(act)
})

it('finds an act by a bounded number of tags', () => {
  const names = Array.from({ length: 5_000 }, (_, n) => `tag ${n}`)
  const before = { tags: { names, lists: names.map((_, n) => [n]), links: names.map((_, n) => n) } }
  expect(actOf(linksEdited({ tags: [] }, before))?.topics).toHaveLength(1_000)
})
