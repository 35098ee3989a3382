import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import { PLANS, type Plan, priceOf, type Tier } from '@lectern/contracts/plans.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAll, givenOn } from '../test-support/given.ts'
import type { Payment, RecordPayment } from './account/payments.ts'
import { type AccountCommand, account } from './account.ts'

const given = givenOn(account)

const at = '2026-01-02T03:04:05.678Z'
const ids = {
  userId: '01980000-0000-7000-8000-000000000002',
  libraryId: '01980000-0000-7000-8000-000000000001',
}
const opened: AccountEvent = { type: 'AccountOpened', data: { ...ids, at } }
const granted: AccountEvent = { type: 'PlanGranted', data: { ...ids, plan: 'ultra', at } }

describe('OpenAccount', () => {
  const open = { type: 'OpenAccount', ...ids, now: at } as const
  it('produces an account', () => {
    given().when(open).then(opened)
  })
  it('produces an account with the plan that accounts begin with here', () => {
    given()
      .when({ ...open, plan: 'ultra' })
      .then(opened, granted)
    given()
      .when({ ...open, plan: 'free' })
      .then(opened)
  })
  it('stays quiet on one that is open', () => {
    given(opened)
      .when({ ...open, plan: 'ultra' })
      .thenNothing()
    given(opened).when(open).thenNothing()
  })
})

describe('GrantPlan', () => {
  const grant = { type: 'GrantPlan', plan: 'ultra', now: at } as const
  it('produces a grant for the library of the account', () => {
    given(opened).when(grant).then(granted)
  })
  it('produces another one when the plan is granted again', () => {
    given(opened, granted).when(grant).then(granted)
  })
  it('refuses an account that does not exist', () => {
    given().when(grant).thenRefused('not-found')
  })
})

describe('CloseAccount', () => {
  const close = { type: 'CloseAccount', ...ids, now: at } as const
  const closed: AccountEvent = { type: 'AccountClosed', data: { ...ids, at } }
  it('closes an account, also one whose opening was interrupted, once', () => {
    given(opened, granted).when(close).then(closed)
    given().when(close).then(closed)
    given(opened, closed).when(close).thenNothing()
  })
  it('lets nothing change the account afterwards', () => {
    const payment: Payment = {
      ...{ paymentIntentId: 'pi_1', tier: 'pro', amount: priceOf('pro'), currency: 'usd', state: 'paid' },
      disputed: false,
    }
    const commands: AccountCommand[] = [
      { type: 'OpenAccount', ...ids, now: at },
      { type: 'GrantPlan', plan: 'ultra', now: at },
      { type: 'UnsubscribeFromMail', now: at },
      { type: 'RecordPayment', payment, now: at },
    ]
    for (const command of commands) given(opened, closed).when(command).thenRefused('account-closed')
    given(closed)
      .when({ type: 'OpenAccount', ...ids, now: at })
      .thenRefused('account-closed')
  })
  it('remembers the payments, so that they can be kept', () => {
    const bought: AccountEvent = {
      type: 'PlanPurchased',
      data: {
        ...{ ...ids, paymentIntentId: 'pi_1', tier: 'pro', amount: 4900, currency: 'usd', plan: 'pro' },
        ...{ limit: 10_000, at },
      },
    }
    expect(foldAll(account, [opened, bought, closed])?.payments.known.get('pi_1')?.fate).toBe('bought')
  })
})

