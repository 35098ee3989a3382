import { expect, saveLinks, test } from '../src/journey.ts'

test('an open page keeps working when the connection is lost before its parts are loaded', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  const card = page.getByRole('article', { name: 'One' })
  await expect(card).toBeVisible()
  await context.setOffline(true)
  // The code of the tooltip and of the toast is not loaded yet.
  const star = card.getByRole('button', { name: 'Favorite' })
  await star.click()
  await expect(page.getByText('Failed to toggle favorite', { exact: true })).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await context.setOffline(false)
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('heading', { name: 'My Saved Links' })).toBeVisible()
})

test('a dialog that cannot be loaded shows a toast, and opens when the connection is back', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('?')
  await expect(page.getByText('This could not be opened')).toBeVisible()
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
