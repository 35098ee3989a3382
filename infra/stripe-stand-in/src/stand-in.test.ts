import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StandIn, startStandIn } from './server.ts'

const WEBHOOK_SECRET = 'whsec_test'
let standIn: StandIn
let stripe: Stripe
/** Webhooks that arrived, in their order, and how the receiver answers the next ones. */
const received: Stripe.Event[] = []
const failures = { left: 0 }
const receiver = createServer(async (request, response) => {
  const payload = await text(request)
  const signature = String(request.headers['stripe-signature'])
  const event = stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET)
  if (failures.left > 0) {
    failures.left -= 1
    response.writeHead(503).end()
    return
  }
  received.push(event)
  response.end()
})

beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const keys = { secretKey: 'sk_test_x', webhookSecret: WEBHOOK_SECRET }
  standIn = await startStandIn({ port: 0, ...keys, webhookUrl: `http://127.0.0.1:${port}/` })
  stripe = sdk('sk_test_x')
})
afterAll(async () => {
  await standIn.stop()
  receiver.close()
})

const sdk = (key: string) =>
  new Stripe(key, { protocol: 'http', host: '127.0.0.1', port: standIn.port, maxNetworkRetries: 0 })

const pro = { amount: 4_900, currency: 'usd', metadata: { tier: 'pro' } }
const session: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [
    { price_data: { currency: 'usd', unit_amount: 4_900, product_data: { name: 'Pro' } }, quantity: 1 },
  ],
  success_url: 'http://localhost/done?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost/back',
}
const fields = (number: string, more = {}) =>
  new URLSearchParams({ number, expiry: '12/40', cvc: '123', ...more })
const visit = (path: string, body?: URLSearchParams) =>
  fetch(new URL(path, standIn.origin), {
    redirect: 'manual',
    ...(body && { method: 'POST', body }),
  })
/** Pays as the card form does. */
const pay = async (intent: Stripe.PaymentIntent, number: string) => {
  const body = fields(number, { client_secret: intent.client_secret ?? '' })
  return (await visit('/elements/confirm', body)).json() as Promise<Stripe.PaymentIntent>
}

describe('what Stripe would refuse', () => {
  it.each<[string, object, object]>([
    ['an unknown parameter', { ...pro, colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    [
      'a parameter that was removed',
      { ...pro, payment_method_types: ['card'] },
      { code: 'parameter_unknown' },
    ],
    ['a wrong type', { ...pro, amount: '49 dollars' }, { code: 'parameter_invalid_integer' }],
    ['an amount below the minimum', { ...pro, amount: 49 }, { code: 'amount_too_small' }],
    ['a missing parameter', { currency: 'usd' }, { code: 'parameter_missing', param: 'amount' }],
    ['another currency', { ...pro, currency: 'xyz' }, { param: 'currency' }],
  ])('%s', async (_name, params, refusal) => {
    const create = stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams)
    await expect(create).rejects.toMatchObject({ type: 'StripeInvalidRequestError', ...refusal })
  })

  it('an unknown parameter inside another', async () => {
    const items = [{ ...session.line_items?.[0], discount: '5' }]
    const create = stripe.checkout.sessions.create({ ...session, line_items: items })
    await expect(create).rejects.toMatchObject({ param: 'line_items[0][discount]' })
  })

  it('a key under which something else was asked', async () => {
    const key = { idempotencyKey: 'one-wish' }
    const first = await stripe.paymentIntents.create(pro, key)
    const again = await stripe.paymentIntents.create(pro, key)
    expect([again.id, again.lastResponse.headers['idempotent-replayed']]).toEqual([first.id, 'true'])
    const other = stripe.paymentIntents.create({ ...pro, amount: 5_000 }, key)
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  it('a foreign key, what does not exist, and a second refund', async () => {
    await expect(sdk('sk_test_y').paymentIntents.create(pro)).rejects.toMatchObject({ statusCode: 401 })
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      code: 'resource_missing',
    })
    const intent = await stripe.paymentIntents.create(pro)
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toThrow('no successful charge')
    await pay(intent, '4242424242424242')
    await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 5_000 })).rejects.toThrow(
      'greater',
    )
    await stripe.refunds.create({ payment_intent: intent.id })
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
  })
})

