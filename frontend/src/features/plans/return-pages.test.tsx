import type { User } from '@lectern/contracts/api/account.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import {
  contact,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'

const fire = vi.hoisted(() => Object.assign(vi.fn(), { reset: vi.fn() }))
vi.mock('canvas-confetti', () => ({ default: { create: () => fire } }))

withServer()
beforeEach(() => sessionStorage.clear())
afterEach(() => vi.clearAllMocks())

const visitor = http.get('*/api/user', () => refusal(401, 'Please sign in.'))
const pro: User = { ...mara, isPro: true, plan: 'pro', itemsAllowed: 10_000 }
const basic: User = { ...mara, isPro: true, plan: 'basic', itemsAllowed: 2_000 }

const open = (path: string, user: User) => {
  server.use(...library([], user))
  renderApp(path)
}
const title = async (name: string) => expect(await screen.findByRole('heading', { name })).toBeDefined()
const planShown = () => screen.getByRole('region', { name: 'Your plan' }).textContent

test.each([
  ['/upgrade?session_id=cs_1', 'Your plan is Pro'],
  ['/upgrade/success', 'You now have Pro'],
  ['/welcome', 'Welcome to Pro'],
  ['/checkout/success?session_id=cs_1', 'Payment Successful! Welcome to Pro'],
])('%s shows the plan that the account has', async (path, heading) => {
  open(path, pro)
  await title(heading)
  expect(planShown()).toContain('Your plan: Pro')
  expect(planShown()).toContain('10,000 articles')
})

test.each([
  '/upgrade?session_id=made-up',
  '/upgrade?session_id=&session_id=x&plan=ultra',
  '/upgrade/success?plan=ultra',
  '/welcome?payment=success',
  `/checkout/success?session_id=${'9'.repeat(500)}`,
])('%s gives a free account nothing', async path => {
  open(path, mara)
  await title('Your payment is being confirmed')
  expect(planShown()).toContain('Your plan: Free')
  expect(fire).not.toHaveBeenCalled()
})

test.each(['/upgrade?session_id=cs_1', '/upgrade/success', '/welcome', '/checkout/success'])(
  '%s asks a visitor to sign in',
  async path => {
    server.use(visitor)
    renderApp(path)
    await title('Sign in to see your plan')
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  },
)

test.each([
  ['/upgrade?upgrade=cancelled', 'Upgrade cancelled'],
  ['/upgrade?upgrade=cancelled&session_id=cs_1', 'Upgrade cancelled'],
  ['/upgrade', 'Something Went Wrong'],
  ['/upgrade?upgrade=success', 'Something Went Wrong'],
])('%s says: %s', async (path, heading) => {
  open(path, basic)
  await title(heading)
  await waitFor(() => expect(planShown()).toContain('Your plan: Basic'))
})

test('the error view tells a visitor, too, to contact support', async () => {
  server.use(visitor, contact)
  renderApp('/upgrade')
  await title('Something Went Wrong')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'contact support' }).getAttribute('href')).toBe(
      'mailto:help@lectern.test?subject=Upgrade',
    ),
  )
})

test('the new plan shows when the server says that the account has changed', async () => {
  sessionStorage.setItem('checkout', `${mara.id} pro`)
  open('/checkout/success?session_id=cs_1', basic)
  await title('Your payment is being confirmed')
  server.use(http.get('*/api/user', () => HttpResponse.json(pro)))
  pushChange({ what: ['account'] })
  await title('Payment Successful! Welcome to Pro')
  await waitFor(() => expect(fire).toHaveBeenCalled())
  expect(sessionStorage.getItem('checkout')).toBeNull()
})

test('a plan that came before the tab listened is asked for', async () => {
  open('/upgrade?session_id=cs_1', mara)
  await title('Your payment is being confirmed')
  server.use(http.get('*/api/user', () => HttpResponse.json(pro)))
  await title('Your plan is Pro')
})

test('a plan that does not come within a minute leads to support', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open('/upgrade?session_id=cs_1', mara)
  await title('Your payment is being confirmed')
  expect(screen.queryByText(/This takes longer than usual/)).toBeNull()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(await screen.findByText(/This takes longer than usual/)).toBeDefined()
  vi.useRealTimers()
})

test('the checkout of another user counts for nothing', async () => {
  sessionStorage.setItem('checkout', 'somebody-else ultra')
  open('/checkout/success?session_id=cs_1', pro)
  await title('Payment Successful! Welcome to Pro')
})

test('an account without a limit reads so', async () => {
  open('/upgrade/success', { ...mara, isPro: true, plan: 'legacy_unlimited', itemsAllowed: null })
  await title('You now have Unlimited')
  expect(planShown()).toContain('Unlimited articles')
})

test('no confetti moves for people who want less motion', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    query =>
      ({
        matches: query.includes('reduce'),
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as never,
  )
  open('/checkout/success', pro)
  await title('Payment Successful! Welcome to Pro')
  expect(document.querySelector('canvas')).toBeNull()
  vi.restoreAllMocks()
})

test('/checkout leads to the signup', async () => {
  server.use(visitor)
  renderApp('/checkout')
  await screen.findByLabelText('Username')
  expect(location.pathname).toBe('/signup')
})
