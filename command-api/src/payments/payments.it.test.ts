import { randomUUID } from 'node:crypto'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { stripeStream } from '@lectern/contracts/events/stripe.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { signatureOf } from '@lectern/stripe-stand-in/webhooks.ts'
import { describe, expect, it, vi } from 'vitest'
import { keepPurchases } from '../closing/kept-purchases.ts'
import { startCommandApi } from '../test-support/api.ts'
import { card, startTestStripe, WEBHOOK_SECRET } from '../test-support/stripe.ts'
import { listEvents, receiver } from './receive.ts'
import { returnPayment, settlePayment } from './settle.ts'
import { connectStripe } from './stripe.ts'

const parts = duringTests(startParts)
const stripe = duringTests(startTestStripe)
const api = duringTests(() => startCommandApi(parts, { stripe: stripe.config }))
const off = duringTests(() => startCommandApi(parts))
const log = createLog('test', 'silent')

const signUp = async (): Promise<Caller> => {
  const name = `u${randomUUID().slice(0, 12)}`
  const body = { email: `${name}@example.com`, username: name, password: 'a good password' }
  expect((await api.call('POST', '/api/signup', { body })).status).toBe(201)
  const { rows } = await api.pool.query('SELECT id, library_id FROM identity.users WHERE username = $1', [
    name,
  ])
  return { userId: rows[0].id, libraryId: rows[0].library_id, sessionId: randomUUID() }
}

const ask = async (as: Caller, path: string, body?: object) => {
  const { status, body: answer } = await api.call('POST', path, { as, body })
  return { status, body: answer as Record<string, unknown> }
}

const paymentParts = () => ({
  accounts: api.aggregates.accounts,
  store: api.store,
  stripe: connectStripe(stripe.config, api.storeId),
  log,
})
const settle = (id: string) => settlePayment(paymentParts(), id)

/** Buys by the card form, up to Stripe's word. */
const pay = async (as: Caller, tier: string, number?: string): Promise<string> => {
  const { body } = await ask(as, '/api/create-payment-intent', { tier })
  const id = String(body.paymentIntentId)
  stripe.standIn.payments.confirm(id, { card: card(number), name: 'Mina Harker', email: 'mina@example.com' })
  return id
}

const eventsOf = async (stream: string) => {
  const events: { type: string; data: Record<string, unknown> }[] = []
  for await (const { type, data } of api.store.readStream(stream))
    events.push({ type, data: data as Record<string, unknown> })
  return events
}
const typesOf = async ({ userId }: Caller) =>
  (await eventsOf(accountStream(userId))).map(({ type }) => type).slice(1)

