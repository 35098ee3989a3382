import { chooseFile, figure } from '../../src/imports.ts'
import { expect, test } from '../../src/journey.ts'
import { expectLooksRight, inEveryLook } from '../../src/looks.ts'
import { CARDS, cardFields, fillCard } from '../../src/payments.ts'

inEveryLook(() => {
  test('an import looks right in its preview, its ledger and the question before it is undone', async ({
    signedIn: page,
  }) => {
    await chooseFile(page, 20)
    await expect(figure(page, 'New articles')).toHaveText('20')
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Start Import' }).click()
    await expect(page.getByText('Import complete')).toBeVisible()
    await expect(page.getByText('Only http and https addresses can be saved.')).toBeVisible()
    await expectLooksRight(page)

    const { links } = await (await page.request.get('/api/links?limit=1')).json()
    await page.request.patch(`/api/links/${links[0].id}/favorite`, { data: { isFavorite: true } })
    await page.goto('/history')
    await page
      .getByRole('article', { name: /^Imported 20 articles from Pocket/ })
      .getByRole('button', { name: /^Undo/ })
      .click()
    await expect(page.getByRole('dialog', { name: 'Undo this import?' })).toContainText('was changed since')
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
