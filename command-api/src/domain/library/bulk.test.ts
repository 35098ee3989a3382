import type { LinkChanges, LinksBefore } from '@lectern/contracts/events/library.ts'
import { describe, it, test } from 'vitest'
import {
  about,
  allowed,
  collected,
  collectionDeleted,
  created,
  deleted,
  edited,
  given,
  later,
  opened,
  saved,
} from '../../test-support/library.ts'

const manyTags = Array.from({ length: 50 }, (_, n) => `a tag with some length ${n}`)

describe('EditLinks', () => {
  const edit = (linkIds: number[], changes: LinkChanges) =>
    ({ type: 'EditLinks', linkIds, changes, now: later }) as const
  const three = [opened, saved(1), saved(2), saved(3)]

  const tagged = { names: ['one'], lists: [[0]], links: [[0, 2] as [number, number]] }
  test.each<[LinkChanges, LinksBefore]>([
    [{ isFavorite: true }, { isFavorite: [[0, 2]] }],
    [{ isArchived: true }, { isArchived: [[0, 2]] }],
    [{ tags: [] }, { tags: tagged }],
    [{ tags: ['one', 'two'] }, { tags: tagged }],
    [{ collectionId: 1 }, { collectionId: [[null, 2]] }],
    [
      { collectionId: 1, isFavorite: false, isArchived: true, tags: ['one'] },
      { collectionId: [[null, 2]], isFavorite: [[0, 2]], isArchived: [[0, 2]], tags: tagged },
    ],
  ])('produces one event with the chosen changes %j and what they replaced', (changes, before) => {
    given(...three, created(1))
      .when(edit([1, 3], changes))
      .then(edited([1, 3], changes, later, before))
  })
  it('records what each link had, in ascending order of ids', () => {
    const isOther = { isFavorite: true, isArchived: true, collectionId: 1, tags: ['two', 'one'] }
    const changes = { isFavorite: true, isArchived: false, collectionId: null, tags: ['three'] }
    given(...three, created(1), edited([2], isOther))
      .when(edit([3, 2, 1], changes))
      .then(
        edited([[1, 3]], changes, later, {
          isFavorite: [0, 1, 0],
          isArchived: [0, 1, 0],
          collectionId: [null, 1, null],
          tags: { names: ['one', 'two'], lists: [[0], [1, 0]], links: [0, 1, 0] },
        }),
      )
  })
  it('names each link once, in order, and skips unknown ids', () => {
    given(...three, about('LinkDeleted', 1))
      .when(edit([9, 3, 2, 3, 1, -4, 0], { isFavorite: true }))
      .then(edited([[2, 3]], { isFavorite: true }, later, { isFavorite: [[0, 2]] }))
  })
  it('names links that are as wanted too, where another link is not', () => {
    given(...three, about('LinkFavorited', 2))
      .when(edit([1, 2], { isFavorite: true }))
      .then(edited([[1, 2]], { isFavorite: true }, later, { isFavorite: [0, 1] }))
  })
  it('takes links out of their collections', () => {
    given(...three, created(1), collected(2, 1))
      .when(edit([1, 2], { collectionId: null }))
      .then(edited([[1, 2]], { collectionId: null }, later, { collectionId: [null, 1] }))
  })
  it('stays quiet where all are as wanted, one by one or in bulk', () => {
    given(...three, about('LinkFavorited', 1), edited([2], { isFavorite: true, isArchived: true }))
      .when(edit([1, 2], { isFavorite: true }))
      .thenNothing()
    given(...three, created(1), edited([[1, 3]], { collectionId: 1 }), collectionDeleted(1))
      .when(edit([1, 2, 3], { collectionId: null }))
      .thenNothing()
  })
  it('stays quiet where all have the wanted tags, as saved or as edited', () => {
    given(...three)
      .when(edit([1, 2], { tags: ['one'] }))
      .thenNothing()
    given(...three, edited([[1, 2]], { tags: manyTags }))
      .when(edit([1, 2], { tags: manyTags }))
      .thenNothing()
  })
  it.each([[manyTags], [['one', 'two']], [['two', 'one', 'three']]])(
    'distinguishes tags %# from others',
    tags => {
      given(...three, edited([[1, 2]], { tags: ['two', 'one'] }))
        .when(edit([1, 2], { tags }))
        .then(
          edited([[1, 2]], { tags }, later, {
            tags: { names: ['two', 'one'], lists: [[0, 1]], links: [[0, 2]] },
          }),
        )
    },
  )
  it('names all links that were found where one has other tags', () => {
    given(...three, edited([2], { tags: ['two'] }))
      .when(edit([1, 2, 9], { tags: ['one'] }))
      .then(
        edited([[1, 2]], { tags: ['one'] }, later, {
          tags: { names: ['one', 'two'], lists: [[0], [1]], links: [0, 1] },
        }),
      )
  })
  it('stays quiet where no id is known', () => {
    given(...three)
      .when(edit([7, 8], { tags: ['one'] }))
      .thenNothing()
  })
  it('refuses an unknown collection and changes nothing', () => {
    given(...three)
      .when(edit([1], { collectionId: 1, isFavorite: true }))
      .thenRefused('collection-not-found')
  })
  it('has effects that single commands see', () => {
    given(...three, edited([[1, 2]], { isFavorite: true }))
      .when({ type: 'FavoriteLink', linkId: 2, now: later })
      .then(about('LinkUnfavorited', 2, later))
    given(...three, edited([[1, 2]], { isArchived: true }))
      .when({ type: 'ArchiveLink', linkId: 2, isArchived: true, now: later })
      .thenNothing()
  })
})

describe('DeleteLinks', () => {
  const remove = (...linkIds: number[]) => ({ type: 'DeleteLinks', linkIds, now: later }) as const

  it('produces one event, and skips unknown ids', () => {
    given(opened, saved(1), saved(2), saved(3), saved(4))
      .when(remove(4, 9, 1, 2, 2))
      .then(deleted([[1, 2], 4], later))
  })
  it('stays quiet where no id is known', () => {
    given(opened, saved(1), deleted([1]))
      .when(remove(1, 2))
      .thenNothing()
  })
  it('frees room under the limit and the urls of the links', () => {
    const save = {
      type: 'SaveLink',
      url: 'https://example.com/1',
      title: 'A title',
      note: null,
      tags: ['one'],
      ignoreDuplicate: false,
      now: later,
    } as const
    given(opened, allowed(2), saved(1), saved(2), deleted([[1, 2]]))
      .when({ ...save, now: '2026-01-02T03:04:05.678Z' })
      .then(saved(3, 'https://example.com/1'))
  })
})
