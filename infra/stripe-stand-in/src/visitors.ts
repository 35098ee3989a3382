import { readFileSync } from 'node:fs'
import type { Answer } from './answer.ts'
import type { Checkout } from './checkout.ts'
import { StripeRefusal } from './errors.ts'
import type { Form } from './form.ts'
import type { PaymentIntent } from './objects.ts'
import { bankFrame, bankPage, cardFrame, checkoutPage } from './pages.ts'
import type { Payments } from './payments.ts'

/** Pages and scripts for browsers, which know no secret key. The client secret of a payment is what allows to pay it. */
export const visitorRoutes =
  ({ payments, checkout }: { payments: Payments; checkout: Checkout }) =>
  (method: string, url: URL, given: Form): Answer | undefined => {
    const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '')
    const payer = () => ({
      card: { number: text('number'), expiry: text('expiry'), cvc: text('cvc') },
      ...(text('name') !== '' && { name: text('name') }),
      ...(text('email') !== '' && { email: text('email') }),
    })
    /** What Stripe.js may know of a payment. */
    const seen = ({ id, status, amount, currency, client_secret, last_payment_error }: PaymentIntent) => ({
      ...{ id, object: 'payment_intent', status, amount, currency, client_secret, last_payment_error },
    })
    const ofSecret = (): PaymentIntent => {
      const secret = text('client_secret')
      const intent = payments.find(secret.slice(0, Math.max(0, secret.indexOf('_secret'))))
      if (intent.client_secret === secret) return intent
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        message: 'The client_secret provided does not match the payment.',
      })
    }

    switch (`${method} ${url.pathname}`) {
      case 'GET /v3/stripe.js':
        return script('stripe')
      case 'GET /elements/card-frame.js':
        return script('card-frame')
      case 'GET /elements/card':
        return page(cardFrame())
      case 'GET /elements/bank-frame.js':
        return script('bank-frame')
      case 'GET /elements/bank':
        return page(bankFrame())
      case 'POST /elements/confirm':
        return { status: 200, body: seen(payments.confirm(ofSecret().id, payer())) }
      case 'POST /elements/authenticate':
        return { status: 200, body: seen(payments.authenticate(ofSecret().id, text('accept') === 'true')) }
      case 'GET /elements/intent':
        return { status: 200, body: seen(ofSecret()), headers: { 'access-control-allow-origin': '*' } }
    }

    const [, sessionId = '', step] = /^\/checkout\/(cs_[^/]+)(?:\/(bank))?$/.exec(url.pathname) ?? []
    if (sessionId === '') return undefined
    const session = checkout.find(sessionId)
    const done = () => redirect(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id))
    if (session.status === 'complete') return done()
    if (method === 'GET') return page(step === 'bank' ? bankPage(session) : checkoutPage(session))
    const intent =
      step === 'bank'
        ? checkout.authenticate(session.id, text('accept') === 'true')
        : checkout.pay(session.id, payer())
    if (intent.status === 'requires_action') return redirect(`/checkout/${session.id}/bank`)
    if (intent.status === 'requires_payment_method')
      return page(checkoutPage(session, String(intent.last_payment_error?.message ?? '')), 402)
    return done()
  }

const page = (body: string, status = 200): Answer => ({
  status,
  body,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'",
  },
})

const script = (name: 'stripe' | 'card-frame' | 'bank-frame'): Answer => ({
  status: 200,
  body: readFileSync(new URL(`../browser/${name}.js`, import.meta.url), 'utf8'),
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
})

const redirect = (location: string): Answer => ({ status: 303, body: '', headers: { location } })
