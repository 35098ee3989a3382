/** The part of Stripe.js that we use (https://docs.stripe.com/js). */

export type Appearance = {
  readonly theme: 'stripe' | 'night'
  readonly variables: Readonly<Record<string, string>>
  readonly rules: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type StripeElement = {
  mount(place: HTMLElement): void
  on(event: 'ready' | 'escape' | 'loaderror', heard: () => void): unknown
}

export type Elements = {
  create(type: 'payment', options: object): StripeElement
  update(options: { appearance: Appearance }): void
}

export type Outcome = {
  readonly paymentIntent?: { readonly status: string }
  readonly error?: {
    readonly type: string
    readonly message?: string
    /** The payment as it is, where it cannot be confirmed any more. */
    readonly payment_intent?: { readonly status: string }
  }
}

export type Stripe = {
  elements(options: { clientSecret: string; appearance: Appearance }): Elements
  confirmPayment(options: {
    elements: Elements
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<Outcome>
}

type WithStripe = { Stripe?: (key: string, options: { locale: string }) => Stripe }

/** Loads the script that defines Stripe(). Rejects where it cannot be had. */
export const loadStripe = async (address: string, key: string): Promise<Stripe> => {
  const script = document.createElement('script')
  script.src = address
  await new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })
  const { Stripe } = globalThis as WithStripe
  if (!Stripe) throw new Error('The script does not define Stripe.')
  return Stripe(key, { locale: 'en' })
}
