import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { v7 as uuidv7 } from 'uuid'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import { isOfClosed } from '../closing/is-closed.ts'
import { fateOf } from '../closing/kept-purchases.ts'
import type { StripePort } from './stripe.ts'

export type PaymentParts = Pick<Aggregates, 'accounts'> & {
  readonly store: EventStore
  /** undefined where no key is set. */
  readonly stripe: StripePort | undefined
  readonly log: Log
}

/** @throws Rejected payments-off */
export const required = (stripe: StripePort | undefined): StripePort => {
  if (stripe === undefined) throw new Rejected('payments-off')
  return stripe
}

const NOT_RETURNED =
  'Stripe refunds no disputed or unknown payment, and Lectern none of before a restore: return it by hand'

/** Stripe changes its mind a few times at most: paid, refunded, failed to refund. */
const READINGS_MAX = 10

/**
 * Brings the account to what Stripe says of a payment now, whatever event told of it, so their order does not matter. After a
 * change Stripe is asked once more: what it said may have been old, and another process may have recorded something newer.
 */
export const settlePayment = async (parts: PaymentParts, paymentIntentId: string): Promise<void> => {
  const { accounts, stripe, log } = parts
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const found = await required(stripe).payment(paymentIntentId)
    if (found === undefined) return
    const { userId, ...payment } = found
    const command = { type: 'RecordPayment', payment, now: new Date().toISOString() } as const
    // A repetition may find another state of the payment. The account decides whether it is new.
    const issued = { ...issuedBySystem(uuidv7()), generated: true } as const
    const events = await accounts.handle(userId, command, issued).then(
      outcome => outcome.events,
      async error => {
        if (!isOfClosed(error)) throw error
        if (payment.state === 'paid') await returnToClosed(parts, userId, paymentIntentId)
        return []
      },
    )
    for (const { type } of events) log.info({ type, userId, paymentIntentId }, 'a payment was recorded')
    if (events.some(({ type }) => type === 'ReturnFailed'))
      log.error({ userId, paymentIntentId }, 'money that buys nothing came back: return it by hand')
    if (events.length === 0) return
  }
  throw new Rejected('unavailable')
}

/** Money that arrives for a closed account goes back, but not that of what was bought before. */
const returnToClosed = async (
  parts: PaymentParts,
  userId: string,
  paymentIntentId: string,
): Promise<void> => {
  const fate = await fateOf(parts, userId, paymentIntentId)
  if (fate !== undefined && fate !== 'unwanted') return
  const { log, stripe } = parts
  if (await required(stripe).refund(paymentIntentId))
    log.info({ userId, paymentIntentId }, 'a payment for a closed account goes back')
  else log.error({ userId, paymentIntentId }, NOT_RETURNED)
}

/** Gives back the money of a payment that the account calls unwanted. A refund that Stripe refuses must not hold up others. */
export const returnPayment = async (
  parts: PaymentParts,
  { userId, paymentIntentId }: { userId: string; paymentIntentId: string },
): Promise<void> => {
  const { stripe, log } = parts
  const isUnwanted = (await fateOf(parts, userId, paymentIntentId)) === 'unwanted'
  if (isUnwanted && !(await required(stripe).refund(paymentIntentId)))
    log.error({ userId, paymentIntentId }, NOT_RETURNED)
}