describe('buying', () => {
  it('makes one payment for a double click and for two tabs', async () => {
    const caller = await signUp()
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(caller, '/api/create-payment-intent', { tier: 'basic' })),
    )
    expect(new Set(answers.map(({ body }) => body.paymentIntentId)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ amount: 1_900, currency: 'usd', tier: 'basic' })
    const urls = await Promise.all(
      [1, 2].map(() => ask(caller, '/api/create-tier-checkout', { tier: 'basic' })),
    )
    expect(new Set(urls.map(({ body }) => body.url)).size).toBe(1)
  })

  it('sells Pro where no tier is named, and refuses what is not sold', async () => {
    const caller = await signUp()
    expect((await ask(caller, '/api/create-payment-intent')).body).toMatchObject({
      tier: 'pro',
      amount: 4_900,
    })
    for (const tier of ['free', 'legacy_unlimited', 'gold'])
      expect((await ask(caller, '/api/create-tier-checkout', { tier })).status).toBe(400)
  })

  it('refuses what the account has or less, and sells it again after a refund', async () => {
    const caller = await signUp()
    const id = await pay(caller, 'pro')
    await settle(id)
    for (const tier of ['basic', 'pro'])
      for (const path of ['/api/create-payment-intent', '/api/create-tier-checkout'])
        expect((await ask(caller, path, { tier })).status).toBe(409)
    stripe.standIn.payments.refund({ payment_intent: id })
    await settle(id)
    const again = await ask(caller, '/api/create-payment-intent', { tier: 'pro' })
    expect(again.status).toBe(200)
    expect(again.body.paymentIntentId).not.toBe(id)
  })

  it('does not offer a payment again that has arrived', async () => {
    const caller = await signUp()
    await pay(caller, 'pro')
    expect((await ask(caller, '/api/create-payment-intent', { tier: 'pro' })).status).toBe(409)
  })

  it('tells what Stripe says of a payment, to its owner alone, and grants nothing', async () => {
    const [caller, other] = [await signUp(), await signUp()]
    const { body } = await ask(caller, '/api/create-payment-intent', { tier: 'pro' })
    const confirm = (as: Caller, paymentIntentId: unknown) =>
      ask(as, '/api/confirm-payment', { paymentIntentId })
    expect((await confirm(caller, body.paymentIntentId)).status).toBe(402)
    await pay(caller, 'pro', '4000000000009995')
    expect(await confirm(caller, body.paymentIntentId)).toMatchObject({
      status: 402,
      body: { error: 'Your card has insufficient funds.' },
    })
    await pay(caller, 'pro')
    expect(await confirm(caller, body.paymentIntentId)).toEqual({
      status: 200,
      body: { success: true, status: 'succeeded', tier: 'pro' },
    })
    expect((await confirm(other, body.paymentIntentId)).status).toBe(404)
    expect((await confirm(caller, 'pi_made_up')).status).toBe(404)
    expect((await confirm(caller, '../events')).status).toBe(400)
    expect(await typesOf(caller)).toEqual([])
  })

  it('keeps the file of the import that waits, and sells nothing for a file that is gone', async () => {
    const [caller, other] = [await signUp(), await signUp()]
    const uploadId = randomUUID()
    const paths = ['/api/create-payment-intent', '/api/create-tier-checkout']
    const buy = (as: Caller, path: string) => ask(as, path, { tier: 'pro', uploadId })
    const again = { status: 400, body: { error: 'Please upload the file again.' } }
    for (const path of paths) expect(await buy(caller, path)).toMatchObject(again)
    await api.pool.query(
      `INSERT INTO uploads.files (id, user_id, library_id, name, sha256) VALUES ($1, $2, $3, 'a.csv', 'ab')`,
      [uploadId, caller.userId, caller.libraryId],
    )
    for (const path of paths) {
      await api.pool.query('UPDATE uploads.files SET kept_until = NULL WHERE id = $1', [uploadId])
      expect(await buy(other, path)).toMatchObject(again)
      expect((await buy(caller, path)).status).toBe(200)
      const { rows } = await api.pool.query(
        `SELECT kept_until > now() + interval '5 hours' AS kept FROM uploads.files WHERE id = $1`,
        [uploadId],
      )
      expect(rows).toEqual([{ kept: true }])
    }
    const sessions = Object.values(stripe.standIn.state.sessions)
    expect(sessions.find(session => session.client_reference_id === caller.userId)).toMatchObject({
      success_url: expect.stringMatching(/\/import\?payment=success$/),
      cancel_url: expect.stringMatching(/\/import\?payment=cancelled$/),
    })
  })

  it('is off without keys', async () => {
    const as = await signUp()
    const answer = await off.call('POST', '/api/create-payment-intent', { as })
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('not available here yet')])
    expect((await off.call('POST', '/api/test-checkout', { body: { email: 'a@b.co' } })).status).toBe(404)
  })

  it('has a test checkout of one dollar that buys nothing', async () => {
    const asked = (body: object) => api.call('POST', '/api/test-checkout', { body })
    expect(await asked({})).toMatchObject({
      status: 400,
      body: { error: 'Please enter an email address for the test' },
    })
    const { body } = await asked({ email: 'dev@example.com' })
    const { url } = body as { url: string }
    const session = stripe.standIn.checkout.find(url.slice(url.lastIndexOf('/') + 1))
    expect(session.amount_total).toBe(100)
    const { id } = stripe.standIn.checkout.pay(session.id, { card: card() })
    await settle(id)
  })
})

