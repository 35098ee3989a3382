import { expect, expectAccessible, refuse, saveLinks, test } from '../src/journey.ts'

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`at 320 px, ${colorScheme}`, () => {
    test.use({ viewport: { width: 320, height: 640 }, colorScheme })

    test('a refused form says so above its buttons, and its toast can be closed without closing the form', async ({
      signedIn: page,
    }) => {
      await refuse(page, '**/api/links', 'POST')
      await page.goto('/save')
      const dialog = page.getByRole('dialog', { name: 'Add New Link' })
      await dialog.getByLabel('URL').fill('https://a.example/1')
      await dialog.getByLabel('Title').fill('Typed')
      await dialog.getByRole('button', { name: 'Save Link' }).click()
      await expect(dialog.getByText('Something went wrong.')).toBeVisible()
      const toast = page.getByRole('region', { name: 'Notifications (F8)' })
      await expect(toast.getByRole('alert')).toContainText('Error')
      await expectAccessible(page)
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
  await page.goto('/dashboard')
  const tooltip = page.getByRole('tooltip')
  const star = page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' })
  // The card may still move under the pointer while the page loads.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await star.hover()
    await expect(tooltip).toHaveText('Add to favorites', { timeout: 3_000 })
  }).toPass()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The pointer rests on the star. Only its next movement asks for a tooltip.
  await expect(star).toBeVisible()
  await page.waitForTimeout(1_000)
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
