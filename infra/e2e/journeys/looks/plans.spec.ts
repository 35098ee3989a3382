import { expect, grant, site, test } from '../../src/journey.ts'
import { expectLooksRight, inEveryLook } from '../../src/looks.ts'

/** Return pages, and what they say to a free account. */
const RETURNS = [
  ['/pricing', 'Pay once'],
  ['/upgrade?upgrade=cancelled', 'Upgrade cancelled'],
  ['/upgrade?session_id=cs_test_made_up', 'Your payment is being confirmed'],
  ['/upgrade', 'Something Went Wrong'],
  ['/thank-you?amount=49.00&transaction_id=tx_look', '$49.00'],
] as const

/** Plans and checkout say this to somebody with a plan. */
const PAID = [
  ['/pricing', 'Pay once'],
  ['/upgrade?session_id=any', 'Your plan is Pro'],
  ['/upgrade/success', 'You now have Pro'],
  ['/welcome', 'Welcome to Pro'],
] as const

inEveryLook(() => {
  test('the plans, the pages after a payment and the library with a plan look right', async ({
    signedIn: page,
    account,
  }) => {
    const visit = (pages: readonly (readonly [string, string])[]) =>
      test.step('pages', async () => {
        for (const [path, text] of pages) {
          await page.goto(path)
          await expect(page.getByText(text).first()).toBeVisible()
          await expectLooksRight(page)
        }
      })
    await visit(RETURNS)
    await grant(account, 'pro')
    await visit(PAID)
    await grant(account, 'legacy_unlimited')
    await visit([['/pricing', 'Unlimited']])

    await page.request.post('/api/links', { data: { url: site('/t/One'), title: 'One' } })
    await page.goto('/dashboard')
    await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
    await expectLooksRight(page)
  })
})