describe('what Stripe says', () => {
  it('becomes the plan, whatever is told first and however often', async () => {
    const caller = await signUp()
    const id = await pay(caller, 'pro')
    await Promise.all([settle(id), settle(id), settle(id)])
    expect(await typesOf(caller)).toEqual(['PlanPurchased'])
    const refund = stripe.standIn.payments.refund({ payment_intent: id })
    await Promise.all([settle(id), settle(id)])
    expect(await typesOf(caller)).toEqual(['PlanPurchased', 'PlanRefunded'])
    stripe.standIn.payments.failRefund(refund.id)
    await settle(id)
    expect(await typesOf(caller)).toEqual(['PlanPurchased', 'PlanRefunded', 'PlanRestored'])
  })

  it('leaves the plan after a partial refund', async () => {
    const caller = await signUp()
    const id = await pay(caller, 'pro')
    stripe.standIn.payments.refund({ payment_intent: id, amount: 1_000 })
    await settle(id)
    expect(await typesOf(caller)).toEqual(['PlanPurchased'])
  })

  it('takes the plan when a dispute is lost', async () => {
    const caller = await signUp()
    const id = await pay(caller, 'ultra', '4000000000000259')
    await settle(id)
    expect(await typesOf(caller)).toEqual(['PlanPurchased', 'PaymentDisputed'])
    const [dispute] = Object.values(stripe.standIn.state.disputes).filter(each => each.payment_intent === id)
    stripe.standIn.payments.closeDispute(dispute?.id ?? '', 'lost')
    await settle(id)
    expect((await typesOf(caller)).at(-1)).toBe('PlanRefunded')
  })

  it('sends the second payment for a plan back', async () => {
    const caller = await signUp()
    const checkout = await ask(caller, '/api/create-tier-checkout', { tier: 'pro' })
    const first = await pay(caller, 'pro')
    await settle(first)
    const session = String(checkout.body.url).slice(-100).split('/').at(-1) ?? ''
    const second = stripe.standIn.checkout.pay(session, { card: card() }).id
    await settle(second)
    expect(await typesOf(caller)).toEqual(['PlanPurchased', 'PaymentUnwanted'])
    const unwanted = { userId: caller.userId, paymentIntentId: second }
    for (let n = 0; n < 2; n++) await returnPayment(paymentParts(), unwanted)
    await returnPayment(paymentParts(), { ...unwanted, paymentIntentId: first })
    const refunds = Object.values(stripe.standIn.state.refunds)
    expect(refunds.filter(({ payment_intent }) => [first, second].includes(payment_intent))).toMatchObject([
      { payment_intent: second, amount: 4_900 },
    ])
    await settle(second)
    expect((await typesOf(caller)).at(-1)).toBe('PaymentReturned')
  })

  it('leaves a second payment to an operator where it is disputed, and holds up no other', async () => {
    const caller = await signUp()
    await settle(await pay(caller, 'pro'))
    const metadata = { lectern_store: api.storeId, user_id: caller.userId, tier: 'pro' }
    const { id } = stripe.standIn.payments.create({ amount: 4_900, currency: 'usd', metadata })
    stripe.standIn.payments.confirm(id, { card: card('4000000000000259') })
    await settle(id)
    expect(await typesOf(caller)).toEqual(['PlanPurchased', 'PaymentUnwanted', 'PaymentDisputed'])
    const told = vi.spyOn(log, 'error')
    await returnPayment(paymentParts(), { userId: caller.userId, paymentIntentId: id })
    const about = expect.objectContaining({ paymentIntentId: id })
    expect(told).toHaveBeenCalledWith(about, expect.stringContaining('return it by hand'))
  })

  it('says nothing of payments that are not ours', async () => {
    const { userId } = await signUp()
    const foreign = [{}, { lectern_store: randomUUID(), user_id: userId, tier: 'pro' }]
    for (const metadata of foreign) {
      const { id } = stripe.standIn.payments.create({ amount: 4_900, currency: 'usd', metadata })
      stripe.standIn.payments.confirm(id, { card: card() })
      await settle(id)
    }
    expect(await eventsOf(accountStream(userId))).toHaveLength(1)
  })

  it('is taken where it names the store that this one was filled from, and never goes back by itself', async () => {
    const { userId } = await signUp()
    const earlier = randomUUID()
    const metadata = { lectern_store: earlier, user_id: userId, tier: 'pro' }
    const { id } = stripe.standIn.payments.create({ amount: 9_900, currency: 'usd', metadata })
    stripe.standIn.payments.confirm(id, { card: card() })
    const here = (...stores: string[]) => connectStripe(stripe.config, api.storeId, stores)
    expect(await here()?.findIntent(id)).toBeUndefined()
    expect(await here(earlier)?.payment(id)).toMatchObject({ userId, state: 'paid' })
    // The installation that it was begun in may hold it.
    expect(await here(earlier)?.refund(id)).toBe(false)
  })

  it('is heard from the list of events where no webhook came', async () => {
    const caller = await signUp()
    const id = await pay(caller, 'basic')
    const connected = connectStripe(stripe.config, api.storeId)
    if (connected === undefined) throw new Error('no Stripe')
    const stop = new AbortController()
    const heard: (string | undefined)[] = []
    const store = receiver({ store: api.store, space: { isLow: () => false } })
    listEvents(
      connected,
      async facts => {
        await store(facts)
        heard.push(facts.about?.paymentIntentId ?? undefined)
      },
      { log, signal: stop.signal, firstMs: 0 },
    )
    await expect.poll(() => heard).toContain(id)
    stop.abort()
  })
})

