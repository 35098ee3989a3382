import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FromCardForm, ToCardForm } from '../lib/card-form.ts'
import { createCardForm } from './card-form.ts'
import { followHeight } from './height.ts'
import type { Outcome, Stripe } from './stripe.ts'

const mount: ToCardForm = {
  asks: 'mount',
  script: 'https://stripe.example/v3',
  publishableKey: 'pk_1',
  clientSecret: 'pi_1_secret_2',
  theme: 'dark',
}

let form: HTMLFormElement
beforeEach(() => {
  form = document.body.appendChild(document.createElement('form'))
})
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The card form with a Stripe that answers so, and what it told. */
const start = (
  confirm: () => Promise<Outcome> = async () => ({ paymentIntent: { status: 'succeeded' } }),
) => {
  const told: FromCardForm[] = []
  const heard: Record<string, () => void> = {}
  const element = { mount: vi.fn(), on: (event: string, act: () => void) => (heard[event] = act) }
  const elements = { create: vi.fn(() => element), update: vi.fn() }
  const stripe = { elements: vi.fn(() => elements), confirmPayment: vi.fn(confirm) }
  const load = vi.fn(async () => stripe as unknown as Stripe)
  const obey = createCardForm(form, { load, tell: message => told.push(message) })
  return { told, heard, element, elements, stripe, load, obey }
}

test('the fields are for a card alone, in the theme of the page', async () => {
  const { obey, load, stripe, elements, element, heard, told } = start()
  obey(mount)
  await expect.poll(() => element.mount.mock.calls).toEqual([[form]])
  expect(load).toHaveBeenCalledWith('https://stripe.example/v3', 'pk_1')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(stripe.elements).toHaveBeenCalledWith({
    clientSecret: 'pi_1_secret_2',
    appearance: expect.objectContaining({ theme: 'night' }),
  })
  expect(elements.create).toHaveBeenCalledWith(
    'payment',
    expect.objectContaining({ wallets: { applePay: 'never', googlePay: 'never', link: 'never' } }),
  )
  obey({ asks: 'paint', theme: 'light' })
  expect(elements.update).toHaveBeenCalledWith({ appearance: expect.objectContaining({ theme: 'stripe' }) })
  for (const event of ['ready', 'escape', 'loaderror']) heard[event]?.()
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  expect(told.map(({ says }) => says)).toEqual(['ready', 'escaped', 'unavailable', 'submitted'])
})

test('a script that cannot be had is told', async () => {
  const { obey, load, told } = start()
  load.mockRejectedValue(new Error('blocked'))
  obey(mount)
  await expect.poll(() => told).toEqual([{ says: 'unavailable' }])
})

test.each<[string, Outcome, FromCardForm]>([
  ['succeeded', { paymentIntent: { status: 'succeeded' } }, { says: 'paid' }],
  ['is processed', { paymentIntent: { status: 'processing' } }, { says: 'paid' }],
  [
    'was declined',
    { error: { type: 'card_error', message: 'Your card was declined.' } },
    { says: 'refused', message: 'Your card was declined.', isInput: false },
  ],
  [
    'lacks a field',
    { error: { type: 'validation_error', message: 'Your card number is incomplete.' } },
    { says: 'refused', message: 'Your card number is incomplete.', isInput: true },
  ],
  [
    'was made in another tab',
    { error: { type: 'invalid_request_error', payment_intent: { status: 'succeeded' } } },
    { says: 'paid' },
  ],
  ['had no answer', { error: { type: 'api_connection_error' } }, { says: 'unclear' }],
  ['ended in a state of its own', { paymentIntent: { status: 'requires_action' } }, { says: 'unclear' }],
])('a payment that %s is told as such', async (_name, outcome, message) => {
  const { obey, told, element, stripe } = start(async () => outcome)
  obey(mount)
  await expect.poll(() => element.mount.mock.calls.length).toBe(1)
  obey({ asks: 'pay' })
  await expect.poll(() => told).toEqual([message])
  expect(stripe.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      redirect: 'if_required',
      confirmParams: { return_url: `${location.origin}/import?payment=success` },
    }),
  )
})

test('a payment is confirmed once at a time, and a crash of the script is unclear', async () => {
  const { obey, told, element, stripe } = start(() => Promise.reject(new Error('gone')))
  obey({ asks: 'pay' })
  obey(mount)
  await expect.poll(() => element.mount.mock.calls.length).toBe(1)
  obey({ asks: 'pay' })
  obey({ asks: 'pay' })
  await expect.poll(() => told).toEqual([{ says: 'unclear' }])
  expect(stripe.confirmPayment).toHaveBeenCalledOnce()
})

test('the page is higher while the question of a bank lies over the form', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return Number(this.dataset.px)
  })
  const withHeight = (element: HTMLElement, px: number) => {
    element.dataset.px = String(px)
    return element
  }
  withHeight(form, 180)
  const told: number[] = []
  followHeight(form, ({ height }) => told.push(height))
  const hidden = document.body.appendChild(withHeight(document.createElement('div'), 1))
  await expect.poll(() => told.at(-1)).toBe(180)
  const overlay = document.body.appendChild(withHeight(document.createElement('div'), 180))
  await expect.poll(() => told.at(-1)).toBe(620)
  overlay.remove()
  await expect.poll(() => told.at(-1)).toBe(180)
  hidden.remove()
})
