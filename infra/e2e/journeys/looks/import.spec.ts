import { chooseFile, figure } from '../../src/imports.ts'
import { expect, test } from '../../src/journey.ts'
import { expectLooksRight, inEveryLook } from '../../src/looks.ts'
import { CARDS, cardFields, fillCard } from '../../src/payments.ts'

inEveryLook(() => {
  test('an import looks right in its preview and its ledger', async ({ signedIn: page }) => {
    await chooseFile(page, 20)
    await expect(figure(page, 'New articles')).toHaveText('20')
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Start Import' }).click()
    await expect(page.getByText('Import complete')).toBeVisible()
    await expect(page.getByText('Only http and https addresses can be saved.')).toBeVisible()
    await expectLooksRight(page)
  })

  test('the offer of a larger plan in the import looks right, with the card form and its errors', async ({
    signedIn: page,
  }) => {
    await chooseFile(page, 620)
    const start = page.getByRole('button', { name: 'Start Import' })
    const offer = page.getByRole('dialog', { name: 'Your plan has room for 500 more' })
    await start.click()
    await expect(offer).toBeVisible()
    await expectLooksRight(page)
    const upgrade = page.getByRole('button', { name: 'Upgrade to Basic' })
    await upgrade.click()
    await expect(cardFields(page).getByLabel('Card number')).toBeVisible()
    await fillCard(cardFields(page), CARDS.declined)
    // Enter pays, too. On a phone a toast may lie over the button.
    await cardFields(page).getByLabel('Security code').press('Enter')
    await expect(page.getByRole('dialog').getByText('Your card was declined.')).toBeVisible()
    await expectLooksRight(page)

    await page.reload()
    await expect(page.getByRole('heading', { name: 'An import waits' })).toBeVisible()
    await expectLooksRight(page)
    await page.route('**/v3/stripe.js', route => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Go on' }).click()
    await upgrade.click()
    await expect(page.getByRole('alert')).toContainText('The card form could not be loaded.')
    await expectLooksRight(page)
  })
})
