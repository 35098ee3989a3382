import { readStripeEvent } from '@lectern/contracts/events/read.ts'
import { type PurchaseKept, stripeStream } from '@lectern/contracts/events/stripe.ts'
import { type EventStore, StreamEnded, WrongExpectedRevision } from '@lectern/platform/event-store/port.ts'
import type { z } from 'zod'
import { eventId } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { KnownPayment, Payments } from '../domain/account/payments.ts'

/** The payments of an account, which the events of Stripe go on naming. Repeated, it changes nothing. */
export const keepPurchases = async (store: EventStore, { known }: Payments): Promise<void> => {
  for (const [paymentIntentId, { tier, fate }] of known) {
    const kept: z.infer<typeof PurchaseKept> = {
      type: 'PurchaseKept',
      data: { paymentIntentId, tier, fate, at: new Date().toISOString() },
    }
    const metadata = {
      ...{ actorId: 'system', via: 'system', commandId: paymentIntentId, commandHash: '', generated: true },
    }
    const event = { id: eventId(paymentIntentId, 'kept', 0), ...kept, metadata }
    await store.append(stripeStream(paymentIntentId), 'no_stream', [event]).catch(error => {
      if (!(error instanceof WrongExpectedRevision)) throw error
    })
  }
}

/** What an account knew of a payment, also once its stream has ended; undefined where it knew nothing. */
export const fateOf = async (
  { accounts, store }: Pick<Aggregates, 'accounts'> & { readonly store: EventStore },
  userId: string,
  paymentIntentId: string,
): Promise<KnownPayment['fate'] | undefined> => {
  try {
    return await accounts.read(userId, account => account?.payments.known.get(paymentIntentId)?.fate)
  } catch (error) {
    if (!(error instanceof StreamEnded)) throw error
  }
  for await (const recorded of store.readStream(stripeStream(paymentIntentId), { maxCount: 1 })) {
    const { type, data } = readStripeEvent(recorded)
    if (type === 'PurchaseKept') return data.fate
  }
  return undefined
}
