import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { IDS_OF_HALF } from '../client-ids.ts'
import { library } from '../library.ts'
import { librarySnapshot } from './snapshot.ts'
import { KEPT } from './state.ts'

/** Golden events, in an order that gives each an effect. */
const files = [
  ...[
    'LibraryOpened.v1',
    'AllowanceChanged.v1',
    'AllowanceChanged.v2',
    'LinkSaved.v1',
    'CollectionCreated.v1',
  ],
  ...['LinkCollected.v1', 'LinkFavorited.v1', 'LinkArchived.v1', 'LinkUnfavorited.v1', 'LinkUnarchived.v1'],
  ...['LinksEdited.v1', 'LinkCollected.v2', 'LinksEdited.v2', 'CollectionEdited.v1', 'CollectionEdited.v2'],
  ...['LinkCollected.v1', 'CollectionDeleted.v1', 'CollectionCreated.v1', 'LinkCollected.v2'],
  ...['CollectionDeleted.v2', 'CollectionRestored.v1', 'CollectionEdited.v3', 'CollectionDeleted.v3'],
  ...['LinkDeleted.v1', 'LinkSaved.v1', 'LinksDeleted.v1'],
  ...[
    'LinkSaved.v2',
    'LinkSaved.v3',
    'CollectionCreated.v2',
    'TagRenamed.v1',
    'LinkEdited.v1',
    'LinkPageProvided.v1',
    'LinkPageRemoved.v1',
    'TagsMerged.v1',
    'ActUndone.v1',
    'ActUndone.v2',
    'TagDeleted.v1',
    'LinkDeleted.v1',
  ],
  ...['ShareMade.v1', 'ShareWithdrawn.v1', 'LinksEdited.v3'],
  ...[
    'ImportRequested.v1',
    'ImportRequested.v2',
    'ImportStarted.v1',
    'LinksImported.v1',
    'LinksImported.v2',
    'LinksImported.v3',
    'ImportAdded.v1',
    'ImportCompleted.v1',
    'ImportFailed.v1',
  ],
  ...[
    'ImportUndone.v1',
    'ImportUndone.v2',
    'LinksBroughtBack.v1',
    'LinksBroughtBack.v2',
    'LinksDeletedForGood.v1',
    'LinksDeleted.v2',
  ],
  ...['CollectionCreated.v2', 'MemberInvited.v1', 'MemberJoined.v1', 'MemberRoleChanged.v1', 'MemberLeft.v1'],
  ...['InvitationWithdrawn.v1', 'SharedLinksFlagged.v1', 'MemberLeft.v2'],
  ...['SharedLinksFlagged.v2', 'HandoverOffered.v1', 'LinksReceived.v1', 'CollectionDeleted.v4'],
  'LibraryClosed.v1',
].map(name => `${name}.json`)

/** hash covers the state after each of these events, and how much is kept of what grows. */
const expected = {
  version: 18,
  hash: 'e3b294eac2b3826789945bcbddecd116b775723322a9ac10ac50407c9300e23c',
}

const folder = new URL('../../../../contracts/fixtures/events/', import.meta.url)
const golden = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

test('every golden event of a library is folded', () => {
  const ofLibraries = readdirSync(folder).filter(file => golden(file).stream === 'library')
  expect([...new Set(files)].toSorted()).toEqual(ofLibraries.toSorted())
})

test('a change of the states that events lead to comes with a new snapshot version', () => {
  let state = library.initial()
  const states = files.map((file, revision) => {
    state = library.evolve(state, library.read({ ...golden(file), stream: 'library-1' }), revision)
    return JSON.stringify([...librarySnapshot.freeze(state)])
  })
  const bounds = [IDS_OF_HALF, ...Object.values(KEPT)]
  const actual = {
    version: librarySnapshot.version,
    hash: hash('sha256', [...states, ...bounds].join('\n')),
  }
  expect(
    actual,
    'evolve or freeze gives another result than before, and stored snapshots do not have it: raise SNAPSHOT_VERSION ' +
      'in snapshot.ts by one, then copy version and hash from below into `expected`. Where only golden events were ' +
      'added to `files`, and no state changed, copy the hash alone.',
  ).toEqual(expected)
})
