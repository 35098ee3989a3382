import type { Page } from '@playwright/test'
import { expect, expectAccessible, grant, site, test } from '../src/journey.ts'
import { BANK_FRAME, CARD_FRAME, CARDS, fillCard, planOf } from '../src/payments.ts'

test('a plan bought at the hosted checkout shows in the open tab', async ({ signedIn: page, context }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Free - Upgrade' })).toBeVisible()
  const answer = await page.request.post('/api/create-tier-checkout', { data: { tier: 'ultra' } })
  const checkout = await context.newPage()
  await checkout.goto((await answer.json()).url)
  await expect(checkout.getByRole('heading')).toHaveText('Lectern Lifetime Ultra')
  await expectAccessible(checkout)

  await fillCard(checkout, CARDS.withoutFunds)
  await checkout.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect(checkout.getByRole('alert')).toHaveText('Your card has insufficient funds.')
  await fillCard(checkout, CARDS.askedByBank)
  await checkout.getByRole('button', { name: 'Pay $99.00' }).click()
  await checkout.getByRole('button', { name: 'Complete authentication' }).click()
  await checkout.waitForURL(/\/checkout\/success\?session_id=cs_test_/)

  await expect(page.getByRole('link', { name: 'Ultra', exact: true }).first()).toBeVisible()
  expect(await planOf(page)).toBe('ultra')
  const again = await page.request.post('/api/create-tier-checkout', { data: { tier: 'ultra' } })
  expect(again.status()).toBe(409)
})

/** A page with the card form, as the upgrade dialog will have it. */
const openCardForm = async (page: Page) => {
  const settings = await (await page.request.get('/api/payments')).json()
  const made = await page.request.post('/api/create-payment-intent', { data: { tier: 'basic' } })
  const { clientSecret } = await made.json()
  const form = `<!doctype html><title>Card form</title><div id="card"></div><button>Pay</button><output></output>
    <script src="${settings.script}"></script><script>
      const stripe = Stripe('${settings.publishableKey}')
      const elements = stripe.elements({ clientSecret: '${clientSecret}' })
      elements.create('payment').mount('#card')
      document.querySelector('button').onclick = async () => {
        const { error, paymentIntent } = await stripe.confirmPayment({ elements, redirect: 'if_required' })
        document.querySelector('output').textContent = error ? error.message : paymentIntent.status
      }
    </script>`
  // Our own pages allow no script inside them.
  await page.goto(site('/a/Card-form'))
  await page.setContent(form)
  return page.frameLocator(CARD_FRAME)
}

test('the card form pays in the page, and asks the bank there', async ({ signedIn: page }) => {
  const frame = await openCardForm(page)
  const [pay, says] = [page.getByRole('button', { name: 'Pay' }), page.getByRole('status')]
  await expect(frame.getByLabel('Card number')).toBeVisible()
  await pay.click()
  await expect(says).toHaveText('Your card details are incomplete.')
  await fillCard(frame, CARDS.declined)
  await pay.click()
  await expect(says).toHaveText('Your card was declined.')
  await fillCard(frame, CARDS.askedByBank)
  await pay.click()
  await page.frameLocator(BANK_FRAME).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(says).toHaveText('succeeded')
  await expect.poll(() => planOf(page)).toBe('basic')
})

test('the plan that an operator grants stays beside a purchase', async ({ signedIn: page, account }) => {
  await grant(account, 'legacy_unlimited')
  const buy = (tier: string) => page.request.post('/api/create-tier-checkout', { data: { tier } })
  expect((await buy('pro')).status()).toBe(409)
  await page.goto((await (await buy('ultra')).json()).url)
  await fillCard(page, CARDS.good)
  await page.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect
    .poll(async () => (await page.request.get('/api/user')).json())
    .toMatchObject({ plan: 'ultra', itemsAllowed: null })
})
