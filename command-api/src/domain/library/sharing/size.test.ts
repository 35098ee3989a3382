import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import {
  INVITATIONS_MAX,
  MEMBERS_MAX,
  SHARED_COLLECTIONS_MAX,
  SHARED_FLAGS_MAX,
} from '@lectern/contracts/sharing.ts'
import { expect, it } from 'vitest'
import { foldAll } from '../../../test-support/given.ts'
import { at, created, opened } from '../../../test-support/library.ts'
import { library } from '../../library.ts'
import { librarySnapshot } from '../snapshot.ts'
import type { Library } from '../state.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
const some = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n + 1))

/** Everything that who shares may have at once, with ids of their own as they come from the store. */
const shared = (): LibraryEvent[] => [
  ...some(SHARED_COLLECTIONS_MAX, collectionId =>
    some(
      MEMBERS_MAX,
      (): LibraryEvent => ({
        type: 'MemberJoined',
        data: { collectionId, invitationId: randomUUID(), memberId: randomUUID(), role: 'editor', at },
      }),
    ),
  ).flat(),
  ...some(
    INVITATIONS_MAX,
    (): LibraryEvent => ({
      type: 'MemberInvited',
      data: {
        collectionId: 1,
        invitationId: randomUUID(),
        role: 'reader',
        forAnyone: false,
        expiresAt: at,
        at,
      },
    }),
  ),
]
const opening = [opened, ...some(SHARED_COLLECTIONS_MAX, n => created(n))]
const grownBy = (state: Library, events: () => LibraryEvent[]): number => {
  const before = heapBytes()
  for (const [n, event] of events().entries()) library.evolve(state, event, n)
  return heapBytes() - before
}
const snapshotBytes = (state: Library): number => JSON.stringify([...librarySnapshot.freeze(state)]).length

it('a library with 100 shared collections and 25 members each takes at most 10 MB more, and so does its snapshot', () => {
  const state = foldAll(library, opening)
  const [weight, stored] = [library.weight(state), snapshotBytes(state)]
  const heap = grownBy(state, shared)
  expect([...state.members.values()].reduce((sum, { size }) => sum + size, 0)).toBe(2_500)
  // Measured: 0.32 MB, and 0.13 MB in a snapshot.
  expect(heap).toBeLessThan(2_000_000)
  expect(snapshotBytes(state) - stored).toBeLessThan(500_000)
  // The cache of libraries counts it.
  expect(library.weight(state) - weight).toBeGreaterThan(heap / 3)
})

it('flags on shared links take at most 2 MB', () => {
  const state = foldAll(library, opening)
  const flagged = (): LibraryEvent[] => [
    {
      type: 'SharedLinksFlagged',
      data: { memberId: randomUUID(), links: [[1, SHARED_FLAGS_MAX]], isArchived: true, revision: 1, at },
    },
  ]
  expect(grownBy(state, flagged)).toBeLessThan(2_000_000)
})