describe('acts of the owner', () => {
  const { userId } = ids
  const id = '01980000-0000-7000-8000-000000000004'
  const cases: [AccountCommand, AccountEvent][] = [
    [
      { type: 'RequestPasswordReset', requestId: id, now: at },
      { type: 'PasswordResetRequested', data: { userId, requestId: id, at } },
    ],
    [
      { type: 'ChangePassword', through: 'session', now: at },
      { type: 'PasswordChanged', data: { userId, through: 'session', at } },
    ],
    [
      { type: 'RequestEmailChange', changeId: id, now: at },
      { type: 'EmailChangeRequested', data: { userId, changeId: id, at } },
    ],
    [
      { type: 'ChangeEmail', changeId: id, now: at },
      { type: 'EmailChanged', data: { userId, changeId: id, at } },
    ],
    [
      { type: 'ChangeUsername', now: at },
      { type: 'UsernameChanged', data: { userId, at } },
    ],
    [
      { type: 'ChangeFirstName', now: at },
      { type: 'FirstNameChanged', data: { userId, at } },
    ],
    [
      { type: 'UnsubscribeFromMail', now: at },
      { type: 'MailUnsubscribed', data: { userId, at } },
    ],
  ]
  it.each(cases)('%j is recorded without what it changed', (command, event) => {
    given(opened).when(command).then(event)
    given().when(command).thenRefused('not-found')
  })

  it('unsubscribe once', () => {
    const unsubscribed: AccountEvent = { type: 'MailUnsubscribed', data: { userId, at } }
    given(opened, unsubscribed).when({ type: 'UnsubscribeFromMail', now: at }).thenNothing()
  })

  it('subscribe again, once', () => {
    const unsubscribed: AccountEvent = { type: 'MailUnsubscribed', data: { userId, at } }
    const subscribed: AccountEvent = { type: 'MailSubscribed', data: { userId, at } }
    const subscribe: AccountCommand = { type: 'SubscribeToMail', now: at }
    given(opened).when(subscribe).thenNothing()
    given(opened, unsubscribed).when(subscribe).then(subscribed)
    given(opened, unsubscribed, subscribed).when(subscribe).thenNothing()
  })
})

