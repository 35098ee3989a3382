import type { z } from 'zod'
import { invalid, missing } from './errors.ts'
import { type CheckoutSession, newId, type PaymentIntent, seconds } from './objects.ts'
import type { params } from './params.ts'
import type { Emit, Payer, Payments } from './payments.ts'
import type { State } from './state.ts'

const OPEN_SECONDS = 24 * 60 * 60

/** Hosted checkout: a session has a page, and makes its payment when the person pays there. */
export const createCheckout = (state: State, emit: Emit, payments: Payments, origin: () => string) => {
  const find = (id: string): CheckoutSession => {
    const session = state.sessions[id]
    if (session === undefined) throw missing('checkout.session', id)
    if (session.status === 'open' && session.expires_at < seconds()) session.status = 'expired'
    return session
  }

  const create = (given: z.output<typeof params.createCheckoutSession>): CheckoutSession => {
    const id = newId('cs_test')
    const [item, ...others] = given.line_items
    if (item === undefined || others.length > 0) throw invalid('The stand-in sells one line item at a time.')
    const amount = item.price_data.unit_amount * item.quantity
    const session: CheckoutSession = {
      ...{ object: 'checkout.session', id, mode: 'payment', amount_subtotal: amount, amount_total: amount },
      ...{ currency: item.price_data.currency, created: seconds(), expires_at: seconds() + OPEN_SECONDS },
      client_reference_id: given.client_reference_id ?? null,
      customer_email: given.customer_email ?? null,
      ...{ livemode: false, metadata: given.metadata ?? {} },
      ...{ success_url: given.success_url, cancel_url: given.cancel_url ?? null },
      url: `${origin()}/checkout/${id}`,
      product: item.price_data.product_data.name,
      paymentMetadata: given.payment_intent_data?.metadata ?? {},
      ...{ payment_intent: null, payment_status: 'unpaid', status: 'open' },
    }
    state.sessions[id] = session
    return session
  }

  /** Completes the session whose payment has succeeded. */
  const settle = (session: CheckoutSession, intent: PaymentIntent): void => {
    if (session.status !== 'open' || !['succeeded', 'processing'].includes(intent.status)) return
    session.status = 'complete'
    session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
    emit('checkout.session.completed', session)
  }

  const pay = (id: string, payer: Payer): PaymentIntent => {
    const session = find(id)
    if (session.status !== 'open') throw invalid('This checkout session is no longer open.')
    const { amount_total: amount, currency, paymentMetadata } = session
    const intent =
      session.payment_intent === null
        ? payments.create({ amount, currency: currency as 'usd', metadata: { ...paymentMetadata } })
        : payments.find(session.payment_intent)
    session.payment_intent = intent.id
    payments.confirm(intent.id, payer)
    settle(session, intent)
    return intent
  }

  const authenticate = (id: string, accepts: boolean): PaymentIntent => {
    const session = find(id)
    const intent = payments.authenticate(session.payment_intent ?? '', accepts)
    settle(session, intent)
    return intent
  }

  const expire = (id: string): CheckoutSession => {
    const session = find(id)
    if (session.status === 'open') session.status = 'expired'
    return session
  }

  return { find, create, pay, authenticate, expire }
}

export type Checkout = ReturnType<typeof createCheckout>
