import type { z } from 'zod'
import { type Card, type Fate, fateOf } from './cards.ts'
import { invalid, missing } from './errors.ts'
import { type Charge, type Dispute, newId, type PaymentIntent, type Refund, seconds } from './objects.ts'
import type { params } from './params.ts'
import type { State } from './state.ts'

/** Records an event about an object, as it is now. */
export type Emit = (type: string, object: object) => void
export type Payer = {
  readonly card: Card
  readonly name?: string | undefined
  readonly email?: string | null
}

/** Milliseconds that the card takes which is processed for a while. */
const PROCESSING_MS = 3_000

/** Changes of payments: made, paid, declined, refunded, disputed. */
export const createPayments = (state: State, emit: Emit, later: (work: () => void, ms: number) => void) => {
  const find = (id: string): PaymentIntent => {
    const intent = state.paymentIntents[id]
    if (intent === undefined) throw missing('payment_intent', id)
    return intent
  }

  const create = (given: z.output<typeof params.createPaymentIntent>): PaymentIntent => {
    const id = newId('pi')
    const intent: PaymentIntent = {
      ...{ object: 'payment_intent', id, amount: given.amount, currency: given.currency },
      ...{ created: seconds(), client_secret: newId(`${id}_secret`), livemode: false },
      ...{ metadata: given.metadata ?? {}, payment_method_types: ['card'] },
      ...{ description: given.description ?? null, receipt_email: given.receipt_email ?? null },
      ...{ amount_received: 0, status: 'requires_payment_method', latest_charge: null },
      ...{ last_payment_error: null, next_action: null },
    }
    state.paymentIntents[id] = intent
    emit('payment_intent.created', intent)
    return intent
  }

  const charge = (intent: PaymentIntent, payer: Payer, fate: Fate): Charge => {
    const isPaid = typeof fate === 'string'
    const id = newId('ch')
    const made: Charge = {
      ...{ object: 'charge', id, amount: intent.amount, currency: intent.currency, created: seconds() },
      ...{ livemode: false, metadata: intent.metadata, payment_intent: intent.id },
      ...{ paid: isPaid, captured: isPaid, status: isPaid ? 'succeeded' : 'failed' },
      billing_details: { name: payer.name ?? null, email: payer.email ?? null, address: { country: 'US' } },
      payment_method_details: {
        type: 'card',
        card: { brand: 'visa', last4: payer.card.number.replaceAll(/\D/g, '').slice(-4) },
      },
      receipt_url: isPaid ? `https://pay.stripe.com/receipts/stand-in/${id}` : null,
      failure_code: isPaid ? null : fate.code,
      failure_message: isPaid ? null : fate.message,
      ...{ amount_refunded: 0, refunded: false, disputed: false },
    }
    state.charges[id] = made
    intent.latest_charge = id
    return made
  }

  const succeed = (intent: PaymentIntent, payer: Payer, fate: Fate): void => {
    const made = charge(intent, payer, fate)
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    intent.next_action = null
    intent.last_payment_error = null
    emit('charge.succeeded', made)
    emit('payment_intent.succeeded', intent)
    if (fate === 'is-disputed') openDispute(intent.id)
  }

  const decline = (intent: PaymentIntent, payer: Payer, fate: Exclude<Fate, string>): void => {
    const made = charge(intent, payer, fate)
    const { code, message, declineCode } = fate
    intent.status = 'requires_payment_method'
    intent.next_action = null
    intent.last_payment_error = {
      ...{ type: 'card_error', code, message, charge: made.id },
      ...(declineCode && { decline_code: declineCode }),
    }
    emit('charge.failed', made)
    emit('payment_intent.payment_failed', intent)
  }

  /** Payments that wait for the person at the bank's page. */
  const waiting = new Map<string, Payer>()

  /** Pays with a card. The status of the payment tells the outcome. */
  const confirm = (id: string, payer: Payer): PaymentIntent => {
    const intent = find(id)
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      throw invalid(
        `This PaymentIntent's status is ${intent.status}, so it cannot be confirmed.`,
        'payment_intent_unexpected_state',
      )
    const fate = fateOf(payer.card)
    if (typeof fate !== 'string') decline(intent, payer, fate)
    else if (fate === 'authenticates') {
      waiting.set(id, payer)
      intent.status = 'requires_action'
      intent.next_action = { type: 'use_stripe_sdk' }
      emit('payment_intent.requires_action', intent)
    } else if (fate === 'processes') {
      intent.status = 'processing'
      emit('payment_intent.processing', intent)
      later(() => succeed(intent, payer, fate), PROCESSING_MS)
    } else succeed(intent, payer, fate)
    return intent
  }

  /** The person's answer to the bank. */
  const authenticate = (id: string, accepts: boolean): PaymentIntent => {
    const intent = find(id)
    const payer = waiting.get(id)
    if (intent.status !== 'requires_action' || payer === undefined) return intent
    waiting.delete(id)
    if (accepts) succeed(intent, payer, 'authenticates')
    else
      decline(intent, payer, {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      })
    return intent
  }

  const chargeOf = ({ payment_intent, charge: id }: { payment_intent?: string; charge?: string }): Charge => {
    const found = payment_intent === undefined ? id : find(payment_intent).latest_charge
    const made = state.charges[found ?? '']
    if (made === undefined || !made.paid)
      throw invalid(`${payment_intent ?? id} has no successful charge to refund.`, 'resource_missing')
    return made
  }

  const refund = (given: z.output<typeof params.createRefund>): Refund => {
    if ((given.payment_intent === undefined) === (given.charge === undefined))
      throw invalid('One of the following params should be provided: payment_intent or charge.')
    const paid = chargeOf({
      ...(given.payment_intent !== undefined && { payment_intent: given.payment_intent }),
      ...(given.charge !== undefined && { charge: given.charge }),
    })
    const disputes = Object.values(state.disputes).filter(({ charge }) => charge === paid.id)
    if (disputes.some(({ status }) => status !== 'won'))
      throw invalid(`Charge ${paid.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
    const rest = paid.amount - paid.amount_refunded
    if (rest === 0) throw invalid(`Charge ${paid.id} has already been refunded.`, 'charge_already_refunded')
    const amount = given.amount ?? rest
    if (amount > rest)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`)
    const made: Refund = {
      ...{ object: 'refund', id: newId('re'), amount, charge: paid.id, created: seconds() },
      ...{ currency: paid.currency, metadata: given.metadata ?? {}, payment_intent: paid.payment_intent },
      ...{ reason: given.reason ?? null, status: 'succeeded', failure_reason: null },
    }
    state.refunds[made.id] = made
    paid.amount_refunded += amount
    paid.refunded = paid.amount_refunded === paid.amount
    emit('refund.created', made)
    emit('charge.refunded', paid)
    const { number } = { number: String((paid.payment_method_details.card as { last4: string }).last4) }
    if (number === '5126') later(() => failRefund(made.id), PROCESSING_MS)
    return made
  }

  /** The bank could not pay it out: the money is ours again. */
  const failRefund = (id: string): Refund => {
    const failed = state.refunds[id]
    const paid = state.charges[failed?.charge ?? '']
    if (failed === undefined || paid === undefined) throw missing('refund', id)
    if (failed.status === 'failed') return failed
    failed.status = 'failed'
    failed.failure_reason = 'lost_or_stolen_card'
    paid.amount_refunded -= failed.amount
    paid.refunded = false
    emit('refund.failed', failed)
    return failed
  }

  const openDispute = (paymentIntentId: string): Dispute => {
    const paid = chargeOf({ payment_intent: paymentIntentId })
    const dispute: Dispute = {
      ...{ object: 'dispute', id: newId('du'), amount: paid.amount, charge: paid.id, created: seconds() },
      ...{ currency: paid.currency, livemode: false, payment_intent: paid.payment_intent },
      ...{ reason: 'fraudulent', status: 'needs_response' },
    }
    state.disputes[dispute.id] = dispute
    paid.disputed = true
    emit('charge.dispute.created', dispute)
    return dispute
  }

  const closeDispute = (id: string, status: 'won' | 'lost'): Dispute => {
    const dispute = state.disputes[id]
    if (dispute === undefined) throw missing('dispute', id)
    dispute.status = status
    emit('charge.dispute.closed', dispute)
    return dispute
  }

  return { find, create, confirm, authenticate, refund, failRefund, openDispute, closeDispute }
}

export type Payments = ReturnType<typeof createPayments>
