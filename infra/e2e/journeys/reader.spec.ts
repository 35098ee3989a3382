import type { Page } from '@playwright/test'
import { expect, expectAccessible, saveLink, site, test } from '../src/journey.ts'

const openSettings = (page: Page) => page.getByRole('button', { name: 'Text size and theme' }).click()

test('text size and theme survive a reload, and every theme is accessible', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/long'), 'A long season')
  await page.goto(`/reader/${id}`)
  const text = page.locator('article p').first()
  await expect(text).toHaveCSS('font-size', '16px')
  for (const theme of ['Dark', 'Light', 'Sepia']) {
    await openSettings(page)
    await page.getByText(theme, { exact: true }).click()
    await expect(page.getByRole('radio', { name: theme })).toBeChecked()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await openSettings(page)
  await page.getByRole('button', { name: 'Larger text' }).click()
  await expect(text).toHaveCSS('font-size', '18px')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(text).toHaveCSS('font-size', '18px')
  await openSettings(page)
  await expect(page.getByRole('radio', { name: 'Sepia' })).toBeChecked()
})

test('the text size is limited to 12 to 24 px', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/long'), 'A long season')
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible()
  await openSettings(page)
  for (const [button, end] of [
    ['Larger text', '24px'],
    ['Smaller text', '12px'],
  ] as const) {
    const step = page.getByRole('button', { name: button })
    while (await step.isEnabled()) await step.click()
    await expect(page.locator('article p').first()).toHaveCSS('font-size', end)
  }
})

test('an article continues where reading stopped', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/long'), 'A long season')
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible()
  const half = 'document.documentElement.scrollHeight / 2'
  await page.evaluate(`window.scrollTo(0, ${half})`)
  await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(1_000)
  await page.goto('/dashboard')
  await page.goto(`/reader/${id}`)
  await page.getByRole('button', { name: /continue/i }).click()
  await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(1_000)
})

test('a failed article shows a Retry button and a link to the original', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site(`/flaky/${Date.now()}`), 'Flaky')
  await page.goto(`/reader/${id}`)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Original/ }).first()).toHaveAttribute('target', '_blank')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('A tomato grown on a balcony asks').first()).toBeVisible()
})

for (const path of ['/reader/0', '/reader/999999', '/reader/abc', '/reader/1e3']) {
  test(`${path} shows that the link is invalid`, async ({ signedIn: page }) => {
    await page.goto(path)
    await expect(page.getByText('Invalid article link')).toBeVisible()
    await page
      .getByRole('button', { name: 'Go Back' })
      .or(page.getByRole('link', { name: 'Go Back' }))
      .click()
    await expect(page).not.toHaveURL(path)
  })
}
