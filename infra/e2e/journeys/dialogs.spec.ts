import { expect, refuse, saveLinks, test } from '../src/journey.ts'
import { everyLook } from '../src/looks.ts'

for (const colorScheme of everyLook('light', 'dark'))
  test.describe(`at 320 px, ${colorScheme}`, () => {
    test.use({ viewport: { width: 320, height: 640 }, colorScheme })

    test('a refused form says so above its buttons, and its toast can be closed without closing the form', async ({
      signedIn: page,
    }) => {
      await refuse(page, '**/api/links', 'POST')
      await page.goto('/save')
      const dialog = page.getByRole('dialog', { name: 'Add New Link' })
      await dialog.getByLabel('URL').fill('https://a.localhost/1')
      await dialog.getByLabel('Title').fill('Typed')
      await dialog.getByRole('button', { name: 'Save Link' }).click()
      await expect(dialog.getByText('Something went wrong.')).toBeVisible()
      const toast = page.getByRole('region', { name: 'Notifications (F8)' })
      await expect(toast.getByRole('alert')).toContainText('Error')
      // Nothing lies over the toast: a click on its button reaches it.
      await toast.getByRole('button', { name: 'Close' }).click()
      await expect(toast.getByRole('alert')).toHaveCount(0)
      await expect(dialog.getByLabel('Title')).toHaveValue('Typed')

      await dialog.getByRole('button', { name: 'Save Link' }).click()
      await expect(toast.getByRole('alert')).toBeVisible()
      await page.keyboard.press('F8')
      await page.keyboard.press('Escape')
      await expect(toast.getByRole('alert')).toHaveCount(0)
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
  })

test('a refused collection says so in its dialog', async ({ signedIn: page }) => {
  await refuse(page, '**/api/collections', 'POST')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'New collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Collection' })
  await dialog.getByLabel('Collection Name').fill('Garden')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Something went wrong.')).toBeVisible()
  await expect(dialog.getByLabel('Collection Name')).toHaveValue('Garden')
})

test('a tooltip shows on hover and Tab, closes under a dialog, and does not come back with the focus', async ({
  signedIn: page,
}) => {
  await saveLinks(page.request, ['One'])
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
  const tooltip = page.getByRole('tooltip')
  const theme = page.getByRole('button', { name: 'Switch to dark theme' })
  await theme.hover()
  await expect(tooltip).toHaveText('Switch to dark theme')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The pointer rests on the button. Only its next movement asks for a tooltip.
  await expect(theme).toBeVisible()
  await page.clock.fastForward(1_000)
  await expect(tooltip).toHaveCount(0)

  const create = page.getByRole('button', { name: 'New collection' })
  await page.getByRole('link', { name: 'Lectern, your library' }).focus()
  await page.keyboard.press('Tab')
  await expect(create).toBeFocused()
  await expect(tooltip).toHaveText('New collection')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New Collection' })).toBeVisible()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(create).toBeFocused()
  await expect(tooltip).toHaveCount(0)
})

test('Escape closes the search help and keeps the search', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('searchbox').fill('tomato')
  await page.getByRole('button', { name: 'How to search' }).click()
  const help = page.getByRole('dialog', { name: 'How to search' })
  await expect(help).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('tomato')
})
