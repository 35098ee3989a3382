import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { describe, expect, it } from 'vitest'
import { foldAll } from '../../../test-support/given.ts'
import { at, created, given, later, opened, saved } from '../../../test-support/library.ts'
import {
  COMMENTER,
  EDITOR,
  joined,
  left,
  plan,
  READER,
  STRANGER,
  shared,
} from '../../../test-support/shared-library.ts'
import { type LibraryCommand, library } from '../../library.ts'
import { checkHandover } from './handover.ts'

describe('a collection is handed over', () => {
  const offered = (memberId: string | null): LibraryEvent => ({
    type: 'HandoverOffered',
    data: { collectionId: 1, memberId, at },
  })
  const offer = (memberId: string | null) =>
    ({ type: 'OfferHandover', collectionId: 1, memberId, now: at }) satisfies LibraryCommand
  const accept = (by: string) =>
    ({ type: 'AcceptHandover', collectionId: 1, by, now: later }) satisfies LibraryCommand
  const handover = {
    to: EDITOR,
    members: [
      { memberId: EDITOR, role: 'editor' as const },
      { memberId: COMMENTER, role: 'commenter' as const },
      { memberId: READER, role: 'reader' as const },
    ],
  }

  it('to an editor, who is offered it', () => {
    given(...shared)
      .when(offer(EDITOR))
      .then(offered(EDITOR))
    given(...shared, offered(EDITOR))
      .when(offer(EDITOR))
      .thenNothing()
    given(...shared)
      .when(offer(null))
      .thenNothing()
    given(...shared, offered(EDITOR))
      .when(offer(null))
      .then(offered(null))
    given(...shared)
      .when(offer(READER))
      .thenRefused('no-editor')
    given(...shared)
      .when(offer(STRANGER))
      .thenRefused('member-not-found')
    given(...shared)
      .when({ ...offer(EDITOR), by: EDITOR })
      .thenRefused('role-needed')
  })
  it('by one event, which has the members as they were', () => {
    const events = library.decide(accept(EDITOR), foldAll(library, [...shared, offered(EDITOR)]))
    expect(events).toMatchObject([{ type: 'CollectionDeleted', data: { before: { links: [1] }, handover } }])
    const after = foldAll(library, [...shared, offered(EDITOR), ...events])
    expect([after.members.has(1), after.offers.size, after.links.get(1)?.collectionId]).toEqual([
      false,
      0,
      null,
    ])
    // Nor does a member bring it back.
    const [event] = events
    if (event === undefined) throw new Error('no event')
    const known = { event, commandId: 'c', actorId: EDITOR }
    given(...shared, offered(EDITOR), ...events)
      .when({ type: 'UndoAct', undone: 'c', by: EDITOR, known, now: later })
      .thenRefused('not-undoable')
  })
  it('to nobody who was not offered it, or is no editor any more', () => {
    for (const by of [COMMENTER, READER])
      given(...shared, offered(EDITOR))
        .when(accept(by))
        .thenRefused('role-needed')
    given(...shared)
      .when(accept(EDITOR))
      .thenRefused('not-offered')
    given(...shared, offered(EDITOR), offered(null))
      .when(accept(EDITOR))
      .thenRefused('not-offered')
    const reader: LibraryEvent = {
      type: 'MemberRoleChanged',
      data: { collectionId: 1, memberId: EDITOR, role: 'reader', before: 'editor', at },
    }
    given(...shared, offered(EDITOR), reader)
      .when(accept(EDITOR))
      .thenRefused('role-needed')
    // The role comes back, and the offer does not.
    given(...shared, offered(EDITOR), reader, joined(1, EDITOR, 'editor'))
      .when(accept(EDITOR))
      .thenRefused('not-offered')
    given(...shared, offered(EDITOR), left(1, EDITOR))
      .when(accept(EDITOR))
      .thenRefused('collection-not-found')
  })
  it('also where the plan of its owner has lost sharing', () => {
    given(...shared, plan('pro'))
      .when(offer(EDITOR))
      .then(offered(EDITOR))
    const state = foldAll(library, [...shared, offered(EDITOR), plan('pro')])
    expect(library.decide(accept(EDITOR), state)).toHaveLength(1)
  })

  const handoverId = '01980000-0000-7000-8000-000000000025'
  const receive = {
    ...({ type: 'ReceiveCollection', handoverId, name: 'Garden', description: null } as const),
    ...{ color: '#10B981', members: [{ memberId: 'former', role: 'editor' as const }], now: at },
  } satisfies LibraryCommand
  const link = (from: number) => {
    const url = `https://example.com/${from}`
    const texts = { url, urlKey: url, title: `${from}`, titleFrom: 'person' as const, note: null }
    return { from, ...texts, tags: [], savedAt: at, isFavorite: false, isArchived: true }
  }
  const links = (...from: number[]) =>
    ({ type: 'ReceiveLinks', handoverId, links: from.map(link), now: at }) satisfies LibraryCommand

  it('into the library of the new owner, where each link comes once', () => {
    const past: LibraryEvent[] = [opened, plan('ultra'), saved(1)]
    for (const command of [receive, receive, links(3, 5), links(3, 5), links(5, 9), receive])
      past.push(...library.decide(command, foldAll(library, past)))
    const state = foldAll(library, past)
    expect([...state.links].map(([id, { collectionId, texts }]) => [id, collectionId, texts.title])).toEqual([
      ...[
        [1, null, 'A title'],
        [2, 1, '3'],
        [3, 1, '5'],
        [4, 1, '9'],
      ],
    ])
    expect(state.links.get(2)?.archived).toBe(true)
    expect([...state.members]).toEqual([[1, new Map([['former', 'editor']])]])
    expect(state.collections.size).toBe(1)
    // Its owner deleted it meanwhile.
    const gone = library.decide(
      { type: 'DeleteCollection', collectionId: 1, now: later },
      foldAll(library, past),
    )
    given(...past, ...gone)
      .when(links(10))
      .thenNothing()
  })
  it('that has room for it', () => {
    const check = (...events: LibraryEvent[]) => {
      const state = foldAll(library, [opened, ...events])
      return () => checkHandover([link(1), link(2)], state)
    }
    expect(check(plan('ultra'))).not.toThrow()
    for (const [code, ...events] of [
      ['sharing-needed', plan('pro')],
      ['limit-reached', plan('ultra', 2), saved(1)],
      [
        'too-many-shared',
        plan('ultra'),
        ...Array.from({ length: 100 }, (_, n) => [created(n + 1), joined(n + 1, 'm', 'reader')]).flat(),
      ],
    ] as [string, ...LibraryEvent[]][])
      expect(check(...events)).toThrow(expect.objectContaining({ code }))
  })
})
