import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import type { Role } from '@lectern/contracts/sharing.ts'
import { describe, expect, it } from 'vitest'
import { foldAll } from '../../../test-support/given.ts'
import { at, collected, created, given, later, opened, saved } from '../../../test-support/library.ts'
import {
  COMMENTER,
  DAY_MS,
  EDITOR,
  invited,
  joined,
  left,
  plan,
  READER,
  STRANGER,
  shared,
  week,
} from '../../../test-support/shared-library.ts'
import { type LibraryCommand, library } from '../../library.ts'
import { librarySnapshot } from '../snapshot.ts'
import type { Library } from '../state.ts'
import { copiesOf } from './copies.ts'
import { roleNow } from './state.ts'

const invite = (count: number, more: object = {}) =>
  ({
    ...({ type: 'InviteMembers', collectionId: 1, role: 'editor', forAnyone: false } as const),
    invitationIds: Array.from({ length: count }, (_, n) => `i${n}`),
    ...{ now: at, ...more },
  }) as LibraryCommand
const save = (by: string | undefined, collectionId: number | null, url = 'https://new.example/') =>
  ({
    ...({ type: 'SaveLink', url, note: null, tags: [], ignoreDuplicate: false, collectionId } as const),
    ...(by !== undefined && { by }),
    now: later,
  }) satisfies LibraryCommand
const edit = (by: string, linkId: number, more: object = { title: 'Better' }) =>
  ({ type: 'EditLink', linkId, ignoreDuplicate: false, by, now: later, ...more }) satisfies LibraryCommand
const move = (by: string, linkId: number, collectionId: number | null) =>
  ({ type: 'CollectLink', linkId, collectionId, by, now: later }) satisfies LibraryCommand

describe('invitations', () => {
  it('are made for as many people as are named, and sent again under their id', () => {
    given(...shared)
      .when(invite(2, { role: 'reader' }))
      .then(invited(1, 'i0'), invited(1, 'i1'))
    given(...shared, invited(1, 'i0'))
      .when(invite(1, { role: 'reader', now: at }))
      .then(invited(1, 'i0'))
  })
  it('need the Ultra plan and the collection', () => {
    given(opened, plan('pro'), created(1)).when(invite(1)).thenRefused('sharing-needed')
    given(opened, plan('ultra')).when(invite(1)).thenRefused('collection-not-found')
  })
  it('are at most 25 with the members of a collection, and 50 in all', () => {
    const [one, two] = [created(1), created(2)]
    const of = (collectionId: number, count: number) =>
      Array.from({ length: count }, (_, n) => invited(collectionId, `${collectionId}/${n}`))
    given(...shared)
      .when(invite(23))
      .thenRefused('too-many-members')
    expect(library.decide(invite(22), foldAll(library, shared))).toHaveLength(22)
    const full = [opened, plan('ultra'), one, two, created(3), ...of(2, 25), ...of(3, 25)]
    given(...full)
      .when(invite(1))
      .thenRefused('too-many-invitations')
    // Those that ended take no room.
    expect(library.decide(invite(1, { now: week(at) }), foldAll(library, full))).toHaveLength(1)
  })
  it('share at most 100 collections of an account', () => {
    const full = Array.from({ length: 100 }, (_, n) => [created(n + 1), joined(n + 1, 'm', 'reader')]).flat()
    const there = [opened, plan('ultra'), ...full, created(101)]
    given(...there)
      .when(invite(1, { collectionId: 101 }))
      .thenRefused('too-many-shared')
    expect(library.decide(invite(1, { collectionId: 100 }), foldAll(library, there))).toHaveLength(1)
    given(...there, invited(101, 'i0'))
      .when({ type: 'AcceptInvitation', invitationId: 'i0', memberId: 'm', now: at })
      .thenRefused('too-many-shared')
  })
  it('are sent again only where they are open here', () => {
    given(...shared, invited(1, 'i0'))
      .when(invite(1, { collectionId: 2 }))
      .thenRefused('invitation-not-found')
    given(...shared)
      .when(invite(1, { again: true }))
      .thenRefused('invitation-not-found')
  })
  it('are accepted once, in time', () => {
    const accept = (now = at) =>
      ({ type: 'AcceptInvitation', invitationId: 'i0', memberId: 'm', now }) satisfies LibraryCommand
    const there = [opened, plan('ultra'), created(1), invited(1, 'i0', 'commenter')]
    const joins = (now = at): LibraryEvent => ({
      type: 'MemberJoined',
      data: { collectionId: 1, invitationId: 'i0', memberId: 'm', role: 'commenter', at: now },
    })
    given(...there)
      .when(accept())
      .then(joins())
    given(...there, joins())
      .when(accept())
      .thenRefused('invitation-over')
    given(...there)
      .when(accept(week(at)))
      .thenRefused('invitation-over')
    given(...there, plan('pro'))
      .when(accept())
      .thenRefused('invitation-over')
    const withdrawn: LibraryEvent = {
      type: 'InvitationWithdrawn',
      data: { collectionId: 1, invitationId: 'i0', at },
    }
    given(...there)
      .when({ type: 'WithdrawInvitation', collectionId: 1, invitationId: 'i0', now: at })
      .then(withdrawn)
    given(...there)
      .when({ type: 'WithdrawInvitation', collectionId: 2, invitationId: 'i0', now: at })
      .thenNothing()
    given(...there, withdrawn)
      .when(accept())
      .thenRefused('invitation-over')
    given(...there, {
      type: 'CollectionDeleted',
      data: { collectionId: 1, before: null, at },
    })
      .when(accept())
      .thenRefused('invitation-over')
  })
})

