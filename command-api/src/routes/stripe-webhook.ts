import type { FastifyInstance } from 'fastify'
import type { Receive } from '../payments/receive.ts'
import { required } from '../payments/settle.ts'
import type { StripePort } from '../payments/stripe.ts'

/** Bytes of a webhook. Those about payments have a tenth of it. */
const WEBHOOK_BODY_MAX = 65_536

/** Answers once the event is stored. What follows from it follows later. */
export const stripeWebhook = async (
  app: FastifyInstance,
  { stripe, receive }: { stripe: StripePort | undefined; receive: Receive },
): Promise<void> => {
  // The signature is that of the bytes as they came.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  const options = { bodyLimit: WEBHOOK_BODY_MAX, config: { isPublic: true } }
  app.post('/api/stripe/webhook', options, async request => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = request.headers['stripe-signature']
    await receive(await required(stripe).verify(raw, signature?.toString()))
    return { received: true }
  })
}
