import type { User } from '@lectern/contracts/api/account.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
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

withServer()
beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

const signedOut = http.get('*/api/user', () => refusal(401, 'Please sign in.'))
const visitor = [signedOut, contact]
const holderOf = (plan: Plan, itemsAllowed: number | null): User => ({
  ...mara,
  isPro: plan !== 'free',
  plan,
  itemsAllowed,
})

const cardOf = (name: string) => screen.getByRole('heading', { name }).closest('li') as HTMLElement
/** The card, once it has a button or a link. The screen is mounted anew when the user is known. */
const card = (name: string) =>
  waitFor(() => {
    const shown = cardOf(name)
    expect(shown.querySelector('button, a')).not.toBeNull()
    return shown
  })
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
  renderApp('/pricing')
  const signIn = ['Sign In to Upgrade', true] as const
  await expectActions([['Create Free Account', true], signIn, signIn, signIn])
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup')
  expect(screen.queryByText(/no money moves/)).toBeNull()
})

test('the sign-in leads back to the plans', async () => {
  server.use(
    ...visitor,
    payments('stripe'),
    http.post('*/api/login', () => HttpResponse.json(mara)),
  )
  renderApp('/pricing')
  fireEvent.click(within(await card('Lifetime Pro')).getByRole('link'))
  fireEvent.change(await screen.findByLabelText('Email or Username'), { target: { value: 'mara' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  server.use(payments('stripe'), ...library([]))
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('button', { name: 'Upgrade to Lifetime Pro' })).toBeDefined()
  expect(location.pathname).toBe('/pricing')
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
  renderApp('/pricing')
  await expectActions(expected)
  expect(screen.queryByText(/no longer sold/) !== null).toBe(plan === 'legacy_unlimited')
})

test('nothing can be bought where payments are off', async () => {
  server.use(...library([], holderOf('basic', 2_000)))
  renderApp('/pricing')
  const soon = ['Available soon', false] as const
  await expectActions([HIGHER, CURRENT, soon, soon])
})

test('the stand-in says that no money moves', async () => {
  server.use(payments('stand-in'), ...library([]))
  renderApp('/pricing')
  expect(await screen.findByText(/no money moves, and only test cards work/)).toBeDefined()
})

test('features that are not built are marked', async () => {
  server.use(...visitor, payments('off'))
  renderApp('/pricing')
  const marked = within(await card('Lifetime Ultra')).getAllByText('Planned')
  expect(marked.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'API accessPlanned',
    'Team collaborationPlanned',
  ])
})

test('the page has tags for search engines while it is open', async () => {
  server.use(...visitor, payments('stripe'))
  renderApp('/pricing')
  await card('Free')
  const contentOf = (selector: string) => document.querySelector(selector)?.getAttribute('content')
  await waitFor(() => expect(document.title).toBe('Pricing · Lectern'))
  expect(contentOf('meta[property="og:title"]')).toBe('Pricing · Lectern')
  expect(contentOf('meta[name="twitter:card"]')).toBe('summary')
  expect(contentOf('meta[property="og:description"]')).toContain('Lifetime Pro: $49, 10,000 articles.')
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  expect(data).toMatchObject({ '@type': 'Product', name: 'Lectern' })
  expect(data.offers.map(({ price }: { price: string }) => price)).toEqual(['19.00', '49.00', '99.00'])
  fireEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  await screen.findByLabelText('Username')
  expect(contentOf('meta[property="og:title"]')).toBeUndefined()
  expect(document.querySelector('script[type="application/ld+json"]')).toBeNull()
})

const openAsFree = async (answer: () => Response | Promise<Response>) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  server.use(payments('stripe'), http.post('*/api/create-tier-checkout', answer), ...library([]))
  renderApp('/pricing')
  fireEvent.click(await screen.findByRole('button', { name: 'Upgrade to Lifetime Pro' }))
  return assign
}

test('an upgrade goes on to the page where one pays', async () => {
  const assign = await openAsFree(() => HttpResponse.json({ url: 'https://checkout.example.test/1' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://checkout.example.test/1'))
  expect(sessionStorage.getItem('checkout')).toBe(`${mara.id} pro`)
  expect(screen.getByRole('button', { name: 'Opening checkout...' }).hasAttribute('disabled')).toBe(true)
})

test('a page where one pays does not open once the person has left the plans', async () => {
  let answer: (response: Response) => void = () => undefined
  const assign = await openAsFree(() => new Promise<Response>(resolve => (answer = resolve)))
  await screen.findByRole('button', { name: 'Opening checkout...' })
  fireEvent.click(screen.getByRole('link', { name: 'Your library' }))
  await screen.findByRole('heading', { name: 'My Saved Links' })
  answer(HttpResponse.json({ url: 'https://checkout.example.test/1' }))
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(assign).not.toHaveBeenCalled()
  expect(sessionStorage.getItem('checkout')).toBeNull()
  expect(screen.queryByText('Checkout Error')).toBeNull()
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

test('a session that has ended leads to the sign-in', async () => {
  await openAsFree(() => {
    server.use(signedOut)
    return refusal(401, 'Please sign in.')
  })
  expect(await screen.findByLabelText('Email or Username')).toBeDefined()
  expect(location.pathname).toBe('/auth')
})
