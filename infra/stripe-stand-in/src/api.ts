import type { Checkout } from './checkout.ts'
import { missing } from './errors.ts'
import type { Form } from './form.ts'
import type { PaymentIntent } from './objects.ts'
import { params, readParams } from './params.ts'
import type { Payments } from './payments.ts'
import type { State } from './state.ts'

export type Call = { readonly ids: readonly string[]; readonly given: Form }
type Route = readonly [method: 'GET' | 'POST', path: RegExp, answer: (call: Call) => unknown]

/** The calls of Stripe's API, for the holder of the secret key. */
export const apiRoutes = (state: State, payments: Payments, checkout: Checkout): readonly Route[] => {
  /** Replaces the id of a charge by the charge. */
  const expanded = (intent: PaymentIntent, names: readonly string[] = []) =>
    names.includes('latest_charge') && intent.latest_charge !== null
      ? { ...intent, latest_charge: state.charges[intent.latest_charge] }
      : intent

  const listOf = <T extends { id: string }>(
    all: readonly T[],
    { limit = 10, starting_after }: { limit?: number | undefined; starting_after?: string | undefined },
    url: string,
  ) => {
    const from = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1
    if (starting_after !== undefined && from === 0) throw missing('event', starting_after)
    return { object: 'list', url, data: all.slice(from, from + limit), has_more: all.length > from + limit }
  }

  return [
    [
      'POST',
      /^\/v1\/payment_intents$/,
      ({ given }) => {
        const { expand, ...rest } = readParams(params.createPaymentIntent, given)
        return expanded(payments.create(rest), expand)
      },
    ],
    [
      'GET',
      /^\/v1\/payment_intents\/([^/]+)$/,
      ({ ids: [id = ''], given }) => expanded(payments.find(id), readParams(params.retrieve, given).expand),
    ],
    [
      'POST',
      /^\/v1\/checkout\/sessions$/,
      ({ given }) => checkout.create(readParams(params.createCheckoutSession, given)),
    ],
    [
      'GET',
      /^\/v1\/checkout\/sessions\/([^/]+)$/,
      ({ ids: [id = ''], given }) => {
        readParams(params.retrieve, given)
        return checkout.find(id)
      },
    ],
    ['POST', /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, ({ ids: [id = ''] }) => checkout.expire(id)],
    ['POST', /^\/v1\/refunds$/, ({ given }) => payments.refund(readParams(params.createRefund, given))],
    [
      'GET',
      /^\/v1\/events$/,
      ({ given }) => {
        const { types, type, created, ...page } = readParams(params.listEvents, given)
        const wanted = types ?? (type === undefined ? undefined : [type])
        const since = typeof created === 'object' ? (created.gte ?? (created.gt ?? -1) + 1) : (created ?? 0)
        const found = state.events
          .filter(event => event.created >= since && (wanted === undefined || wanted.includes(event.type)))
          .toReversed()
        return listOf(found, page, '/v1/events')
      },
    ],
    [
      'GET',
      /^\/v1\/disputes$/,
      ({ given }) => {
        const { payment_intent, charge, ...page } = readParams(params.listDisputes, given)
        const found = Object.values(state.disputes)
          .filter(each => payment_intent === undefined || each.payment_intent === payment_intent)
          .filter(each => charge === undefined || each.charge === charge)
          .toReversed()
        return listOf(found, page, '/v1/disputes')
      },
    ],
    // Acts of banks. Stripe has no such calls.
    [
      'POST',
      /^\/stand-in\/payment_intents\/([^/]+)\/dispute$/,
      ({ ids: [id = ''] }) => payments.openDispute(id),
    ],
    [
      'POST',
      /^\/stand-in\/disputes\/([^/]+)\/(won|lost)$/,
      ({ ids: [id = '', status] }) => payments.closeDispute(id, status as 'won' | 'lost'),
    ],
    ['POST', /^\/stand-in\/refunds\/([^/]+)\/fail$/, ({ ids: [id = ''] }) => payments.failRefund(id)],
  ]
}