describe('a webhook', () => {
  const now = () => Math.floor(Date.now() / 1_000)
  const send = async (payload: string, signature: string | undefined) => {
    const url = '/api/stripe/webhook'
    const headers = { 'content-type': 'application/json' }
    const answer = await api.app.inject({
      ...{ method: 'POST', url, payload },
      headers: { ...headers, ...(signature !== undefined && { 'stripe-signature': signature }) },
    })
    return answer.statusCode
  }
  /** A webhook as Stripe formats it. */
  const eventAfter = async () => {
    await pay(await signUp(), 'pro')
    const event = stripe.standIn.state.events.findLast(({ type }) => type === 'charge.succeeded')
    if (event === undefined) throw new Error('no event')
    return { event, payload: JSON.stringify(event, null, 2) }
  }

  it('is stored once, without a name, an address or a card', async () => {
    const { event, payload } = await eventAfter()
    expect(payload).toContain('Mina Harker')
    for (let n = 0; n < 3; n++)
      expect(await send(payload, signatureOf(payload, WEBHOOK_SECRET, now()))).toBe(200)
    const stored = await eventsOf(stripeStream(event.id))
    expect(stored).toMatchObject([
      {
        data: { stripeType: 'charge.succeeded', about: { object: 'charge', amount: 4_900, currency: 'usd' } },
      },
    ])
    expect(JSON.stringify(stored)).not.toMatch(/Mina|mina@|4242|last4|visa|country/)
  })

  it('is stored, and nothing more, where its type or its object is unknown', async () => {
    const object = { object: 'tardis', id: 'td_1', name: 'Doctor' }
    const event = {
      ...(await eventAfter()).event,
      id: `evt_${randomUUID()}`,
      type: 'tardis.landed',
      data: { object },
    }
    const payload = JSON.stringify(event)
    expect(await send(payload, signatureOf(payload, WEBHOOK_SECRET, now()))).toBe(200)
    expect(await eventsOf(stripeStream(event.id))).toMatchObject([{ data: { about: null } }])
  })

  it('is accepted with the older of two secrets while they change', async () => {
    const { payload } = await eventAfter()
    expect(await send(payload, signatureOf(payload, 'whsec_older', now()))).toBe(200)
  })

  it.each<[string, (payload: string) => [string, string | undefined]]>([
    ['is unsigned', payload => [payload, undefined]],
    [
      'was changed',
      payload => [payload.replace('4900', '9900'), signatureOf(payload, WEBHOOK_SECRET, now())],
    ],
    [
      'has other white space',
      payload => [payload.replace('\n', ''), signatureOf(payload, WEBHOOK_SECRET, now())],
    ],
    ['has the signature of another secret', payload => [payload, signatureOf(payload, 'whsec_x', now())]],
    ['is old', payload => [payload, signatureOf(payload, WEBHOOK_SECRET, now() - 400)]],
    ['comes from the future', payload => [payload, signatureOf(payload, WEBHOOK_SECRET, now() + 400)]],
    ['has a signature that is none', payload => [payload, 'v1=,t=']],
    ['is empty', () => ['', signatureOf('', WEBHOOK_SECRET, now())]],
    ['is no JSON', () => ['{', signatureOf('{', WEBHOOK_SECRET, now())]],
  ])('is refused and not stored where it %s', async (_name, changed) => {
    const { event, payload } = await eventAfter()
    expect(await send(...changed(payload))).toBe(400)
    expect(await eventsOf(stripeStream(event.id))).toEqual([])
  })

  it('is refused where it is too large', async () => {
    const payload = JSON.stringify({ id: 'evt_large', filling: 'x'.repeat(300_000) })
    expect(await send(payload, signatureOf(payload, WEBHOOK_SECRET, now()))).toBe(413)
  })
})

