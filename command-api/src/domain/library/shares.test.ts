import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { SHARES_MAX } from '@lectern/contracts/shares.ts'
import { describe, expect, it, test } from 'vitest'
import { foldAll } from '../../test-support/given.ts'
import {
  about,
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
import type { MakeShare } from './shares.ts'

const idOf = (n: number) => `01980000-0000-5000-8000-${String(n).padStart(12, '0')}`
const [first, second] = [idOf(1), idOf(2)]
const choices = { live: true, withNotes: false, fullText: false, hasPassword: false, expiresAt: null }
const plan = (of: Plan): LibraryEvent => ({
  type: 'AllowanceChanged',
  data: { plan: of, limit: null, cause: of, at },
})

const article = (shareId = first, more: Partial<MakeShare> = {}): MakeShare => ({
  ...{ type: 'MakeShare', shareId, kind: 'article', linkId: 1, ...choices, now: later, ...more },
})
const collection = (shareId = first): MakeShare => ({
  ...{ type: 'MakeShare', shareId, kind: 'collection', collectionId: 1, ...choices, now: later },
})
const made = ({ type: _, now, ...share }: MakeShare, renews?: string): LibraryEvent => ({
  type: 'ShareMade',
  data: { ...share, ...(renews !== undefined && { renews }), at: now },
})
const withdrawn = (shareId = first): LibraryEvent => ({
  type: 'ShareWithdrawn',
  data: { shareId, kind: 'article', linkId: 1, at: later },
})
const withdraw = (shareId = first) => ({ type: 'WithdrawShare', shareId, now: later }) as const
const renew = (renews = first, shareId = second) =>
  ({ type: 'RenewShare', shareId, renews, now: later }) as const

const past = [opened, plan('free'), saved(1), created(1)]

describe('making a public link', () => {
  it('makes one of an article or its highlights on every plan', () => {
    for (const kind of ['article', 'highlights'] as const)
      given(...past)
        .when(article(first, { kind, expiresAt: '2026-12-31T00:00:00.000Z' }))
        .then(made(article(first, { kind, expiresAt: '2026-12-31T00:00:00.000Z' })))
  })

  it('makes one of a collection on Ultra alone', () => {
    given(...past, plan('ultra'))
      .when(collection())
      .then(made(collection()))
    for (const other of ['free', 'basic', 'pro', 'legacy_unlimited'] as const)
      given(...past, plan(other))
        .when(collection())
        .thenRefused('collections-not-shared')
  })

  it('refuses what is not there, a time that is over, and more than a library holds', () => {
    given(...past)
      .when(article(first, { linkId: 2 }))
      .thenRefused('link-not-found')
    given(opened, plan('ultra')).when(collection()).thenRefused('collection-not-found')
    // Whether it is there is told before what it would cost.
    given(opened, plan('free')).when(collection()).thenRefused('collection-not-found')
    given(...past)
      .when(article(first, { expiresAt: later }))
      .thenRefused('invalid-input')
    const full = Array.from({ length: SHARES_MAX }, (_, n) => made(article(idOf(n + 10))))
    given(...past, ...full)
      .when(article())
      .thenRefused('too-many-shares')
    given(...past, ...full, withdrawn(idOf(10)))
      .when(article())
      .then(made(article()))
  })

  it('makes no second one of the same id', () => {
    given(...past, made(article()))
      .when(article())
      .thenNothing()
  })
})

describe('renewing a public link', () => {
  it('puts another one with the same choices in its place', () => {
    given(...past, made(article(first, { withNotes: true })))
      .when(renew())
      .then(made(article(second, { withNotes: true }), first), withdrawn())
  })

  it('refuses one that is not there, or whose time is over', () => {
    given(...past)
      .when(renew())
      .thenRefused('share-not-found')
    const short = { expiresAt: '2026-01-03T00:00:00.000Z' }
    given(...past, made(article(first, short)))
      .when(renew())
      .thenRefused('share-over')
    given(...past, plan('ultra'), made(collection()), plan('pro'))
      .when(renew())
      .thenRefused('collections-not-shared')
  })
})

describe('withdrawing a public link', () => {
  it('withdraws it once, on every plan', () => {
    given(...past, made(article()))
      .when(withdraw())
      .then(withdrawn())
    given(...past, made(article()), withdrawn())
      .when(withdraw())
      .thenRefused('share-not-found')
    given(...past, plan('ultra'), made(collection()), plan('free'))
      .when(withdraw())
      .then({
        type: 'ShareWithdrawn',
        data: { shareId: first, kind: 'collection', collectionId: 1, at: later },
      })
  })

  test.each<[string, LibraryEvent[]]>([
    ['a deleted article', [made(article()), about('LinkDeleted', 1)]],
    ['articles that were deleted together', [made(article()), deleted([1])]],
    ['a deleted collection', [made(collection()), collectionDeleted(1)]],
  ])('%s takes its public links along', (_, events) => {
    given(...past, plan('ultra'), ...events)
      .when(withdraw())
      .thenRefused('share-not-found')
  })
})

it('is in snapshots', () => {
  const state = foldAll(library, [...past, made(article())])
  let thawed = library.initial()
  for (const part of library.snapshot?.freeze(state) ?? [])
    thawed = library.snapshot?.thaw(thawed, JSON.parse(JSON.stringify(part))) as typeof thawed
  expect(thawed.shares).toEqual(state.shares)
  expect(thawed.shares.size).toBe(1)
})
