import { expect, saveLinks, test } from '../src/journey.ts'

test('an act without a connection shows, survives a reload and reaches the server once', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  const star = page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' })
  await expect(star).toBeVisible()
  const sent: string[] = []
  page.on('requestfinished', request => {
    if (request.method() === 'PATCH') sent.push(request.url())
  })
  await context.setOffline(true)
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Offline · 1 change kept on this device')).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Offline')).toBeHidden()
  await expect.poll(() => sent.length).toBe(1)
  await page.reload()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  expect(sent).toHaveLength(1)
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
