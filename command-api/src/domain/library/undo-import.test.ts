import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { describe, expect, it } from 'vitest'
import { foldAll } from '../../test-support/given.ts'
import {
  about,
  at,
  collected,
  collectionDeleted,
  collectionEdited,
  created,
  deleted,
  given,
  later,
  opened,
  ownerId,
  saved,
} from '../../test-support/library.ts'
import { library } from '../library.ts'
import { type ImportFacts, planUndoing, type UndoImport } from './undo-import.ts'

const importId = '01980000-0000-7000-8000-00000000000a'
const totals = { read: 3, imported: 3, duplicates: 0, skipped: 0, failed: 0 }
/** Only files of our own have descriptions. */
const made = { collectionId: 2, name: 'Travel', color: '#10B981', description: 'By train' }
const imported = (first: number, ids: readonly number[], collectionId: number | null): LibraryEvent => ({
  type: 'LinksImported',
  data: {
    ...{ importId, firstRow: first, lastRow: first + ids.length - 1 },
    links: ids.map((linkId, n) => ({
      ...{ row: first + n, linkId, url: `https://example.com/${linkId}`, urlKey: `example.com/${linkId}` },
      ...{ title: 'A title', titleFrom: 'person' as const, note: null, tags: [], savedAt: at, collectionId },
      ...{ isFavorite: false, isArchived: false },
    })),
    newCollections: collectionId === null ? [] : [made],
    ...{ duplicates: [], skipped: [], failed: [], shortened: [], at },
  },
})
const file = { uploadId: importId, sha256: 'ab', source: 'pocket', fileName: 'part.csv' } as const

/** Link 1 and collection 1 were there. The import brought links 2 to 4 and collection 2, which has links 3 and 4. */
const past: LibraryEvent[] = [
  ...[opened, created(1), saved(1)],
  {
    type: 'ImportRequested',
    data: { importId, ...file, requestedBy: ownerId, expectedRows: 3, proceedWithFree: false, at },
  },
  { type: 'ImportStarted', data: { importId, at } },
  imported(1, [2], null),
  imported(2, [3, 4], 2),
  { type: 'ImportCompleted', data: { importId, totals, at } },
]
const facts: ImportFacts = {
  isWhole: true,
  linkIds: [2, 3, 4],
  collections: [{ id: 2, name: 'Travel', color: '#10B981', description: 'By train' }],
  added: new Map(),
  notes: [{ id: 1, linkId: 3, isImported: true, isRevised: false }],
}
const undo = (known: Partial<ImportFacts> = {}, more: Partial<UndoImport> = {}): UndoImport => ({
  type: 'UndoImport',
  importId,
  includeTouched: false,
  chosen: { links: [], notes: [], collections: [] },
  known: { ...facts, ...known },
  now: later,
  ...more,
})
type Undone = Extract<LibraryEvent, { type: 'ImportUndone' }>['data']
const undone = (data: Partial<Undone> = {}): LibraryEvent => ({
  type: 'ImportUndone',
  data: {
    ...{ importId, links: [[2, 4]], collections: [2], noteCount: 1, revisedNotes: [] },
    left: { links: [], collections: [], notes: [] },
    at: later,
    ...data,
  },
})