describe('an account that was closed', () => {
  const close = async ({ userId, libraryId }: Caller) => {
    const issued = { actorId: userId, via: 'web', commandId: `close-${userId}` } as const
    const command = { type: 'CloseAccount', userId, libraryId, now: new Date().toISOString() } as const
    await api.aggregates.accounts.handle(userId, command, issued)
  }
  const end = async ({ userId }: Caller) => {
    const payments = await api.aggregates.accounts.read(userId, account => account?.payments)
    if (payments) await keepPurchases(api.store, payments)
    await api.store.tombstone(accountStream(userId))
  }
  const refundsOf = (id: string) =>
    Object.values(stripe.standIn.state.refunds).filter(({ payment_intent }) => payment_intent === id)

  it.each(['before its stream has ended', 'afterwards'])('gets money back that arrives %s', async when => {
    const caller = await signUp()
    const bought = await pay(caller, 'basic')
    await settle(bought)
    const running = await pay(caller, 'ultra')
    await close(caller)
    if (when === 'afterwards') await end(caller)
    for (let n = 0; n < 2; n += 1) for (const id of [bought, running]) await settle(id)
    expect(refundsOf(running)).toHaveLength(1)
    expect(refundsOf(bought)).toEqual([])
    if (when !== 'afterwards') await end(caller)
    const [kept] = await eventsOf(stripeStream(bought))
    expect(kept).toMatchObject({ type: 'PurchaseKept', data: { tier: 'basic', fate: 'bought' } })
    expect(await eventsOf(stripeStream(running))).toEqual([])
    const text = JSON.stringify(kept)
    for (const id of [caller.userId, caller.libraryId]) expect(text).not.toContain(id)
  })

  it('keeps a refund of its own, a dispute and what was unwanted as they were', async () => {
    const caller = await signUp()
    const first = await pay(caller, 'pro')
    await settle(first)
    const checkout = await ask(caller, '/api/create-tier-checkout', { tier: 'ultra' })
    const session = String(checkout.body.url).slice(-100).split('/').at(-1) ?? ''
    const second = stripe.standIn.checkout.pay(session, { card: card() }).id
    await close(caller)
    await end(caller)
    stripe.standIn.payments.refund({ payment_intent: first })
    await settle(first)
    await returnPayment(paymentParts(), { userId: caller.userId, paymentIntentId: first })
    expect(refundsOf(first)).toHaveLength(1)
    await settle(second)
    await returnPayment(paymentParts(), { userId: caller.userId, paymentIntentId: second })
    expect(refundsOf(second)).toHaveLength(1)
  })

  it('is refused every command of its owner', async () => {
    const caller = await signUp()
    await close(caller)
    await end(caller)
    for (const path of ['/api/create-payment-intent', '/api/create-tier-checkout'])
      expect((await ask(caller, path, { tier: 'pro' })).status).toBe(410)
  })
})
