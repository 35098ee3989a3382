import type { User } from '@lectern/contracts/api/account.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  contact,
  HttpResponse,
  http,
  library,
  mara,
  payments,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'
import Pricing, { meta } from './page.tsx'
import { PricingActs } from './pricing-acts.tsx'
import { PRODUCT } from './product-data.ts'

withServer()
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The page as the build renders it, with its acts. */
const open = () => {
  document.body.innerHTML = renderToStaticMarkup(<Pricing />)
  return render(<PricingActs />)
}

const signedOut = http.get('*/api/user', () => refusal(401, 'Please sign in.'))
const visitor = [signedOut, contact]
const holderOf = (plan: Plan, itemsAllowed: number | null): User => ({
  ...mara,
  isPro: plan !== 'free',
  plan,
  itemsAllowed,
})

const cardOf = (name: string) => screen.getByRole('heading', { name }).closest('li') as HTMLElement
/** Expects each card's text of its button or link, and whether it can be used. */
const expectActions = (expected: readonly (readonly [string, boolean])[]) =>
  waitFor(() => {
    const found = ['Free', 'Lifetime Basic', 'Lifetime Pro', 'Lifetime Ultra'].map(name => {
      const action = cardOf(name).querySelector('button, a')
      return [action?.textContent, !action?.hasAttribute('disabled')]
    })
    expect(found).toEqual(expected)
  })

test('a visitor is asked to sign in', async () => {
  server.use(...visitor, payments('stripe'))
  open()
  const signIn = ['Sign In to Upgrade', true] as const
  await expectActions([['Create Free Account', true], signIn, signIn, signIn])
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup')
  expect(screen.queryByText(/no money moves/)).toBeNull()
  const link = within(cardOf('Lifetime Pro')).getByRole('link')
  expect(link.getAttribute('href')).toBe('/login?next=pricing')
})

const HIGHER = ['You have a higher tier', false] as const
const CURRENT = ['Current Plan', false] as const
const upgrade = (name: string) => [`Upgrade to Lifetime ${name}`, true] as const

test.each([
  ['free', 500, [CURRENT, upgrade('Basic'), upgrade('Pro'), upgrade('Ultra')]],
  ['basic', 2_000, [HIGHER, CURRENT, upgrade('Pro'), upgrade('Ultra')]],
  ['pro', 10_000, [HIGHER, HIGHER, CURRENT, upgrade('Ultra')]],
  ['ultra', 50_000, [HIGHER, HIGHER, HIGHER, CURRENT]],
  ['legacy_unlimited', null, [HIGHER, HIGHER, HIGHER, upgrade('Ultra')]],
] as const)('an account of plan %s may go up', async (plan, limit, expected) => {
  server.use(payments('stripe'), ...library([], holderOf(plan, limit)))
  open()
  await expectActions(expected)
  expect(screen.queryByText(/no longer sold/) !== null).toBe(plan === 'legacy_unlimited')
})

test('nothing can be bought where payments are off', async () => {
  server.use(...library([], holderOf('basic', 2_000)))
  open()
  const soon = ['Available soon', false] as const
  await expectActions([HIGHER, CURRENT, soon, soon])
})

test('the stand-in says that no money moves', async () => {
  server.use(payments('stand-in'), ...library([]))
  open()
  expect(await screen.findByText(/no money moves, and only test cards work/)).toBeDefined()
})

test('nothing is sold that is not built', () => {
  document.body.innerHTML = renderToStaticMarkup(<Pricing />)
  expect(within(cardOf('Lifetime Ultra')).getByText('Team collaboration')).toBeDefined()
  expect(document.body.textContent).not.toContain('Planned')
})

test('search engines learn the prices', () => {
  expect(meta.description).toContain('Lifetime Pro: $49, 10,000 articles.')
  expect(PRODUCT).toMatchObject({ '@type': 'Product', name: 'Lectern' })
  expect(PRODUCT.offers.map(({ price }) => price)).toEqual(['19.00', '49.00', '99.00'])
})

const openAsFree = async (answer: () => Response | Promise<Response>) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  server.use(payments('stripe'), http.post('*/api/create-tier-checkout', answer), ...library([]))
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Upgrade to Lifetime Pro' }))
  return assign
}

test('an upgrade goes on to the page where one pays', async () => {
  const assign = await openAsFree(() => HttpResponse.json({ url: 'https://checkout.example.test/1' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://checkout.example.test/1'))
  expect(sessionStorage.getItem('checkout')).toBe(`${mara.id} pro`)
  expect(screen.getByRole('button', { name: 'Opening checkout...' }).hasAttribute('disabled')).toBe(true)
})

test('Back from the checkout finds the plans as they were', async () => {
  const assign = await openAsFree(() => HttpResponse.json({ url: 'https://checkout.example.test/1' }))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  await expectActions([CURRENT, upgrade('Basic'), upgrade('Pro'), upgrade('Ultra')])
})

test.each([
  [
    'refused',
    () => refusal(503, 'Payments are not available here yet.'),
    'Payments are not available here yet.',
  ],
  ['without an answer', () => HttpResponse.error(), 'Unable to create checkout session. Please try again.'],
  ['without an address', () => HttpResponse.json({}), 'No checkout URL received'],
])('a checkout that is %s says so', async (_, answer, text) => {
  const assign = await openAsFree(answer)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Checkout Error')
  expect(alert.textContent).toContain(text)
  expect(assign).not.toHaveBeenCalled()
  await expectActions([CURRENT, upgrade('Basic'), upgrade('Pro'), upgrade('Ultra')])
})

test('a session that has ended leads to the sign-in, which leads back', async () => {
  const assign = await openAsFree(() => {
    server.use(signedOut)
    return refusal(401, 'Please sign in.')
  })
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/auth?next=pricing'))
})
