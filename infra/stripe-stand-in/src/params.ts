import { z } from 'zod'
import { invalid, type StripeRefusal } from './errors.ts'

/** The parameters of each call that Stripe has and we may send. Stripe refuses every other one. */

const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number)
const amount = integer
  .refine(value => value >= 50, 'too small')
  .refine(value => value <= 99_999_999, 'too large')
const currency = z.enum(['usd'], 'currency')
const metadata = z.record(z.string().max(40), z.string().max(500))
const expand = z.array(z.string()).optional()
const cardAlone = z.tuple([z.literal('card')])
const page = {
  limit: integer.refine(value => value >= 1 && value <= 100, 'limit').optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
}

export const params = {
  createPaymentIntent: z.strictObject({
    amount,
    currency,
    allowed_payment_method_types: cardAlone.optional(),
    metadata: metadata.optional(),
    description: z.string().max(1_000).optional(),
    receipt_email: z.email().optional(),
    statement_descriptor_suffix: z.string().max(22).optional(),
    expand,
  }),
  retrieve: z.strictObject({ expand }),
  createCheckoutSession: z.strictObject({
    mode: z.literal('payment'),
    line_items: z.array(
      z.strictObject({
        price_data: z.strictObject({
          currency,
          unit_amount: amount,
          product_data: z.strictObject({
            name: z.string().min(1),
            description: z.string().min(1).optional(),
          }),
        }),
        quantity: integer.refine(value => value >= 1),
      }),
    ),
    allowed_payment_method_types: cardAlone.optional(),
    adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }).optional(),
    client_reference_id: z.string().max(200).optional(),
    customer_email: z.email().optional(),
    metadata: metadata.optional(),
    payment_intent_data: z
      .strictObject({ metadata: metadata.optional(), description: z.string().optional() })
      .optional(),
    success_url: z.url(),
    cancel_url: z.url().optional(),
    expand,
  }),
  createRefund: z.strictObject({
    payment_intent: z.string().optional(),
    charge: z.string().optional(),
    amount: integer.refine(value => value >= 1).optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata: metadata.optional(),
    expand,
  }),
  listEvents: z.strictObject({
    ...page,
    type: z.string().optional(),
    types: z.array(z.string()).max(20).optional(),
    created: z
      .union([integer, z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial()])
      .optional(),
    delivery_success: z.enum(['true', 'false']).optional(),
  }),
  listDisputes: z.strictObject({
    ...page,
    payment_intent: z.string().optional(),
    charge: z.string().optional(),
  }),
} as const

/** @throws StripeRefusal as Stripe words it */
export const readParams = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw refusalOf(read.error.issues[0] as z.core.$ZodIssue, given)
}

const refusalOf = (issue: z.core.$ZodIssue, given: unknown): StripeRefusal => {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${param}`, 'parameter_unknown', param)
  }
  const param = nameOf(path)
  const value = path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
    given,
  )
  if (value === undefined) return invalid(`Missing required param: ${param}.`, 'parameter_missing', param)
  if (issue.message === 'integer')
    return invalid(`Invalid integer: ${value}`, 'parameter_invalid_integer', param)
  if (issue.message === 'too small')
    return invalid('Amount must be at least $0.50 usd', 'amount_too_small', param)
  if (issue.message === 'too large')
    return invalid('Amount must be no more than $999,999.99', 'amount_too_large', param)
  if (issue.message === 'currency') return invalid(`Invalid currency: ${value}.`, undefined, param)
  return invalid(`Invalid ${param}: ${JSON.stringify(value)}`, undefined, param)
}

const nameOf = ([first = '', ...rest]: string[]): string => first + rest.map(part => `[${part}]`).join('')
