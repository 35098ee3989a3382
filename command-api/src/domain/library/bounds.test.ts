import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { LINKS_MAX } from '@lectern/contracts/plans.ts'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { foldAll, givenOn } from '../../test-support/given.ts'
import {
  allowed,
  at,
  collectionDeleted,
  created,
  deleted,
  given,
  later,
  libraryId,
  opened,
  ownerId,
  saved,
} from '../../test-support/library.ts'
import { library } from '../library.ts'
import { KEPT, type Library, type LinkState, putLink } from './state.ts'

const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
const SINCE = Date.parse(at)
const idAt = (n: number) => uuidv7({ msecs: SINCE + n })
/** n milliseconds after `at`. */
const timeOf = (n: number) => new Date(SINCE + n).toISOString()

const withId = (event: LibraryEvent, clientId: string, when: string) =>
  ({ ...event, data: { ...event.data, clientId, at: when } }) as LibraryEvent

const importUndone = (importId: string): LibraryEvent => ({
  type: 'ImportUndone',
  data: {
    ...{ importId, links: [], collections: [], noteCount: 0, revisedNotes: [] },
    ...{ left: { links: [], collections: [], notes: [] }, at },
  },
})

const afterSnapshot = (state: Library): Library => {
  let thawed = library.initial()
  for (const part of library.snapshot?.freeze(state) ?? [])
    thawed = library.snapshot?.thaw(thawed, JSON.parse(JSON.stringify(part))) as Library
  return thawed
}

/** A program that makes and deletes without end. */
const endless = (count: number): LibraryEvent[] =>
  many(count, n => n + 1).flatMap(n => [
    withId(created(n), idAt(n), timeOf(n)),
    collectionDeleted(n),
    importUndone(`import-${n}`),
    allowed(null, `cause-${n}`),
  ])

describe('a library whose collections, imports and allowances come and go without end', () => {
  const events = endless(12_000)
  const state = foldAll(library, events)

  it('keeps a bounded number of each', () => {
    const { causes, undoneImports } = state
    expect(causes.size).toBeLessThanOrEqual(1.1 * KEPT.causes)
    expect(undoneImports.size).toBeLessThanOrEqual(1.1 * KEPT.undoneImports)
  })

  it('is the same from a snapshot of any moment', () => {
    for (const at of [1, 30_001, 44_000]) {
      const half = afterSnapshot(foldAll(library, events.slice(0, at)))
      const whole = events.slice(at).reduce((each, event, n) => library.evolve(each, event, at + n), half)
      expect(whole).toEqual(state)
    }
  })
})

describe('an id of a client that the library may have forgotten', () => {
  /** Far apart, so that clocks do not matter. */
  const FAR = 600_000
  const folded = foldAll(library, [opened, allowed(null), saved(1), created(1)])
  folded.linksOfClients.forgottenUntil = SINCE + FAR
  folded.collectionsOfClients.forgottenUntil = SINCE + FAR
  const givenPast = () => givenOn({ ...library, initial: () => folded })()
  const now = timeOf(3 * FAR)
  const save = (clientId: string, n: number) =>
    ({
      ...({ type: 'SaveLink', clientId, url: `https://example.com/${n}` } as const),
      ...{ title: 'A title', note: null, tags: [], ignoreDuplicate: true, now },
    }) as const
  const create = (clientId: string, name: string) =>
    ({ type: 'CreateCollection', clientId, name, description: null, color: '#3B82F6', now }) as const
  const data = (events: LibraryEvent[]) => events.map(({ type }) => type)

  it('makes no second link of an address, also where the person wanted a duplicate', () => {
    for (const clientId of [idAt(0), uuidv4()])
      givenPast().when(save(clientId, 1)).thenRefused('duplicate-link')
  })
  it('still saves an address that the library has not, so that a device loses nothing after months', () => {
    for (const clientId of [idAt(0), uuidv4()])
      expect(data(library.decide(save(clientId, 1_000_000), folded))).toEqual(['LinkSaved'])
  })
  it('is told from one that is newer than all that was forgotten', () => {
    expect(data(library.decide(save(idAt(3 * FAR), 1), folded))).toEqual(['LinkSaved'])
    expect(data(library.decide(create(idAt(3 * FAR), 'Reading'), folded))).toEqual(['CollectionCreated'])
  })
  it('makes no second collection of a name', () => {
    for (const clientId of [idAt(0), uuidv4()]) {
      givenPast().when(create(clientId, 'Reading')).thenRefused('may-be-made')
      expect(data(library.decide(create(clientId, 'Another'), folded))).toEqual(['CollectionCreated'])
    }
  })
})

describe('a library above twice its limits', () => {
  const libraryOf = (count: number): Library => {
    const state = foldAll(library, [opened, allowed(null), saved(1)])
    const link = state.links.get(1) as LinkState
    for (let n = 2; n <= count; n++)
      putLink(state, n, { ...link, texts: { ...link.texts, urlKey: `example.com/${n}` } })
    return state
  }
  const [full, over] = [libraryOf(LINKS_MAX), libraryOf(LINKS_MAX + 1)]
  const on = (state: Library) => givenOn({ ...library, initial: () => state })()
  const save = {
    ...({ type: 'SaveLink', url: 'https://other.example/' } as const),
    ...{ note: null, tags: [], ignoreDuplicate: false, now: later },
  }

  it('takes no further link before, whatever its plan', () => {
    on(full).when(save).thenRefused('overgrown')
    on(full)
      .when({ type: 'FavoriteLink', linkId: 1, now: later })
      .then({ type: 'LinkFavorited', data: { linkId: 1, at: later } })
  })
  it('refuses what does not make it smaller', () => {
    on(over).when(save).thenRefused('overgrown')
    on(over).when({ type: 'FavoriteLink', linkId: 1, now: later }).thenRefused('overgrown')
  })
  it('still deletes links and closes', () => {
    on(over)
      .when({ type: 'DeleteLinks', linkIds: many(1_000, n => n + 1), now: later })
      .then(deleted([[1, 1_000]], later))
    on(over)
      .when({ type: 'CloseLibrary', libraryId, ownerId, now: later })
      .then({ type: 'LibraryClosed', data: { libraryId, ownerId, at: later } })
  })
  it('lets no more imports wait than a hundred', () => {
    const request = (n: number) => ({
      ...{ importId: `import-${n}`, uploadId: `upload-${n}`, sha256: 'a', source: 'pocket' as const },
      ...{ fileName: 'a.csv', requestedBy: ownerId, expectedRows: 1, proceedWithFree: false },
    })
    const waiting = many(100, (n): LibraryEvent => ({ type: 'ImportRequested', data: { ...request(n), at } }))
    given(opened, allowed(null), ...waiting)
      .when({ type: 'RequestImport', ...request(100), newRows: 1, now: later })
      .thenRefused('too-many-imports')
  })
})