describe('a card', () => {
  it.each([
    ['4242 4242 4242 4242', 'succeeded', undefined],
    ['4000 0000 0000 0002', 'requires_payment_method', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'requires_payment_method', 'Your card has insufficient funds.'],
    ['4000 0025 0000 3155', 'requires_action', undefined],
    ['4000 0000 0000 0085', 'processing', undefined],
    ['4242 4242 4242 4243', 'requires_payment_method', 'Your card number is incorrect.'],
    [
      '4111 1111 1111 1111',
      'requires_payment_method',
      'Your card was declined. Your request was in test mode, but used a non test card.',
    ],
  ])('%s leads to %s', async (number, status, message) => {
    const intent = await stripe.paymentIntents.create(pro)
    const paid = await pay(intent, number)
    expect([paid.status, paid.last_payment_error?.message]).toEqual([status, message])
  })

  it('that asks the bank pays after the answer', async () => {
    const intent = await stripe.paymentIntents.create(pro)
    const answer = async (accept: string) => {
      await pay(intent, '4000002500003155')
      const body = new URLSearchParams({ client_secret: intent.client_secret ?? '', accept })
      const answered = await visit('/elements/authenticate', body)
      return ((await answered.json()) as Stripe.PaymentIntent).status
    }
    expect(await answer('false')).toBe('requires_payment_method')
    expect(await answer('true')).toBe('succeeded')
    expect((await stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(4_900)
  })

  it('pays nothing without the secret of the payment', async () => {
    const intent = await stripe.paymentIntents.create(pro)
    const body = fields('4242424242424242', { client_secret: `${intent.id}_secret_guessed` })
    expect((await visit('/elements/confirm', body)).status).toBe(400)
  })
})

describe('hosted checkout', () => {
  it('asks again after a decline, and leads back after success', async () => {
    const made = await stripe.checkout.sessions.create(session)
    expect(await (await visit(made.url ?? '')).text()).toContain('Pay $49.00')
    const declined = await visit(made.url ?? '', fields('4000000000009995'))
    expect([declined.status, await declined.text()]).toEqual([
      402,
      expect.stringContaining('insufficient funds'),
    ])
    const paid = await visit(made.url ?? '', fields('4242424242424242'))
    expect(paid.headers.get('location')).toBe(`http://localhost/done?session_id=${made.id}`)
    expect(await stripe.checkout.sessions.retrieve(made.id)).toMatchObject({
      ...{ status: 'complete', payment_status: 'paid', payment_intent: expect.stringMatching(/^pi_/) },
    })
  })

  it('shows no markup of others', async () => {
    const [item] = session.line_items ?? []
    const product_data = { name: '<script>alert(1)</script>' }
    const made = await stripe.checkout.sessions.create({
      ...session,
      line_items: [{ ...item, price_data: { currency: 'usd', unit_amount: 100, product_data } }],
    })
    expect(await (await visit(made.url ?? '')).text()).not.toContain('<script>alert')
  })
})

it('sends each event, signed, more than once, and again after a refusal', async () => {
  failures.left = 3
  const intent = await stripe.paymentIntents.create(pro)
  await pay(intent, '4242424242424242')
  const of = (type: string) =>
    received.filter(event => event.type === type && (event.data.object as { id: string }).id === intent.id)
  await expect.poll(() => of('payment_intent.succeeded').length).toBe(2)
  expect(new Set(of('payment_intent.succeeded').map(({ id }) => id)).size).toBe(1)
})

it('lists events, newest first, by type and time', async () => {
  const intent = await stripe.paymentIntents.create(pro)
  await pay(intent, '4242424242424242')
  const since = { created: { gte: Math.floor(Date.now() / 1_000) - 60 } }
  const types = ['payment_intent.succeeded', 'charge.succeeded']
  const found: Stripe.Event[] = []
  for await (const event of stripe.events.list({ ...since, types, limit: 1 })) found.push(event)
  expect(new Set(found.map(({ type }) => type))).toEqual(new Set(types))
  expect(found[0]?.data.object).toMatchObject({ id: intent.id })
  const later = Math.floor(Date.now() / 1_000) + 60
  expect((await stripe.events.list({ created: { gte: later } })).data).toEqual([])
})

it('answers no page under a foreign name', async () => {
  const status = await new Promise(resolve => {
    const asked = { port: standIn.port, path: '/v3/stripe.js', headers: { host: 'evil.example' } }
    get({ host: '127.0.0.1', ...asked }, answer => resolve(answer.statusCode))
  })
  expect(status).toBe(421)
})
