import type { Page } from '@playwright/test'
import { expect, expectAccessible, grant, test } from '../src/journey.ts'
import { fillCard } from '../src/payments.ts'

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const action = (page: Page, name: string) => card(page, name).locator('button, a')

/** Expects the text of each card's button, from Free to Ultra. */
const expectActions = async (page: Page, texts: readonly string[]) => {
  const names = ['Free', 'Lifetime Basic', 'Lifetime Pro', 'Lifetime Ultra']
  for (const [n, name] of names.entries()) await expect(action(page, name)).toHaveText(texts[n] ?? '')
}

const yourPlan = (page: Page) => page.getByRole('region', { name: 'Your plan' })

test('a visitor compares the plans and signs in to upgrade', async ({ page, account, context }) => {
  await context.clearCookies()
  await page.goto('/pricing')
  const signIn = 'Sign In to Upgrade'
  await expectActions(page, ['Create Free Account', signIn, signIn, signIn])
  await expect(page).toHaveTitle('Pricing · Lectern')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Pricing · Lectern')
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '').offers).toHaveLength(3)
  await expect(card(page, 'Lifetime Ultra').getByText('Team collaboration')).toBeVisible()

  await action(page, 'Lifetime Pro').click()
  await page.getByLabel('Email or Username').fill(account.username)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  await expectActions(page, [
    'Current Plan',
    'Upgrade to Lifetime Basic',
    'Upgrade to Lifetime Pro',
    'Upgrade to Lifetime Ultra',
  ])
})

test('an upgrade is paid for at the checkout, and every open tab shows it', async ({
  signedIn: page,
  context,
}) => {
  const dashboard = await context.newPage()
  await dashboard.goto('/dashboard')
  await expect(dashboard.getByRole('link', { name: 'Free - Upgrade' })).toBeVisible()

  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Upgrade to Lifetime Pro' }).click()
  await expect(page.getByRole('heading', { name: 'Lectern Lifetime Pro' })).toBeVisible()
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page).toHaveURL(/\/checkout\/success\?session_id=cs_test_/)
  await expect(page.getByRole('heading', { name: 'Payment Successful! Welcome to Pro' })).toBeVisible()
  await expect(yourPlan(page)).toContainText('10,000 articles')
  await expect(dashboard.getByRole('link', { name: 'Pro', exact: true }).first()).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
  await expectAccessible(page)

  for (const [path, heading] of [
    ['/upgrade?session_id=any', 'Your plan is Pro'],
    ['/upgrade/success', 'You now have Pro'],
    ['/welcome', 'Welcome to Pro'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  await page.goto('/pricing')
  const higher = 'You have a higher tier'
  await expectActions(page, [higher, higher, 'Current Plan', 'Upgrade to Lifetime Ultra'])
})

test('a cancelled checkout charges nothing and leaves the plan', async ({ signedIn: page }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Upgrade to Lifetime Basic' }).click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/upgrade\?upgrade=cancelled$/)
  await expect(page.getByRole('heading', { name: 'Upgrade cancelled' })).toBeVisible()
  await expect(yourPlan(page)).toContainText('Your plan: Free')
  await page.getByRole('link', { name: 'View Plans' }).click()
  await expect(action(page, 'Lifetime Basic')).toHaveText('Upgrade to Lifetime Basic')
})

test('the plan without a limit is shown and not sold', async ({ signedIn: page, account }) => {
  await grant(account, 'legacy_unlimited')
  await page.goto('/pricing')
  const higher = 'You have a higher tier'
  await expectActions(page, [higher, higher, higher, 'Upgrade to Lifetime Ultra'])
  await expect(yourPlan(page)).toContainText('Unlimited')
})

test('made-up addresses of return pages grant nothing', async ({ signedIn: page }) => {
  for (const path of [
    '/upgrade?session_id=cs_test_made_up',
    '/upgrade?session_id=&session_id=2&plan=ultra',
    '/upgrade/success?plan=ultra',
    '/welcome?payment=success',
    `/checkout/success?session_id=${'9'.repeat(1_000)}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
    await expect(yourPlan(page)).toContainText('Your plan: Free')
  }
  await page.goto('/upgrade')
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible()
  for (const query of ['amount=-1', 'amount=99999999999', 'amount=7&amount=8', 'amount=%3Cb%3E']) {
    await page.goto(`/thank-you?${query}`)
    await expect(page.getByText('$7.00')).toBeVisible()
  }
  const reported = page.waitForResponse('**/api/page-events')
  await page.goto('/thank-you?amount=49.00&transaction_id=tx_journey')
  await expect(page.getByText('$49.00')).toBeVisible()
  expect((await reported).status()).toBe(200)
  expect((await (await page.request.get('/api/user')).json()).plan).toBe('free')
})

test('a visitor on a return page is asked to sign in, and comes back to it', async ({
  page,
  account,
  context,
}) => {
  await grant(account, 'basic')
  await context.clearCookies()
  await page.goto('/upgrade?session_id=cs_1')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email or Username').fill(account.username)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Your plan is Basic' })).toBeVisible()
})

test('a new account chooses a plan, and the free one stays first and in view', async ({ page }) => {
  const name = `chooser-${process.pid}-${Date.now()}`
  await page.goto('/signup')
  await page.getByLabel('Email').fill(`${name}@lectern.example`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill('a quiet reading room')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Choose Basic' }).waitFor()
  await page.setViewportSize({ width: 390, height: 664 })
  await expect(page.getByRole('link', { name: 'Continue with Free Account' })).toBeInViewport()
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await expect(page.getByRole('heading', { name: 'Lectern Lifetime Basic' })).toBeVisible()
})

test('a developer tries the webhook', async ({ page }) => {
  await page.goto('/webhook-test')
  const test = page.getByRole('button', { name: 'Test Checkout ($1.00)' })
  await test.click()
  await expect(page.getByRole('alert')).toHaveText(
    'Email required Please enter an email address for the test',
  )
  await page.getByLabel('Email').fill('dev@lectern.example')
  await test.click()
  await expect(page.getByRole('button', { name: 'Pay $1.00' })).toBeVisible()
})