describe('undoing an import', () => {
  it('removes its links, its notes, and the collections that it made', () => {
    given(...past)
      .when(undo())
      .then(undone())
    const state = foldAll(library, [...past, undone()])
    expect([...state.links.keys()]).toEqual([1])
    expect([...state.collections.keys()]).toEqual([1])
  })

  it('removes what an import brought that failed half way', () => {
    const failed: LibraryEvent = { type: 'ImportFailed', data: { importId, reason: 'gave-up', totals, at } }
    given(...past.slice(0, -1), failed)
      .when(undo())
      .then(undone())
  })

  it('leaves a link that a later act changed, and the collection that it is in', () => {
    given(...past, about('LinkFavorited', 3))
      .when(undo())
      .then(undone({ links: [2, 4], collections: [], left: { links: [3], collections: [2], notes: [] } }))
  })

  it('leaves a link that a person wrote a note on, but no note of the import that nobody changed', () => {
    const own = { id: 7, linkId: 3, isImported: false, isRevised: false }
    given(...past)
      .when(undo({ notes: [...facts.notes, own] }))
      .then(undone({ links: [2, 4], collections: [], left: { links: [3], collections: [2], notes: [] } }))
  })

  it('leaves a note of the import that a person changed, with its link', () => {
    const revised = { id: 1, linkId: 3, isImported: true, isRevised: true }
    given(...past)
      .when(undo({ notes: [revised] }))
      .then(
        undone({
          ...{ links: [2, 4], collections: [], noteCount: 0 },
          left: { links: [3], collections: [2], notes: [1] },
        }),
      )
  })

  it('leaves a collection that was edited, or that has other links', () => {
    const left = { links: [], collections: [2], notes: [] }
    given(...past, collectionEdited(2, { name: 'Journeys' }))
      .when(undo())
      .then(undone({ collections: [], left }))
    given(...past, collectionEdited(2, { description: null }))
      .when(undo())
      .then(undone({ collections: [], left }))
    given(...past, collected(1, 2))
      .when(undo())
      .then(undone({ collections: [], left }))
  })

  it('removes what was changed, too, where all of it is wanted', () => {
    const notes = [
      { id: 1, linkId: 3, isImported: true, isRevised: true },
      { id: 7, linkId: 3, isImported: false, isRevised: false },
    ]
    given(...past, about('LinkFavorited', 2), collectionEdited(2, { name: 'Journeys' }))
      .when(undo({ notes }, { includeTouched: true }))
      .then(undone({ noteCount: 2 }))
  })

  it('removes of that what is chosen', () => {
    const edits = [about('LinkFavorited', 2), about('LinkFavorited', 3), collectionEdited(2, { name: 'J' })]
    given(...past, ...edits)
      .when(undo({}, { chosen: { links: [2, 999], notes: [], collections: [2] } }))
      .then(undone({ links: [2, 4], collections: [], left: { links: [3], collections: [2], notes: [] } }))
    const revised = { id: 1, linkId: 3, isImported: true, isRevised: true }
    given(...past, about('LinkFavorited', 3))
      .when(undo({ notes: [revised] }, { chosen: { links: [], notes: [1], collections: [] } }))
      .then(
        undone({
          ...{ links: [2, 4], collections: [], revisedNotes: [1] },
          left: { links: [3], collections: [2], notes: [] },
        }),
      )
  })

  it('never deletes a collection with links of others', () => {
    given(...past, collected(1, 2))
      .when(undo({}, { includeTouched: true }))
      .then(undone({ collections: [], left: { links: [], collections: [2], notes: [] } }))
  })

  it('is nothing where later acts changed everything, and says what is left', () => {
    const stars = [2, 3, 4].map(linkId => about('LinkFavorited', linkId))
    const command = undo({ notes: [] })
    given(...past, ...stars)
      .when(command)
      .thenNothing()
    const state = foldAll(library, [...past, ...stars])
    expect(planUndoing(command, state).left).toEqual({ links: [2, 3, 4], notes: [], collections: [2] })
  })

  it('is refused where nothing of it is there any more', () => {
    given(...past, deleted([[2, 4]]), collectionDeleted(2))
      .when(undo({ notes: [] }))
      .thenRefused('import-empty')
  })

  it('is refused before it has ended, and once it was undone', () => {
    given(...past.slice(0, -1))
      .when(undo({ isWhole: false }))
      .thenRefused('import-running')
    given(...past, undone())
      .when(undo())
      .thenRefused('undone-already')
  })

  it('is refused where its events are too many to read', () => {
    given(...past)
      .when(undo({ isWhole: false }))
      .thenRefused('too-large-to-undo')
  })

  it('cannot be undone itself', () => {
    const event = undone()
    given(...past, event)
      .when({
        type: 'UndoAct',
        undone: 'act',
        known: { event, commandId: 'act' },
        now: later,
      })
      .thenRefused('not-undoable')
  })

  describe('what duplicates added', () => {
    const places = (tags: string[], collectionId: number | null) => ({
      tags: { names: tags, lists: [tags.map((_, n) => n)], links: [0] },
      collectionId: [collectionId],
    })
    /** Link 1 got a tag, and the collection that the import made; link 2, which the import brought, a tag. */
    const added = (linkId: number, after: ReturnType<typeof places>): LibraryEvent => ({
      type: 'ImportAdded',
      data: { importId, links: [linkId], after, before: places([], null), at },
    })
    const had = [
      ...past.slice(0, -1),
      added(1, places(['new'], 2)),
      added(2, places(['new'], null)),
      past.at(-1),
    ]
    const events = had as LibraryEvent[]
    const known = {
      added: new Map([
        [1, { tags: ['new'], collectionId: 2 }],
        [2, { tags: ['new'], collectionId: null }],
      ]),
    }
    const whole = undone({ links: [[2, 4]], takenBack: { links: [1], after: places([], null) } } as never)

    it('is taken back with the import, and a link of the import goes with it', () => {
      given(...events)
        .when(undo(known))
        .then(whole)
    })

    it('is taken back alone where the import brought no link', () => {
      const only = [...past.slice(0, 5), added(1, places(['new'], null)), past.at(-1)] as LibraryEvent[]
      given(...only)
        .when(undo({ ...known, linkIds: [], collections: [], notes: [] }))
        .then(
          undone({
            ...{ links: [], collections: [], noteCount: 0 },
            takenBack: { links: [1], after: places([], null) },
          } as never),
        )
    })

    it('goes from among the tags that a person gave since, and leaves the collection that the link is in now', () => {
      const edit: LibraryEvent = {
        type: 'LinksEdited',
        data: { links: [1], changes: { addTags: ['mine'], collectionId: 1 }, before: null, at },
      }
      given(...events, edit)
        .when(undo(known))
        .then(undone({ links: [[2, 4]], takenBack: { links: [1], after: places(['mine'], 1) } } as never))
    })

    it('stays gone where a person took it away', () => {
      const edit: LibraryEvent = {
        type: 'LinksEdited',
        data: { links: [1], changes: { removeTags: ['new'], collectionId: null }, before: null, at },
      }
      given(...events, edit)
        .when(undo(known))
        .then(undone({ links: [[2, 4]] } as never))
    })
  })
})
