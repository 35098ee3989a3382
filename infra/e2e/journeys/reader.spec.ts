import { expect, expectAccessible, saveLink, site, test } from '../src/journey.ts'

test('settings and position are kept', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/long'), 'A long season')
  await page.goto(`/reader/${id}`)
  const text = page.locator('article p').first()
  await expect(text).toBeVisible()
  await expect(text).toHaveCSS('font-size', '16px')
  for (const theme of ['Light', 'Sepia', 'Dark']) {
    await page
      .getByRole('button', { name: /Aa|Text settings|Reading settings|Appearance/i })
      .first()
      .click()
    await page
      .getByRole('radio', { name: theme })
      .or(page.getByRole('menuitemradio', { name: theme }))
      .or(page.getByRole('button', { name: theme }))
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  }
  await page
    .getByRole('button', { name: /Aa|Text settings|Reading settings|Appearance/i })
    .first()
    .click()
  await page.getByRole('button', { name: /larger|increase/i }).click()
  await expect(text).toHaveCSS('font-size', '18px')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.locator('article p').first()).toHaveCSS('font-size', '18px')
})

test('a page that cannot be read says why, and can be tried again', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site(`/flaky/${Date.now()}`), 'Flaky')
  await page.goto(`/reader/${id}`)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Original/ }).first()).toHaveAttribute('target', '_blank')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('A tomato grown on a balcony asks').first()).toBeVisible()
})

for (const path of ['/reader/0', '/reader/999999', '/reader/abc', '/reader/1e3']) {
  test(`${path} is an invalid link`, async ({ signedIn: page }) => {
    await page.goto(path)
    await expect(page.getByText('Invalid article link')).toBeVisible()
    await page
      .getByRole('button', { name: 'Go Back' })
      .or(page.getByRole('link', { name: 'Go Back' }))
      .click()
    await expect(page).not.toHaveURL(path)
  })
}
