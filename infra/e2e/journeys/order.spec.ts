import type { Page } from '@playwright/test'
import { expect, saveLink, saveLinks, site, test } from '../src/journey.ts'
import { everyLook } from '../src/looks.ts'

const titles = (page: Page) => page.getByRole('article').getByRole('heading')
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const sort = (page: Page, now: string) => page.getByRole('button', { name: `Sort: ${now}`, exact: true })
const progress = (page: Page, now: string) =>
  page.getByRole('button', { name: `Progress: ${now}`, exact: true })

/** Scrolls to this part of the article, 0 to 1, and waits until the server has the place. */
const readTo = async (page: Page, part: number) => {
  const kept = page.waitForResponse(answer => answer.url().endsWith('/position'))
  await page.evaluate(`scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * ${part})`)
  expect((await kept).status()).toBe(204)
}

test('the order is chosen by keyboard, and each view keeps its own', async ({ signedIn: page }) => {
  await saveLinks(page.request, ['banana', 'Cherry', 'apple'])
  await page.goto('/dashboard')
  await expect(titles(page)).toHaveText(['apple', 'Cherry', 'banana'])
  await sort(page, 'Newest first').focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Sort: Newest first' })
  await expect(menu.getByRole('menuitemradio', { name: 'Newest first' })).toBeChecked()
  // By keyboard a menu opens at what is chosen, and goes round.
  await expect(menu.getByRole('menuitemradio', { name: 'Newest first' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menu.getByRole('menuitemradio', { name: 'Last read first' })).toBeFocused()
  for (const choice of ['Newest first', 'Oldest first', 'By title']) {
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('menuitemradio', { name: choice })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['apple', 'banana', 'Cherry'])
  await expect(sort(page, 'By title')).toBeFocused()

  // A newly saved link stands in its place.
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await dialog.getByLabel('URL').fill('https://many.localhost/new')
  await dialog.getByLabel('Title').fill('Blueberry')
  await dialog.getByLabel('Title').press('Enter')
  await expect(titles(page)).toHaveText(['apple', 'banana', 'Blueberry', 'Cherry'])

  await page.reload()
  await expect(titles(page)).toHaveText(['apple', 'banana', 'Blueberry', 'Cherry'])
  await page.getByRole('button', { name: 'Favorites' }).click()
  await expect(sort(page, 'Newest first')).toBeVisible()

  await page.goto('/dashboard?q=e')
  await expect(page.getByText('Best matches first')).toBeVisible()
  await expect(sort(page, 'By title')).toBeHidden()
})

test('a card says how far its article was read, and a filter shows those', async ({ signedIn: page }) => {
  await saveLink(page.request, site('/long'), 'Long')
  await saveLinks(page.request, ['Other'])
  await page.goto('/dashboard')
  await expect(card(page, 'Long').getByText(/min/).first()).toBeVisible()
  await expect(page.locator('[data-progress]')).toHaveCount(0)

  await card(page, 'Long').getByRole('heading').getByRole('link').click()
  await expect(page.locator('article p').first()).toBeVisible()
  await readTo(page, 0.5)
  await page.goBack()
  await expect(card(page, 'Long').getByText(/^Begun, \d+% read$/)).toBeAttached()
  await expect(card(page, 'Long').locator('[data-progress=begun]')).toBeVisible()
  await page.reload()
  await expect(card(page, 'Long').getByText(/^Begun, \d+% read$/)).toBeAttached()

  await progress(page, 'Any progress').click()
  await page.getByRole('menuitemradio', { name: 'Unread' }).click()
  await expect(titles(page)).toHaveText(['Other'])
  await expect(page).toHaveURL(/progress=unread/)
  await expect(page).toHaveTitle(/^Unread/)
  await expect(page.getByRole('status').getByText('1 unread link')).toBeVisible()
  await progress(page, 'Unread').click()
  await page.getByRole('menuitemradio', { name: 'Begun' }).click()
  await expect(titles(page)).toHaveText(['Long'])
  await page.goBack()
  await expect(titles(page)).toHaveText(['Other'])
  await page.goForward()

  // Read to the end, it leaves the list of those that are begun.
  await card(page, 'Long').getByRole('heading').getByRole('link').click()
  await expect(page.locator('article p').first()).toBeVisible()
  await readTo(page, 1)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Nothing begun here' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all articles' }).click()
  await expect(card(page, 'Long').getByText('Finished', { exact: true })).toBeAttached()
  await sort(page, 'Newest first').click()
  await page.getByRole('menuitemradio', { name: 'Last read first' }).click()
  await expect(titles(page)).toHaveText(['Long', 'Other'])
})

for (const scheme of everyLook('light', 'dark'))
  test.describe(`by touch, ${scheme}`, () => {
    test.use({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
      colorScheme: scheme,
    })

    test('order and progress are chosen', async ({ signedIn: page }) => {
      await saveLinks(page.request, ['Two', 'One'])
      await page.goto('/dashboard?view=list')
      await expect(titles(page)).toHaveText(['One', 'Two'])
      await sort(page, 'Newest first').tap()
      await page.getByRole('menuitemradio', { name: 'Oldest first' }).tap()
      await expect(titles(page)).toHaveText(['Two', 'One'])
      await progress(page, 'Any progress').tap()
      await expect(page.getByRole('menuitemradio', { name: 'Finished' })).toBeVisible()
      await page.getByRole('menuitemradio', { name: 'Unread' }).tap()
      await expect(progress(page, 'Unread')).toBeVisible()
      await expect(titles(page)).toHaveText(['Two', 'One'])
    })
  })
