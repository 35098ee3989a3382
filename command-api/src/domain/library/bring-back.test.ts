import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { describe, expect, it, test } from 'vitest'
import { foldAll } from '../../test-support/given.ts'
import {
  about,
  allowed,
  at,
  collectionDeleted,
  created,
  deleted,
  given,
  later,
  opened,
  saved,
} from '../../test-support/library.ts'
import { library } from '../library.ts'
import type { DeletedLink } from './bring-back.ts'
import { KEPT } from './state.ts'
import type { UndoAct } from './undo.ts'

const was = (from: number, fields: Partial<DeletedLink> = {}): DeletedLink => ({
  ...{ from, url: `https://example.com/${from}`, urlKey: urlKey(`https://example.com/${from}`) },
  ...{ title: 'A title', titleFrom: 'person', note: 'Why', tags: ['ONE', 'two'], savedAt: at },
  ...{ isFavorite: true, isArchived: false, collectionId: null, ...fields },
})
const bring = (...known: DeletedLink[]) => ({
  ...{ type: 'BringLinksBack' as const, linkIds: known.map(({ from }) => from), known, now: later },
})
const forGood = (...known: number[]) => ({
  ...{ type: 'DeleteForGood' as const, linkIds: known, known, now: later },
})
const brought = (
  ...links: [from: number, linkId: number, fields?: Partial<DeletedLink>][]
): LibraryEvent => ({
  type: 'LinksBroughtBack',
  data: { links: links.map(([from, linkId, fields]) => ({ ...was(from, fields), linkId })), at: later },
})
const gone: LibraryEvent = { type: 'LinksDeletedForGood', data: { links: [2], at: later } }

const past = [opened, allowed(3), created(1), saved(1), saved(2), about('LinkDeleted', 2)]

describe('bringing deleted links back', () => {
  it('saves them as they were, with new ids and the spelling that tags have now', () => {
    const known = was(2, { collectionId: 1, ownArticle: 'a'.repeat(64) })
    given(...past)
      .when(bring(known))
      .then(brought([2, 3, { ...known, tags: ['one', 'two'] }]))
  })

  it('puts a link whose collection is gone into none', () => {
    const tags = ['one', 'two']
    given(...past, collectionDeleted(1))
      .when(bring(was(2, { collectionId: 1 })))
      .then(brought([2, 3, { tags }]))
  })

  it('brings back a link whose address was saved again', () => {
    given(...past, saved(3, 'https://example.com/2'))
      .when(bring(was(2)))
      .then(brought([2, 4, { tags: ['one', 'two'] }]))
  })

  it('does nothing for links that are back, gone for good, there, or never were', () => {
    given(...past, brought([2, 3]))
      .when(bring(was(2)))
      .thenNothing()
    given(...past, gone)
      .when(bring(was(2)))
      .thenNothing()
    given(...past)
      .when(bring(was(1), was(9)))
      .thenNothing()
  })

  it('brings none back where not all have room', () => {
    const full = [opened, allowed(2), saved(1), saved(2), saved(3), deleted([2, 3]), saved(4)]
    const details = { currentCount: 2, limit: 2, upgradeRequired: true }
    given(...full)
      .when(bring(was(2)))
      .thenRefused('limit-reached', details)
    given(...full, about('LinkDeleted', 4))
      .when(bring(was(2), was(3)))
      .thenRefused('limit-reached')
  })

  it('is refused once the account is deleted', () => {
    const closed: LibraryEvent = { type: 'LibraryClosed', data: { libraryId: 'a', ownerId: 'b', at } }
    given(...past, closed)
      .when(bring(was(2)))
      .thenRefused('account-closed')
  })
})

describe('deleting for good', () => {
  it('ends that deleted links can be brought back', () => {
    given(...past)
      .when(forGood(2))
      .then(gone)
  })

  it('does nothing for links that are there, back, or gone for good', () => {
    given(...past)
      .when(forGood(1, 9))
      .thenNothing()
    given(...past, brought([2, 3]))
      .when(forGood(2))
      .thenNothing()
    given(...past, gone)
      .when(forGood(2))
      .thenNothing()
  })
})

describe('undoing the return of links', () => {
  const act = brought([2, 3], [7, 4])
  const undo: UndoAct = {
    ...{ type: 'UndoAct', undone: 'act', known: { event: act, commandId: 'act' }, now: later },
  }
  const removed = (links: number[], left: number[] = []): LibraryEvent => ({
    type: 'LinksDeleted',
    data: { links: links.length === 2 ? [[3, 4]] : links, undone: 'act', left, at: later },
  })

  it('deletes them again', () => {
    given(...past, act)
      .when(undo)
      .then(removed([3, 4]))
  })

  it('leaves a link that was changed since', () => {
    given(...past, act, about('LinkArchived', 4))
      .when(undo)
      .then(removed([3], [4]))
    const unfavorited = [about('LinkUnfavorited', 3), about('LinkArchived', 4)]
    given(...past, act, ...unfavorited)
      .when(undo)
      .thenNothing()
  })

  it('is refused once they are gone, and they can be brought back again', () => {
    given(...past, act, deleted([[3, 4]]))
      .when(undo)
      .thenRefused('undone-already')
    const tags = ['one', 'two']
    given(...past, act, removed([3, 4]))
      .when(bring(was(3)))
      .then(brought([3, 5, { tags }]))
  })
})

test('the library remembers a bounded number of links that were settled', () => {
  const many: LibraryEvent = { type: 'LinksDeletedForGood', data: { links: [[1, 50_000]], at } }
  expect(foldAll(library, [opened, many]).settledRemovals.size).toBe(KEPT.settledRemovals)
})