describe('what members may do', () => {
  it('an editor saves into the collection, and nowhere else', () => {
    expect(
      library.decide(save(EDITOR, 1), foldAll(library, shared)).map(({ type, data }) => [type, data]),
    ).toMatchObject([
      ['LinkSaved', { linkId: 4, duplicateAccepted: false }],
      ['LinkCollected', { linkId: 4, collectionId: 1 }],
    ])
    given(...shared)
      .when(save(EDITOR, 2))
      .thenRefused('role-needed')
    for (const collectionId of [null, 3])
      given(...shared)
        .when(save(EDITOR, collectionId))
        .thenRefused('collection-not-found')
    for (const by of [COMMENTER, READER])
      given(...shared)
        .when(save(by, 1))
        .thenRefused('role-needed')
    given(...shared)
      .when(save(STRANGER, 1))
      .thenRefused('collection-not-found')
  })
  it('nobody is told of a link outside the collection, and it is no duplicate', () => {
    const outside = library.decide(save(EDITOR, 1, 'https://example.com/3'), foldAll(library, shared))
    expect(outside[0]).toMatchObject({ data: { duplicateAccepted: false } })
    given(...shared)
      .when(save(EDITOR, 1, 'https://example.com/1'))
      .thenRefused('duplicate-link')
    given(...shared)
      .when(edit(EDITOR, 1, { url: 'https://example.com/3' }))
      .then(
        ...library.decide(
          { ...edit(EDITOR, 1, { url: 'https://example.com/3' }), by: undefined, ignoreDuplicate: true },
          foldAll(library, shared),
        ),
      )
    given(...shared)
      .when({ ...save(undefined, 1, 'https://example.com/3') })
      .thenRefused('duplicate-link')
  })
  it('the cap is that of the owner, without a number', () => {
    given(...shared, plan('ultra', 3, 'later'))
      .when(save(EDITOR, 1))
      .thenRefused('limit-reached', {})
    given(...shared, plan('ultra', 3, 'later'))
      .when(save(undefined, 1))
      .thenRefused('limit-reached', { currentCount: 3, limit: 3 })
  })
  it('an editor edits and moves what they see, and takes it out', () => {
    const after = (command: LibraryCommand) => library.decide(command, foldAll(library, shared))
    expect(after(edit(EDITOR, 1))).toHaveLength(1)
    expect(after(move(EDITOR, 1, null))).toEqual([collected(1, null, later, 1)])
    expect(after(move(READER, 2, null))).toEqual([collected(2, null, later, 2)])
    const refused = [
      [move(EDITOR, 1, 2), 'role-needed'],
      [move(EDITOR, 1, 3), 'collection-not-found'],
      [move(EDITOR, 3, 1), 'link-not-found'],
      [edit(EDITOR, 2), 'role-needed'],
      [edit(EDITOR, 3), 'link-not-found'],
      [edit(EDITOR, 99), 'link-not-found'],
      [edit(COMMENTER, 1), 'role-needed'],
      [edit(COMMENTER, 2), 'link-not-found'],
      [edit(READER, 1), 'role-needed'],
      [edit(STRANGER, 1), 'link-not-found'],
      [edit(EDITOR, 1, { collectionId: 3 }), 'collection-not-found'],
      [{ type: 'DeleteLink', linkId: 1, by: EDITOR, now: later }, 'role-needed'],
      [{ type: 'DeleteLinks', linkIds: [1], by: EDITOR, now: later }, 'role-needed'],
      [{ type: 'FavoriteLink', linkId: 1, by: EDITOR, now: later }, 'role-needed'],
      [{ type: 'DeleteCollection', collectionId: 1, by: EDITOR, now: later }, 'role-needed'],
      [{ ...invite(1), by: EDITOR }, 'role-needed'],
    ] as const
    for (const [command, code] of refused)
      given(...shared)
        .when(command as LibraryCommand)
        .thenRefused(code)
  })
  it('an edit of many links is on those that the editor sees, and has no flags', () => {
    const many = (changes: object) =>
      ({ type: 'EditLinks', linkIds: [1, 3], changes, by: EDITOR, now: later }) satisfies LibraryCommand
    const [event] = library.decide(many({ addTags: ['two'] }), foldAll(library, shared))
    expect(event?.data).toMatchObject({ links: [1] })
    given(...shared)
      .when(many({ isArchived: true }))
      .thenRefused('role-needed')
    given(...shared)
      .when({ ...many({ addTags: ['two'] }), linkIds: [1, 2] })
      .thenRefused('role-needed')
  })
  it('an act is undone by who did it, while they may', () => {
    const removal = collected(1, null, later, 1)
    const undo = (by: string, actorId: string) =>
      ({
        ...({ type: 'UndoAct', undone: 'c', by, now: later } as const),
        known: { event: removal, commandId: 'c', actorId },
      }) satisfies LibraryCommand
    const after = [...shared, removal]
    expect(library.decide(undo(EDITOR, EDITOR), foldAll(library, after))).toMatchObject([
      { type: 'ActUndone', data: { changes: [{ links: [1], restored: { collectionId: [1] } }] } },
    ])
    given(...after)
      .when(undo(EDITOR, READER))
      .thenRefused('act-not-found')
    given(...after, left(1, EDITOR))
      .when(undo(EDITOR, EDITOR))
      .thenRefused('collection-not-found')
  })
  it('a role that was taken away stops the next command, and so does the end of the collection', () => {
    const roleTaken: LibraryEvent = {
      type: 'MemberRoleChanged',
      data: { collectionId: 1, memberId: EDITOR, role: 'reader', before: 'editor', at },
    }
    given(...shared, roleTaken)
      .when(edit(EDITOR, 1))
      .thenRefused('role-needed')
    given(...shared, left(1, EDITOR))
      .when(edit(EDITOR, 1))
      .thenRefused('link-not-found')
    const gone: LibraryEvent = { type: 'CollectionDeleted', data: { collectionId: 1, before: null, at } }
    given(...shared, gone)
      .when(edit(EDITOR, 1))
      .thenRefused('link-not-found')
  })
  it('a library whose owner deleted the account has no members', () => {
    const ids = { libraryId: 'l', ownerId: 'o', at }
    const closed = [...shared, { type: 'LibraryClosed', data: ids } as const]
    given(...closed)
      .when(edit(EDITOR, 1))
      .thenRefused('not-found')
    expect(roleNow(foldAll(library, closed), 1, EDITOR, at)).toBeUndefined()
  })
  it('after the plan of the owner members read on for 30 days, and then see nothing', () => {
    const after = (days: number) => new Date(Date.parse(at) + days * DAY_MS - 1).toISOString()
    const paused = [...shared, plan('pro'), plan('pro', 10_000, 'again')]
    given(...paused)
      .when({ ...edit(EDITOR, 1), now: after(30) })
      .thenRefused('sharing-paused')
    given(...paused)
      .when({ ...edit(READER, 1), now: after(30) })
      .thenRefused('role-needed')
    given(...paused)
      .when({ ...edit(EDITOR, 1), now: after(31) })
      .thenRefused('link-not-found')
    const roleOf = (events: readonly LibraryEvent[], days: number) =>
      roleNow(foldAll(library, events), 1, EDITOR, after(days))
    expect([30, 31].map(days => roleOf(paused, days))).toEqual(['reader', undefined])
    expect(roleOf([...paused, plan('ultra', null, 'back')], 31)).toBe('editor')
  })
  it('a member leaves, and takes nobody along', () => {
    const end = (memberId: string, how: 'left' | 'removed', by?: string) =>
      ({
        type: 'EndMembership',
        collectionId: 1,
        memberId,
        how,
        now: at,
        ...(by && { by }),
      }) as LibraryCommand
    given(...shared, plan('pro'))
      .when(end(READER, 'left', READER))
      .then({ type: 'MemberLeft', data: { collectionId: 1, memberId: READER, how: 'left', at } })
    given(...shared)
      .when(end(READER, 'left', EDITOR))
      .thenRefused('role-needed')
    given(...shared)
      .when(end(EDITOR, 'removed'))
      .then(left(1, EDITOR))
    given(...shared)
      .when(end('nobody', 'removed'))
      .thenNothing()
  })
})

