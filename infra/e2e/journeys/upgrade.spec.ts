import type { Page } from '@playwright/test'
import { chooseFile, figure } from '../src/imports.ts'
import { expect, refuse, test } from '../src/journey.ts'
import { bankQuestion, CARDS, cardFields, countPayments, fillCard, planOf } from '../src/payments.ts'

/** The offer of a larger plan, for a file of 620 articles. */
const openOffer = async (page: Page) => {
  await chooseFile(page, 620)
  await page.getByRole('button', { name: 'Start Import' }).click()
  const offer = page.getByRole('dialog', { name: 'Your plan has room for 500 more' })
  await expect(offer).toBeVisible()
  return offer
}

/** Opens the card form from the offer. */
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Upgrade to Basic' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Basic' })
  await expect(cardFields(page).getByLabel('Card number')).toBeVisible()
  await expect(page.getByText('Loading the card form…')).toBeHidden()
  return dialog
}
const pay = (page: Page) => page.getByRole('button', { name: 'Pay $19.00' }).click()

/** All of the file is in the library, and was paid for once. */
const expectImported = async (page: Page) => {
  await expect(page.getByText('Import complete')).toBeVisible()
  await expect(figure(page, 'Imported')).toHaveText('620')
  expect(await planOf(page)).toBe('basic')
  expect(await countPayments(page)).toBe(1)
  await page.goto('/import')
  await expect(page.getByRole('heading', { name: 'An import waits' })).toHaveCount(0)
}

test('a plan is bought by card in the import, which then goes on', async ({ signedIn: page }) => {
  await openOffer(page)
  const dialog = await openForm(page)
  await pay(page)
  await expect(dialog.getByRole('alert')).toHaveText('Your card details are incomplete.')
  const fields = cardFields(page)
  await fillCard(fields, CARDS.declined)
  // Enter pays, too.
  await fields.getByLabel('Security code').press('Enter')
  await expect(dialog.getByText('Your card was declined.')).toBeVisible()
  await expect(dialog.getByText('Payment Failed', { exact: true })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const inner = page.frameLocator('iframe[title="Card payment"]').locator('html')
    await expect(inner).toHaveAttribute('data-theme', colorScheme)
  }
  const { width, height } = page.viewportSize() ?? { width: 1_280, height: 720 }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await page.setViewportSize({ width, height })

  await fillCard(fields, CARDS.askedByBank)
  await pay(page)
  await bankQuestion(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expectImported(page)
})

test('a reload while the bank asks loses nothing', async ({ signedIn: page }) => {
  await openOffer(page)
  await openForm(page)
  await fillCard(cardFields(page), CARDS.askedByBank)
  await pay(page)
  await expect(bankQuestion(page).getByRole('button', { name: 'Complete authentication' })).toBeVisible()
  // Escape could lose the answer of the bank.
  await page.getByRole('dialog').press('Escape')
  await expect(page.getByRole('button', { name: 'Paying...' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'An import waits' })).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await openForm(page)
  await fillCard(cardFields(page), CARDS.good)
  await pay(page)
  await expectImported(page)
})

test('a payment without an answer leaves the import waiting', async ({ signedIn: page, context }) => {
  await openOffer(page)
  const dialog = await openForm(page)
  await fillCard(cardFields(page), CARDS.good)
  await context.setOffline(true)
  await pay(page)
  await expect(dialog.getByText(/we do not know yet whether you have paid/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'An import waits' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Go on' }).click()
  await openForm(page)
  await fillCard(cardFields(page), CARDS.good)
  await pay(page)
  await expectImported(page)
})

test('an import goes on after a reload while the payment takes its time', async ({ signedIn: page }) => {
  await openOffer(page)
  await openForm(page)
  await fillCard(cardFields(page), CARDS.slow)
  await pay(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.reload()
  await expectImported(page)
})

test('a payment on the hosted page comes back to the import', async ({ signedIn: page }) => {
  await refuse(page, '**/api/create-payment-intent', 'POST')
  await openOffer(page)
  await page.getByRole('button', { name: 'Upgrade to Basic' }).click()
  await expect(page.getByRole('heading')).toHaveText('Lectern Lifetime Basic')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/import?payment=cancelled')
  expect(await planOf(page)).toBe('free')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Upgrade to Basic' }).click()
  await fillCard(page, CARDS.good)
  await page.getByRole('button', { name: 'Pay $19.00' }).click()
  await expectImported(page)
})

test('a card form without its script offers the hosted page', async ({ signedIn: page }) => {
  await page.route('**/v3/stripe.js', route => route.abort())
  await openOffer(page)
  await page.getByRole('button', { name: 'Upgrade to Basic' }).click()
  await expect(page.getByRole('alert')).toContainText('The card form could not be loaded.')
  await page.getByRole('button', { name: 'Pay on Stripe’s page' }).click()
  await expect(page.getByRole('heading')).toHaveText('Lectern Lifetime Basic')
})

test('a closed card form charges nothing, and leaves the file where it was', async ({ signedIn: page }) => {
  await openOffer(page)
  await openForm(page)
  await fillCard(cardFields(page), CARDS.good)
  await cardFields(page).getByLabel('Security code').press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start Import' })).toBeFocused()
  expect(await countPayments(page)).toBe(0)
  await page.goto('/import?payment=success')
  await expect(page.getByText('No payment has arrived yet.')).toBeVisible()
  expect(await planOf(page)).toBe('free')
})

test('two tabs with the same file pay once', async ({ signedIn: page, context }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) await openOffer(tab)
  for (const tab of [page, other]) await openForm(tab)
  await fillCard(cardFields(page), CARDS.good)
  await pay(page)
  // The other tab hears of the plan, and no longer asks for a card.
  await expect(other.getByRole('dialog')).toBeHidden()
  await expectImported(page)
})
