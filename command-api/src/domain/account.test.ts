import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import { describe, it } from 'vitest'
import { givenOn } from '../test-support/given.ts'
import { account } from './account.ts'

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
  it('stays quiet on one that is open', () => {
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
