import { expect, expectAccessible, saveLink, test } from '../src/journey.ts'

test.beforeEach(async ({ signedIn: page }) => {
  await saveLink(page.request, 'https://garden.example/tomatoes', 'Growing Tomatoes', { tags: ['garden'] })
  await saveLink(page.request, 'https://logs.example/kafka', 'What a log is', { note: 'Réread it.' })
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a search runs as one types, is marked, and is kept in the address', async ({ signedIn: page }) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('mato')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article').locator('mark').first()).toHaveText('mato')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('mato')
  await expect(page.getByRole('article')).toHaveCount(1)
  for (const [text, title] of [
    ['#garden', 'Growing Tomatoes'],
    ['site:logs.example', 'What a log is'],
    ['REREAD', 'What a log is'],
  ] as const) {
    await page.getByRole('searchbox').fill(text)
    await expect(page.getByRole('article', { name: title })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
  }
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('Nothing matches “nothing like it”')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: 'How to search' }).click()
  await expect(page.getByRole('dialog', { name: 'How to search' })).toBeVisible()
  await expectAccessible(page)
})

test('search fits a phone', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('searchbox').fill('log')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})
