import type { FromCardForm, ToCardForm } from '../lib/card-form.ts'
import { appearanceNow } from './appearance.ts'
import type { Elements, Outcome, Stripe } from './stripe.ts'

type Parts = {
  readonly load: (script: string, key: string) => Promise<Stripe>
  readonly tell: (message: FromCardForm) => void
}

/** Outcomes after which nothing was paid for certain. */
const CERTAIN: ReadonlySet<string> = new Set(['card_error', 'validation_error'])

const sayOutcome = ({ error, paymentIntent = error?.payment_intent }: Outcome): FromCardForm => {
  if (paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing') return { says: 'paid' }
  if (error === undefined || !CERTAIN.has(error.type)) return { says: 'unclear' }
  const message = error.message ?? 'The payment was not completed.'
  return { says: 'refused', message, isInput: error.type === 'validation_error' }
}

/** Draws Stripe's card fields into the form, and does what the dialog around the frame asks. */
export const createCardForm = (form: HTMLFormElement, { load, tell }: Parts) => {
  let card: { readonly stripe: Stripe; readonly elements: Elements } | undefined
  let isPaying = false

  const mount = async ({ script, publishableKey, clientSecret }: ToCardForm & { asks: 'mount' }) => {
    try {
      const stripe = await load(script, publishableKey)
      const elements = stripe.elements({ clientSecret, appearance: appearanceNow() })
      const element = elements.create('payment', {
        layout: 'tabs',
        wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
      })
      element.on('ready', () => tell({ says: 'ready' }))
      element.on('loaderror', () => tell({ says: 'unavailable' }))
      element.on('escape', () => tell({ says: 'escaped' }))
      element.mount(form)
      card = { stripe, elements }
    } catch {
      tell({ says: 'unavailable' })
    }
  }

  const pay = async () => {
    if (!card || isPaying) return
    isPaying = true
    const { stripe, elements } = card
    // A card never needs another page; the bank's question comes in this one.
    const confirmParams = { return_url: `${location.origin}/import?payment=success` }
    const outcome = await stripe
      .confirmPayment({ elements, confirmParams, redirect: 'if_required' })
      .catch((): Outcome => ({}))
    isPaying = false
    tell(sayOutcome(outcome))
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    tell({ says: 'submitted' })
  })

  return (message: ToCardForm): void => {
    if (message.asks === 'pay') return void pay()
    document.documentElement.dataset.theme = message.theme
    if (message.asks === 'mount') void mount(message)
    else card?.elements.update({ appearance: appearanceNow() })
  }
}