describe('RecordPayment', () => {
  const pi = (n: number) => `pi_${n}`
  const paid = (tier: Tier, n = 1, changed: Partial<Payment> = {}): RecordPayment => ({
    type: 'RecordPayment',
    payment: {
      ...{ paymentIntentId: pi(n), tier, amount: priceOf(tier), currency: 'usd' },
      ...{ state: 'paid', disputed: false },
      ...changed,
    },
    now: at,
  })
  const data = (tier: Tier, n = 1) => ({
    ...ids,
    ...{ paymentIntentId: pi(n), tier, amount: priceOf(tier), currency: 'usd', at },
  })
  const bought = (tier: Tier, n = 1): AccountEvent => ({
    type: 'PlanPurchased',
    data: { ...data(tier, n), plan: tier, limit: PLANS[tier].limit },
  })
  const refunded = (tier: Tier, plan: Plan, n = 1, cause: 'refund' | 'dispute' = 'refund'): AccountEvent => ({
    type: 'PlanRefunded',
    data: { ...data(tier, n), plan, limit: PLANS[plan].limit, cause },
  })
  const unwanted = (tier: Tier, n = 1): AccountEvent => ({
    type: 'PaymentUnwanted',
    data: { ...data(tier, n), reason: 'plan-held' },
  })
  const grants = (plan: Plan): AccountEvent => ({ type: 'PlanGranted', data: { ...ids, plan, at } })

  it('buys the tier that was paid for, once', () => {
    given(opened).when(paid('pro')).then(bought('pro'))
    given(opened, bought('pro')).when(paid('pro')).thenNothing()
  })
  it.each([
    ['the same', bought('pro'), 'pro'],
    ['a lower', bought('ultra'), 'pro'],
    ['a granted', granted, 'ultra'],
  ] as const)('returns a payment for %s plan', (_name, before, tier) => {
    given(opened, before).when(paid(tier, 2)).then(unwanted(tier, 2))
  })
  it('returns a payment of another amount or currency', () => {
    const payment = { paymentIntentId: pi(1), tier: 'pro' } as const
    given(opened)
      .when(paid('pro', 1, { amount: 4_899 }))
      .then({
        type: 'PaymentUnwanted',
        data: { ...ids, ...payment, amount: 4_899, currency: 'usd', at, reason: 'wrong-amount' },
      })
    given(opened)
      .when(paid('pro', 1, { currency: 'eur' }))
      .then({
        type: 'PaymentUnwanted',
        data: { ...ids, ...payment, amount: 4_900, currency: 'eur', at, reason: 'wrong-currency' },
      })
  })
  it('notes once that an unwanted payment went back, and that it came again', () => {
    const returned: AccountEvent = { type: 'PaymentReturned', data: data('pro', 2) }
    const past = [opened, bought('pro'), unwanted('pro', 2)]
    const back = paid('pro', 2, { state: 'refunded' })
    given(...past)
      .when(back)
      .then(returned)
    given(...past, returned)
      .when(back)
      .thenNothing()
    given(...past, returned)
      .when(paid('pro', 2))
      .then({ type: 'ReturnFailed', data: data('pro', 2) })
  })
  it('lowers the plan of a refunded purchase to the best that is paid', () => {
    const refund = paid('ultra', 2, { state: 'refunded' })
    given(opened, bought('basic'), bought('ultra', 2))
      .when(refund)
      .then(refunded('ultra', 'basic', 2))
    given(opened, bought('ultra', 2), refunded('ultra', 'free', 2))
      .when(refund)
      .thenNothing()
    given(opened).when(refund).thenNothing()
  })
  it('restores a plan whose refund failed', () => {
    given(opened, bought('pro'), refunded('pro', 'free'))
      .when(paid('pro'))
      .then({ type: 'PlanRestored', data: { ...data('pro'), plan: 'pro', limit: 10_000 } })
  })
  it.each(['pro', 'ultra'] as const)('restores nothing where %s was bought after the refund', tier => {
    given(opened, bought('pro'), refunded('pro', 'free'), bought(tier, 2))
      .when(paid('pro'))
      .then({ type: 'ReturnFailed', data: data('pro') })
  })
  it('keeps the plan during a dispute, and lowers it when that is lost', () => {
    const disputed: AccountEvent = { type: 'PaymentDisputed', data: data('pro') }
    given(opened, bought('pro'))
      .when(paid('pro', 1, { disputed: true }))
      .then(disputed)
    given(opened, bought('pro'), disputed)
      .when(paid('pro', 1, { disputed: true }))
      .thenNothing()
    given(opened, bought('pro'), disputed)
      .when(paid('pro', 1, { disputed: true, state: 'lost' }))
      .then(refunded('pro', 'free', 1, 'dispute'))
  })
  it('never lowers the cap of the unlimited plan', () => {
    const ultra: AccountEvent = {
      type: 'PlanPurchased',
      data: { ...data('ultra'), plan: 'ultra', limit: null },
    }
    const back: AccountEvent = {
      type: 'PlanRefunded',
      data: { ...data('ultra'), plan: 'legacy_unlimited', limit: null, cause: 'refund' },
    }
    given(opened, grants('legacy_unlimited')).when(paid('ultra')).then(ultra)
    given(opened, grants('legacy_unlimited'), ultra)
      .when(paid('ultra', 1, { state: 'refunded' }))
      .then(back)
  })
  it('leaves a plan that was granted after the purchase', () => {
    given(opened, bought('basic'), grants('ultra'))
      .when(paid('basic', 1, { state: 'refunded' }))
      .then(refunded('basic', 'ultra'))
    given(opened, bought('basic'), grants('free')).when(paid('pro', 2)).then(bought('pro', 2))
  })
  it('refuses an account that does not exist', () => {
    given().when(paid('pro')).thenRefused('not-found')
  })

  it('comes to what Stripe said last, whatever it said before and however often', () => {
    const told = fc.record({
      n: fc.integer({ min: 1, max: 4 }),
      state: fc.constantFrom('paid', 'refunded', 'lost'),
      disputed: fc.boolean(),
      times: fc.integer({ min: 1, max: 3 }),
    })
    const tiers: Tier[] = ['basic', 'pro', 'ultra', 'pro']
    fc.assert(
      fc.property(fc.array(told, { maxLength: 20 }), tellings => {
        let state = foldAll(account, [opened])
        const last = new Map<string, string>()
        for (const { n, times, ...rest } of tellings)
          for (let time = 1; time <= times; time += 1) {
            const events = account.decide(paid(tiers[n - 1] ?? 'pro', n, rest), state)
            if (time > 1) expect(events).toEqual([])
            state = events.reduce((before, event) => account.evolve(before, event, 0), state)
            last.set(pi(n), rest.state)
          }
        for (const [id, { fate }] of state?.payments.known ?? []) {
          const holds = fate === 'bought' || fate === 'unwanted' || fate === 'return-failed'
          expect([id, holds]).toEqual([id, last.get(id) === 'paid'])
        }
      }),
    )
  })
})
