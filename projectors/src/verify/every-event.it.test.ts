import { randomUUID } from 'node:crypto'
import { ArticleEvent } from '@lectern/contracts/events/article.ts'
import { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { AT, aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startProjections } from '../test-support/projections.ts'
import { verify } from './verify.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

const library = aLibrary()
const importId = library.id
const totals = { read: 2, imported: 2, duplicates: 0, skipped: 0, failed: 0 }
const requested = (id: string): LibraryEvent => ({
  type: 'ImportRequested',
  data: {
    ...{
      importId: id,
      uploadId: randomUUID(),
      sha256: 'a'.repeat(64),
      source: 'lectern',
      fileName: 'a.json',
    },
    ...{ requestedBy: randomUUID(), expectedRows: 2, proceedWithFree: false, at: AT },
  },
})
const started = (id: string): LibraryEvent => ({ type: 'ImportStarted', data: { importId: id, at: AT } })
const retagging = { from: ['t'], links: [[1, 8]] satisfies [[number, number]], before: null, at: AT }
const texts = {
  ...{ url: 'https://example.com/once', urlKey: 'example.com/once', title: 'Once' },
  ...{ titleFrom: 'page' as const, note: 'Back' },
}
const broken = randomUUID()
const places = (tags: string[], collectionId: number | null) => ({
  tags: { names: tags, lists: [tags.map((_, n) => n)], links: [0] },
  collectionId: [collectionId],
})

const BY_MEMBER = { metadata: { actorId: randomUUID(), isMember: true } }

const ofLibrary: LibraryEvent[] = [
  ...[library.opened(), library.granted('pro')],
  ...[1, 2, 3, 4, 5, 6, 7].map(n => library.saved(n, { tags: ['t', `t${n}`] })),
  ...[library.favorited(1), library.favorited(2), library.unfavorited(2)],
  ...[library.archived(2), library.archived(3), library.unarchived(3), library.deleted(4)],
  ...[library.collectionCreated(1), library.collectionCreated(2), library.collected(1, 1)],
  ...[library.linkEdited(2, { title: 'Another', tags: ['x'], collectionId: 1 })],
  ...[library.pageProvided(3), library.pageProvided(5), library.pageRemoved(5)],
  ...[library.edited([1, [5, 7]], { collectionId: 2, addTags: ['y'] }), library.bulkDeleted([6])],
  { type: 'TagRenamed', data: { ...retagging, to: 'renamed' } },
  { type: 'TagsMerged', data: { ...retagging, from: ['renamed', 't1'], to: 'merged' } },
  { type: 'TagDeleted', data: { ...retagging, from: ['y'] } },
  {
    type: 'ActUndone',
    data: {
      ...{ undone: 'act', left: [1], at: AT },
      changes: [
        {
          links: [7],
          restored: {
            ...{ collectionId: [1], isFavorite: [1], isArchived: [0], texts },
            tags: { names: ['a', 'b'], lists: [[1, 0]], links: [0] },
          },
          before: null,
        },
      ],
    },
  },
  {
    type: 'ActUndone',
    data: {
      ...{ undone: 'act', left: [], at: AT },
      changes: [
        { links: [2], restored: { isFavorite: [1], collectionId: [null] }, before: null },
        {
          links: [[3, 5]],
          restored: { tags: { names: ['a', 'b'], lists: [[1, 0]], links: [[0, 2]] } },
          before: null,
        },
      ],
    },
  },
  ...[library.collectionEdited(1, { name: 'Else', description: null }), library.collectionDeleted(1)],
  ...[library.collectionRestored(1, [2]), library.shareMade(1), library.shareWithdrawn(1)],
  ...[requested(importId), started(importId), library.imported([8, 9])],
  {
    type: 'ImportAdded',
    data: { importId, links: [3], after: places(['t', 'more'], 2), before: places(['t'], null), at: AT },
  },
  { type: 'ImportCompleted', data: { importId, totals, at: AT } },
  ...[requested(broken), started(broken)],
  { type: 'ImportFailed', data: { importId: broken, reason: 'unreadable', totals, at: AT } },
  library.importUndone([8], [2], { links: [3], after: places(['t'], null) }),
  ...[...library.shared(2), ...library.shared(2).slice(0, -1), library.granted('free')],
  ...[library.sharedFlagged([[1, 3]]), library.granted('ultra')],
  // By a member.
  { ...library.saved(13), ...BY_MEMBER },
  ...[library.broughtBack([[8, 10]]), library.deletedForGood([4]), library.deleted(10)],
  { type: 'HandoverOffered', data: { collectionId: 2, memberId: randomUUID(), at: AT } },
  ...[library.collectionCreated(3), library.received(3, [])],
  library.received(3, [
    [1, 11],
    [3, 12],
  ]),
]

const notebook = aNotebook(library.id)
const of = { memberId: randomUUID(), revision: 4 }
const ofNotebook: NotebookEvent[] = [
  ...[1, 2, 3, 4, 5].map(n => notebook.taken(n, n, { noteType: n === 3 ? 'highlight' : 'note' })),
  ...[notebook.revised(1, { content: 'Else', isPrivate: true }), notebook.deleted(2)],
  ...[notebook.highlightsCleared(3, [3]), notebook.ofLinksDeleted([4], [4])],
  notebook.imported(
    importId,
    [
      [6, 8],
      [7, 9, { noteType: 'note', isPrivate: true, updatedAt: AT }],
    ],
    [{ row: 2, linkId: 9, reason: 'too-many-notes' }],
  ),
  { type: 'ImportedNotesDeleted', data: { importId, notes: [6], at: AT } },
  notebook.returned(randomUUID(), [[8, 7]]),
  // Those on links of another library.
  ...[notebook.taken(9, 1, { of, isShared: true }), notebook.revised(9, { isShared: false })],
  { type: 'NotesMoved', data: { notes: [[9, 2]], of, at: AT } },
  { type: 'HighlightsCleared', data: { linkId: 2, notes: [9], of, at: AT } },
]

const [article, forgotten] = [anArticle('https://example.com/a'), anArticle('https://example.com/b')]
const ofArticle: ArticleEvent[] = [
  ...[article.failed(), article.retried(library.id), article.extracted()],
  ...[article.rereadRequested(), article.rereadEnded('not-found')],
  ...[article.extracted('d'.repeat(64)), article.versionsDropped(['c'.repeat(64)])],
]
const ofForgotten: ArticleEvent[] = [
  forgotten.extracted(),
  { type: 'ArticleForgotten', data: { articleId: forgotten.id, at: AT } },
]

const closed = aLibrary()
const ofClosed: LibraryEvent[] = [
  ...[closed.opened(), closed.saved(1), closed.collectionCreated(1), requested(closed.id)],
  { type: 'LibraryClosed', data: { libraryId: closed.id, ownerId: closed.id, at: AT } },
]

const typesOf = (options: readonly { shape: { type: { value: string } } }[]) =>
  options.map(({ shape }) => shape.type.value)

it('rows are compared for every event that there is', async () => {
  for (const { stream, events } of [
    { stream: library.stream, events: ofLibrary },
    { stream: notebook.stream, events: ofNotebook },
    { stream: article.stream, events: ofArticle },
    { stream: forgotten.stream, events: ofForgotten },
    { stream: closed.stream, events: ofClosed },
  ])
    for (const event of events) {
      await projections.record(stream, [event])
      await projections.project()
      expect([event.type, (await verify(projections)).difference]).toEqual([event.type, undefined])
    }

  const recorded = [ofLibrary, ofNotebook, ofArticle, ofForgotten, ofClosed].flat().map(({ type }) => type)
  const all = [LibraryEvent, NotebookEvent, ArticleEvent].flatMap(({ options }) => typesOf(options))
  expect([...new Set<string>(recorded)].toSorted()).toEqual(all.toSorted())
})
