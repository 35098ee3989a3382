import { randomUUID } from 'node:crypto'
import { Receipts } from '@lectern/contracts/api/account-settings.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startCommandApi } from '../test-support/api.ts'
import { card, startTestStripe } from '../test-support/stripe.ts'
import { returnPayment, settlePayment } from './settle.ts'
import { connectStripe } from './stripe.ts'

const parts = duringTests(startParts)
const stripe = duringTests(startTestStripe)
const api = duringTests(() => startCommandApi(parts, { stripe: stripe.config }))
const off = duringTests(() => startCommandApi(parts))
const settling = () => ({
  accounts: api.aggregates.accounts,
  store: api.store,
  stripe: connectStripe(stripe.config, api.storeId),
  log: createLog('test', 'silent'),
})

const signUp = async (): Promise<Caller> => {
  const username = `u${randomUUID().slice(0, 12)}`
  const body = { email: `${username}@example.com`, username, password: 'a good password' }
  await api.call('POST', '/api/signup', { body })
  const found = 'SELECT id AS "userId", library_id AS "libraryId" FROM identity.users WHERE username = $1'
  const { rows } = await api.pool.query(found, [username])
  return { ...rows[0], sessionId: randomUUID() }
}
const buy = async (as: Caller, tier: string, number?: string): Promise<string> => {
  const { body } = await api.call('POST', '/api/create-payment-intent', { as, body: { tier } })
  const { paymentIntentId: id } = body as { paymentIntentId: string }
  stripe.standIn.payments.confirm(id, { card: card(number), name: 'Mina Harker', email: 'mina@example.com' })
  await settlePayment(settling(), id)
  return id
}
const receipts = async (as: Caller) =>
  Receipts.parse((await api.call('GET', '/api/account/receipts', { as })).body).receipts
const stateOf = async (as: Caller) => (await receipts(as))[0]?.state

it('lists what the caller paid, with the receipts that Stripe has', async () => {
  const [caller, other] = [await signUp(), await signUp()]
  expect(await receipts(caller)).toEqual([])
  const id = await buy(caller, 'pro')
  const [receipt] = await receipts(caller)
  expect(receipt).toMatchObject({ id, tier: 'pro', amount: 4_900, currency: 'usd', state: 'paid' })
  expect(receipt?.url).toMatch(/^https:\/\/pay\.stripe\.com\/receipts\//)
  expect(await receipts(other)).toEqual([])
})

it('says what came back, in part and in whole', async () => {
  const caller = await signUp()
  const id = await buy(caller, 'pro')
  stripe.standIn.payments.refund({ payment_intent: id, amount: 1_000 })
  expect(await stateOf(caller)).toBe('partly-refunded')
  const rest = stripe.standIn.payments.refund({ payment_intent: id })
  await settlePayment(settling(), id)
  expect(await stateOf(caller)).toBe('refunded')
  stripe.standIn.payments.failRefund(rest.id)
  expect(await stateOf(caller)).toBe('partly-refunded')
})

it.each([
  ['won', 'paid'],
  ['lost', 'refunded'],
] as const)('says disputed until the bank has decided: %s is %s', async (outcome, state) => {
  const caller = await signUp()
  const id = await buy(caller, 'pro', '4000000000000259')
  expect(await stateOf(caller)).toBe('disputed')
  const [dispute] = Object.values(stripe.standIn.state.disputes).filter(each => each.payment_intent === id)
  stripe.standIn.payments.closeDispute(dispute?.id ?? '', outcome)
  expect(await stateOf(caller)).toBe(state)
})

it('says that a payment which bought nothing goes back, and is back', async () => {
  const caller = await signUp()
  const asked = await api.call('POST', '/api/create-tier-checkout', { as: caller, body: { tier: 'pro' } })
  await buy(caller, 'pro')
  const session = (asked.body as { url: string }).url.split('/').at(-1) ?? ''
  const { id } = stripe.standIn.checkout.pay(session, { card: card() })
  await settlePayment(settling(), id)
  const states = async () => (await receipts(caller)).map(({ state }) => state).toSorted()
  expect(await states()).toEqual(['being-returned', 'paid'])
  await returnPayment(settling(), { userId: caller.userId, paymentIntentId: id })
  expect(await states()).toEqual(['paid', 'returned'])
})

it('says so where Stripe cannot be asked', async () => {
  const caller = await signUp()
  await buy(caller, 'basic')
  expect(await off.call('GET', '/api/account/receipts', { as: caller })).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining('your receipts cannot be shown') },
  })
})
