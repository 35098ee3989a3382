import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { LINKS_MAX } from '@lectern/contracts/plans.ts'
import { describe, expect, it } from 'vitest'
import { LARGEST_LIBRARY } from '../../aggregates.ts'
import { foldAll, givenOn } from '../../test-support/given.ts'
import { about, allowed, at, edited, later, libraryId, opened, saved } from '../../test-support/library.ts'
import { IDS_OF_HALF } from '../client-ids.ts'
import { library } from '../library.ts'
import { TEXT_BYTES_MAX } from './room.ts'
import { type Library, type LinkState, putLink } from './state.ts'
import { bytesOfText } from './text-bytes.ts'

/** A library whose texts leave this room. */
const withRoom = (room: number, ...events: LibraryEvent[]): Library => {
  const state = foldAll(library, [opened, allowed(null), saved(1), saved(2), ...events])
  state.textBytes = TEXT_BYTES_MAX - state.tags.bytes - room
  return state
}
const givenRoom = (...given: Parameters<typeof withRoom>) =>
  givenOn({ ...library, initial: () => withRoom(...given) })()

const save = {
  ...({ type: 'SaveLink', url: 'https://example.com/3', title: 'A title' } as const),
  ...{ note: null, tags: ['one'], ignoreDuplicate: false, now: later },
}
const edit = { type: 'EditLink', linkId: 1, ignoreDuplicate: false, now: later } as const
const retag = { type: 'EditLinks', linkIds: [1, 2], now: later } as const

describe('a library that has little room for texts', () => {
  it('takes a link that still has room, and refuses a larger one', () => {
    const bytes = 'https://example.com/3'.length + 'example.com/3'.length + 'A title'.length + 48 + 8
    givenRoom(bytes - 1)
      .when(save)
      .thenRefused('too-much-link-text')
    givenRoom(bytes)
      .when(save)
      .then({
        type: 'LinkSaved',
        data: {
          ...{ linkId: 3, url: save.url, urlKey: 'example.com/3', title: 'A title', note: null },
          ...{ tags: ['one'], duplicateAccepted: false, at: later },
        },
      })
  })

  it('counts two bytes for each character of a text that is not Latin-1', () => {
    expect(['', 'abc', 'é', 'ab→'].map(bytesOfText)).toEqual([0, 3, 1, 6])
    givenRoom(19)
      .when({ ...edit, note: 'ten chars→' })
      .thenRefused('too-much-link-text')
  })

  it('refuses a longer text and more tags, and takes shorter and fewer ones', () => {
    for (const room of [0, -1_000]) {
      givenRoom(room)
        .when({ ...edit, title: 'A longer title' })
        .thenRefused('too-much-link-text')
      givenRoom(room)
        .when({ ...retag, changes: { addTags: ['two'] } })
        .thenRefused('too-much-link-text')
      givenRoom(room)
        .when({ type: 'RenameTag', from: 'one', to: 'a new name', now: later })
        .thenRefused('too-much-link-text')
      expect(library.decide({ ...edit, title: 'Short' }, withRoom(room))).toHaveLength(1)
      expect(library.decide({ ...retag, changes: { tags: [] } }, withRoom(room))).toHaveLength(1)
      expect(library.decide({ type: 'DeleteTag', tag: 'one', now: later }, withRoom(room))).toHaveLength(1)
    }
  })

  it('takes another spelling of a tag, since the old one goes', () => {
    expect(
      library.decide({ type: 'RenameTag', from: 'one', to: 'ONE', now: later }, withRoom(0)),
    ).toHaveLength(1)
  })

  it('refuses to give back what is longer', () => {
    const texts = {
      url: 'https://example.com/1',
      urlKey: 'example.com/1',
      titleFrom: 'person',
      note: null,
    } as const
    const shortened: LibraryEvent = {
      type: 'LinkEdited',
      data: { linkId: 1, changes: { title: 'A' }, before: { ...texts, title: 'A title' }, at },
    }
    const untagged = edited([[1, 2]], { tags: [] }, at, {
      tags: { names: ['one'], lists: [[0]], links: [[0, 2]] },
    })
    for (const event of [shortened, untagged]) {
      const known = { event, revision: 4, commandId: 'act' }
      const undo = { type: 'UndoAct', undone: 'act', known, now: later } as const
      givenRoom(3, event).when(undo).thenRefused('too-much-link-text')
      expect(library.decide(undo, withRoom(1_000, event))).toHaveLength(1)
    }
  })

  it('still takes flags, moves and deletions', () => {
    givenRoom(-1_000)
      .when({ type: 'FavoriteLink', linkId: 1, isFavorite: true, now: later })
      .then(about('LinkFavorited', 1, later))
    givenRoom(-1_000)
      .when({ type: 'DeleteLink', linkId: 1, now: later })
      .then(about('LinkDeleted', 1, later))
  })
})

it('a library at all its bounds can be loaded', () => {
  const state: Library = foldAll(library, [opened, allowed(null), saved(1)])
  const link = state.links.get(1) as LinkState
  for (let n = 2; n <= LINKS_MAX + 1; n++) putLink(state, n, link)
  state.textBytes = TEXT_BYTES_MAX
  for (const ids of [state.linksOfClients, state.collectionsOfClients])
    for (const half of [ids.recent, ids.older])
      for (let n = 0; n < IDS_OF_HALF; n++) half.set(`${libraryId} ${n}`, n)
  expect(library.weight(state)).toBeLessThan(LARGEST_LIBRARY)
})
