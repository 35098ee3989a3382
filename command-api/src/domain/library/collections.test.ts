import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { describe, it } from 'vitest'
import {
  about,
  collected,
  collectionDeleted,
  collectionEdited,
  created,
  deleted,
  edited,
  given,
  later,
  opened,
  saved,
} from '../../test-support/library.ts'

describe('CreateCollection', () => {
  const create = {
    type: 'CreateCollection',
    name: 'Reading',
    description: null,
    color: '#3B82F6',
    now: later,
  } as const

  it('produces a collection with the next id', () => {
    given(opened)
      .when(create)
      .then(created(1, 'Reading', later))
    given(opened, created(1, 'Other'))
      .when(create)
      .then(created(2, 'Reading', later))
  })
  it('never gives an id again', () => {
    given(opened, created(1), collectionDeleted(1))
      .when(create)
      .then(created(2, 'Reading', later))
  })
  it('makes one for each id of a client, even after it is deleted', () => {
    const clientId = '01980000-0000-7000-8000-000000000007'
    const made = created(1)
    const ofClient = { ...made, data: { ...made.data, clientId } } as LibraryEvent
    for (const since of [[], [collectionDeleted(1)]])
      given(opened, ofClient, ...since)
        .when({ ...create, clientId })
        .thenNothing()
  })
  it('produces another one of the same name', () => {
    given(opened, created(1))
      .when(create)
      .then(created(2, 'Reading', later))
  })
  it('refuses more collections than a library holds, until one is deleted', () => {
    const full = Array.from({ length: COLLECTIONS_MAX }, (_, n) => created(n + 1))
    given(opened, ...full)
      .when(create)
      .thenRefused('too-many-collections')
    given(opened, ...full, collectionDeleted(7))
      .when(create)
      .then(created(COLLECTIONS_MAX + 1, 'Reading', later))
  })
  it('refuses a library that does not exist', () => {
    given().when(create).thenRefused('not-found')
  })
})

describe('EditCollection', () => {
  const edit = { type: 'EditCollection', collectionId: 1, now: later } as const

  it('produces only the fields that change, with their old values', () => {
    given(opened, created(1))
      .when({ ...edit, name: 'Other', description: null, color: '#EF4444' })
      .then(
        collectionEdited(1, { name: 'Other', color: '#EF4444' }, later, {
          name: 'Reading',
          color: '#3B82F6',
        }),
      )
    given(opened, created(1))
      .when({ ...edit, description: 'For the train' })
      .then(collectionEdited(1, { description: 'For the train' }, later, { description: null }))
  })
  it('removes a description', () => {
    given(opened, created(1), collectionEdited(1, { description: 'For the train' }))
      .when({ ...edit, description: null })
      .then(collectionEdited(1, { description: null }, later, { description: 'For the train' }))
  })
  it('stays quiet where the collection is as wanted', () => {
    given(opened, created(1), collectionEdited(1, { name: 'Other' }))
      .when({ ...edit, name: 'Other', description: null, color: '#3B82F6' })
      .thenNothing()
  })
  it('refuses a collection that does not exist', () => {
    given(opened, created(1), collectionDeleted(1)).when(edit).thenRefused('collection-not-found')
    given(opened).when(edit).thenRefused('collection-not-found')
  })
})

describe('DeleteCollection', () => {
  const remove = { type: 'DeleteCollection', collectionId: 1, now: later } as const

  it('produces the deletion, and records the links that were in it, archived ones too', () => {
    given(opened, saved(1), saved(2), saved(3), created(1), edited([1, 3], { collectionId: 1 }))
      .when(remove)
      .then(collectionDeleted(1, later, [1, 3]))
    given(opened, saved(1), created(1), collected(1, 1), about('LinkArchived', 1))
      .when(remove)
      .then(collectionDeleted(1, later, [1]))
    given(opened, saved(1), created(1), collected(1, 1), about('LinkDeleted', 1))
      .when(remove)
      .then(collectionDeleted(1, later))
  })
  it('refuses a collection that does not exist', () => {
    given(opened, created(1), collectionDeleted(1)).when(remove).thenRefused('collection-not-found')
  })
})

describe('CollectLink', () => {
  const collect = (linkId: number, collectionId: number | null) =>
    ({ type: 'CollectLink', linkId, collectionId, now: later }) as const

  it('produces a move into a collection, to another, and out of it', () => {
    given(opened, saved(1), created(1))
      .when(collect(1, 1))
      .then(collected(1, 1, later))
    given(opened, saved(1), created(1), created(2), collected(1, 1))
      .when(collect(1, 2))
      .then(collected(1, 2, later, 1))
    given(opened, saved(1), created(1), collected(1, 1))
      .when(collect(1, null))
      .then(collected(1, null, later, 1))
  })
  it('stays quiet where the link is there already', () => {
    given(opened, saved(1)).when(collect(1, null)).thenNothing()
    given(opened, saved(1), created(1), edited([1], { collectionId: 1 }))
      .when(collect(1, 1))
      .thenNothing()
  })
  it('stays quiet about a link whose collection was deleted, which is in none', () => {
    given(opened, saved(1), created(1), collected(1, 1), collectionDeleted(1))
      .when(collect(1, null))
      .thenNothing()
  })
  it('refuses a link or a collection that does not exist', () => {
    given(opened, created(1), saved(1), deleted([1]))
      .when(collect(1, 1))
      .thenRefused('link-not-found')
    given(opened, saved(1), about('LinkArchived', 1)).when(collect(1, 1)).thenRefused('collection-not-found')
    given(opened, saved(1), created(1), collectionDeleted(1))
      .when(collect(1, 1))
      .thenRefused('collection-not-found')
  })
})