it('who is invited twice has the better of both roles', () => {
  const roleOf = (memberId: string, role: Role) => {
    const state = foldAll(library, [...shared, invited(1, 'i0', role)])
    const accept = { type: 'AcceptInvitation', invitationId: 'i0', memberId, now: at } as const
    return library.decide(accept, state)[0]?.data
  }
  expect(roleOf(EDITOR, 'reader')).toMatchObject({ role: 'editor' })
  expect(roleOf(READER, 'commenter')).toMatchObject({ role: 'commenter' })
})

describe('flags on shared links', () => {
  const flag = (linkIds: number[], changes: object, memberId = 'm') =>
    ({
      ...({ type: 'FlagShared', memberId, linkIds, ...changes, known: { revision: 9 } } as const),
      now: later,
    }) satisfies LibraryCommand
  const flagged = (links: IdRanges, changes: object): LibraryEvent => ({
    type: 'SharedLinksFlagged',
    data: { memberId: 'm', links, ...changes, revision: 9, at: later },
  })

  it('are those that change, and do not touch links of the same id', () => {
    const archived = flagged([[1, 2]], { isArchived: true })
    given(opened, saved(1))
      .when(flag([2, 1], { isArchived: true }))
      .then(archived)
    given(opened, saved(1), archived)
      .when(flag([1, 2, 3], { isArchived: true }))
      .then(flagged([3], { isArchived: true }))
    given(opened, archived)
      .when(flag([1, 2], { isArchived: true }))
      .thenNothing()
    given(opened)
      .when(flag([1], { isFavorite: false }))
      .thenNothing()
    expect(foldAll(library, [opened, saved(1), archived]).links.get(1)?.archived).toBe(false)
  })
  it('are taken back where they are still as the act left them', () => {
    const [archived, mine] = [flagged([[1, 3]], { isArchived: true }), flagged([2], { isArchived: false })]
    const undo = (event: LibraryEvent) =>
      ({
        ...({ type: 'UndoAct', undone: 'c', now: later } as const),
        known: { event, commandId: 'c', actorId: 'u' },
      }) satisfies LibraryCommand
    const back = flagged([1, 3], { isArchived: false, undone: 'c' })
    given(opened, archived, mine).when(undo(archived)).then(back)
    given(opened, archived, mine, back).when(undo(archived)).thenNothing()
    given(opened, archived, back)
      .when(undo(back))
      .then(flagged([1, 3], { isArchived: true, undone: 'c' }))
    const both = flagged([1], { isArchived: true, isFavorite: true })
    given(opened, both).when(undo(both)).thenRefused('not-undoable')
  })
  it('are bounded, and can always be taken off', () => {
    const full = flagged([[1, 10_000]], { isFavorite: true })
    given(opened, full)
      .when(flag([10_001], { isFavorite: true }))
      .thenRefused('too-many-flags')
    given(opened, full)
      .when(flag([10_000], { isArchived: true }))
      .then(flagged([10_000], { isArchived: true }))
    given(opened, full)
      .when(flag([1], { isFavorite: false }))
      .then(flagged([1], { isFavorite: false }))
  })
})

