import { randomUUID } from 'node:crypto'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { stripeStream } from '@lectern/contracts/events/stripe.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { AT } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { signatureOf } from '@lectern/stripe-stand-in/webhooks.ts'
import { expect, it, onTestFinished } from 'vitest'
import { connectStripe, type StripePort } from '../payments/stripe.ts'
import { startCommandApi, stateOf } from '../test-support/api.ts'
import { policiesOn } from '../test-support/policies.ts'
import { card, startTestStripe, WEBHOOK_SECRET } from '../test-support/stripe.ts'
import type { PolicyParts } from './policies.ts'

const parts = duringTests(startOwnParts)
const stripe = duringTests(startTestStripe)
const api = duringTests(() => startCommandApi(parts))
const { start, record, passed, skipToEnd } = policiesOn(api)

it('a payment is returned once if the process ends after that and before the checkpoint', async () => {
  await skipToEnd()
  const connected = connectStripe(stripe.config, api.storeId) as StripePort
  const metadata = { lectern_store: api.storeId }
  const { id } = stripe.standIn.payments.create({ amount: 4_900, currency: 'usd', metadata })
  stripe.standIn.payments.confirm(id, { card: card() })
  const accounts = { read: async () => 'unwanted' } as unknown as PolicyParts['accounts']
  const unwanted = { userId: randomUUID(), libraryId: randomUUID(), paymentIntentId: id, tier: 'pro' }
  const isDone = Promise.withResolvers<void>()
  const refund: StripePort['refund'] = async payment => {
    const isRefunded = await connected.refund(payment)
    stop()
    isDone.resolve()
    return isRefunded
  }
  const stop = start({ accounts, stripe: { ...connected, refund } })
  const end = await record(accountStream(unwanted.userId), {
    type: 'PaymentUnwanted',
    data: { ...unwanted, amount: 4_900, currency: 'usd', reason: 'plan-held', at: AT },
  })
  await isDone.promise
  start({ accounts, stripe: connected })
  await passed(end)
  const refunds = Object.values(stripe.standIn.state.refunds)
  expect(refunds.filter(({ payment_intent }) => payment_intent === id)).toHaveLength(1)
})

it('a webhook enters command-api once beside its arrival, and the plan follows without NATS and projectors', async () => {
  await skipToEnd()
  const entered: string[] = []
  const counting = (store: EventStore): EventStore => ({
    ...store,
    follow: async function* (options) {
      for await (const events of store.follow(options)) {
        entered.push(...events.map(({ stream }) => stream))
        yield events
      }
    },
  })
  const options = { stripe: stripe.config, followsEvents: true, faulty: counting }
  const following = await startCommandApi(parts, options)
  onTestFinished(() => following.stop())
  const name = `w${randomUUID().slice(0, 12)}`
  const body = { email: `${name}@example.com`, username: name, password: 'a good password' }
  expect((await following.call('POST', '/api/signup', { body })).status).toBe(201)
  const { rows } = await api.pool.query('SELECT id, library_id FROM identity.users WHERE username = $1', [
    name,
  ])
  const { id: user_id, library_id: libraryId } = rows[0]
  const metadata = { lectern_store: api.storeId, user_id, tier: 'pro' }
  const { id } = stripe.standIn.payments.create({ amount: 4_900, currency: 'usd', metadata })
  stripe.standIn.payments.confirm(id, { card: card() })
  const event = stripe.standIn.state.events.findLast(({ type }) => type === 'payment_intent.succeeded')
  const payload = JSON.stringify(event)
  const url = '/api/stripe/webhook'
  const arrived = await following.app.inject({
    ...{ method: 'POST', url, payload },
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signatureOf(payload, WEBHOOK_SECRET, Math.floor(Date.now() / 1_000)),
    },
  })
  expect(arrived.statusCode).toBe(200)
  await expect.poll(async () => (await stateOf(api, { libraryId })).allowance.plan).toBe('pro')
  expect(entered.filter(stream => stream === stripeStream(event?.id ?? ''))).toHaveLength(1)
})