it('a snapshot has all that is shared', () => {
  const flags: LibraryEvent = {
    type: 'SharedLinksFlagged',
    data: { memberId: 'm', links: [4], isFavorite: true, revision: 1, at },
  }
  const state = foldAll(library, [...shared, invited(3, 'i0'), flags, plan('pro')])
  const parts = JSON.parse(JSON.stringify([...librarySnapshot.freeze(state)])) as unknown[]
  const thawed = parts.reduce<Library>((all, part) => librarySnapshot.thaw(all, part), library.initial())
  expect(thawed).toEqual(state)
})

it('copies are of what is not there yet, and all of them or none', () => {
  const links = copiesOf(foldAll(library, [...shared, saved(4), collected(4, 1)]), 1)
  expect(links.map(({ url }) => url)).toEqual(['https://example.com/1', 'https://example.com/4'])
  const copy = { type: 'CopyLinks', links: [...links, ...links], now: later } as const
  const there = [opened, plan('pro'), saved(1)]
  expect(library.decide(copy, foldAll(library, there))).toMatchObject([
    { type: 'LinkSaved', data: { linkId: 2, url: 'https://example.com/4', duplicateAccepted: false } },
  ])
  given(...there, plan('pro', 1, 'later'))
    .when(copy)
    .thenRefused('limit-reached', { currentCount: 1, limit: 1 })
  given(...there, ...library.decide(copy, foldAll(library, there)))
    .when(copy)
    .thenNothing()
})
