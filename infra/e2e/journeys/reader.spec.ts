import type { Page } from '@playwright/test'
import { expect, PAGE_READ_MS, refuse, saveLink, site, test } from '../src/journey.ts'

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

test('an article opens where reading stopped: one click from the list to reading on', async ({
  signedIn: page,
}) => {
  const { id } = await saveLink(page.request, site('/long'), 'A long season')
  const text = page.locator('article p').first()
  const words = () =>
    page.evaluate('document.caretRangeFromPoint(innerWidth / 2, 90)?.startContainer.textContent')
  const top = page.getByRole('button', { name: /^Back to the top/ })
  await page.goto(`/reader/${id}`)
  await expect(text).toBeVisible({ timeout: PAGE_READ_MS })
  await expect(top).toHaveCount(0)
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight / 2)')
  // The page hears of scrolling with the next frame.
  await page.evaluate('new Promise(requestAnimationFrame)')
  expect(await page.evaluate('window.scrollY')).toBeGreaterThan(1_000)
  const left = await words()
  await page.goto('/dashboard')
  await page.getByRole('article', { name: 'A long season' }).getByRole('link').first().click()
  await expect(top).toBeVisible()
  expect(await words()).toBe(left)
  // An article that is there already opens there, too.
  await page.keyboard.press('u')
  await page.getByRole('article', { name: 'A long season' }).getByRole('link').first().click()
  await expect(top).toBeVisible()
  expect(await words()).toBe(left)
  await expect(page.locator('[data-line]')).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(top).toBeHidden()
  await page.emulateMedia({ media: null })
  await top.click()
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  await expect(top).toHaveCount(0)
})

test('articles that were begun stand above the list, and the end of one leads to the next of them', async ({
  signedIn: page,
}) => {
  const shelf = page.getByRole('region', { name: 'Continue reading' })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await saveLink(page.request, site('/t/Never-opened'), 'Never opened')
  for (const [path, title, offset] of [
    ['/long', 'A long season', 4_000],
    ['/t/Soil-and-light', 'Soil and light', 400],
  ] as const) {
    const { id } = await saveLink(page.request, site(path), title)
    const { contentHash } = await (await page.request.get(`/api/links/${id}/content`)).json()
    const answer = await page.request.put(`/api/links/${id}/position`, { data: { offset, contentHash } })
    expect(answer.ok()).toBe(true)
  }
  await page.goto('/dashboard')
  await expect(shelf.getByRole('link', { name: /min left/ })).toHaveText([
    /Soil and light.*min left/,
    /A long season.*10 min left/,
  ])
  await shelf.getByRole('link', { name: /Soil and light/ }).click()
  await expect(page.getByRole('button', { name: /^Back to the top/ })).toBeVisible()
  const end = page.getByRole('region', { name: 'After reading' })
  await expect(end.getByRole('button', { name: 'Next: A long season' })).toBeVisible()
  await end.getByRole('button', { name: 'Archive and next' }).click()
  await expect(heading('A long season')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Back to the top/ })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(shelf.getByRole('link', { name: /min left/ })).toHaveCount(1)
  await expect(shelf.getByRole('link', { name: 'Show all' })).toHaveCount(0)

  await page.goto('/settings')
  await page.getByRole('checkbox', { name: 'Show “Continue reading” above my links' }).uncheck()
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'A long season' })).toBeVisible()
  await expect(shelf).toHaveCount(0)
})

test('a place is kept while the article is looked at again, until it is passed or the person starts anew', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await saveLink(page.request, site('/long'), 'A long season')
  const top = page.getByRole('button', { name: /^Back to the top/ })
  const text = page.locator('article p').first()
  const position = async () =>
    (await (await page.request.get(`/api/links/${id}/content`)).json()).position?.offset ?? 0
  const scroll = async (top: string) => {
    await page.evaluate(`window.scrollTo(0, ${top})`)
    // Hiding the page keeps the place at once.
    await page.evaluate(`window.dispatchEvent(new Event('pagehide'))`)
  }
  const open = async () => {
    await page.goto('/dashboard')
    await page.goto(`/reader/${id}`)
    await expect(text).toBeAttached()
  }
  await page.goto(`/reader/${id}`)
  await expect(text).toBeVisible({ timeout: PAGE_READ_MS })
  await scroll('document.documentElement.scrollHeight / 2')
  await expect.poll(position).toBeGreaterThan(1_000)
  const half = await position()

  await open()
  await expect(top).toBeVisible()
  await scroll('innerHeight * 1.5')
  await scroll('0')
  await open()
  await expect(top).toBeVisible()
  expect(await position()).toBe(half)

  await top.click()
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  await open()
  await expect(top).toBeVisible()
  await top.click()
  await scroll('innerHeight')
  await expect.poll(position).toBeLessThan(half)

  await scroll('document.documentElement.scrollHeight')
  await expect.poll(position).toBeGreaterThan(half)
  const end = await position()
  await open()
  await expect(text).toBeVisible()
  await expect(top).toHaveCount(0)
  await scroll('innerHeight')
  await open()
  expect(await position()).toBe(end)
})

test('a failed article shows a Retry button and a link to the original', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site(`/flaky/${Date.now()}`), 'Flaky')
  await page.goto(`/reader/${id}`)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Original/ }).first()).toHaveAttribute('target', '_blank')
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

test.describe('from the list', () => {
  const more = async (page: Page, entry: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  test.beforeEach(async ({ signedIn: page }) => {
    for (const title of ['One', 'Two']) await saveLink(page.request, site(`/t/${title}`), title)
    const answer = await page.request.post('/api/collections', { data: { name: 'Garden', color: '#10B981' } })
    expect(answer.status()).toBe(201)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'One', exact: true }).click()
    await expect(page.locator('article p').first()).toBeVisible()
  })

  test('the menu archives, collects and deletes the article, and the deletion leads back to the list', async ({
    signedIn: page,
  }) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(page.getByText('Moved to the archive', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Archive', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    await more(page, 'Add to Collection')
    const dialog = page.getByRole('dialog', { name: 'Add to Collection' })
    await dialog.getByRole('radio', { name: 'Garden' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Article added to "Garden".', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()

    await more(page, 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete Link' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('article', { name: 'Two' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'One' })).toHaveCount(0)
    await expect.poll(async () => (await (await page.request.get('/api/links')).json()).total).toBe(1)
  })

  test('the keys a, f, c and # act on the article', async ({ signedIn: page }) => {
    const favorite = page.getByRole('banner').getByRole('button', { name: 'Favorite' })
    await page.keyboard.press('f')
    await expect(favorite).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('a')
    await expect(page.getByText('Moved to the archive', { exact: true })).toBeVisible()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Add to Collection' })
    await dialog.getByRole('radio', { name: 'Garden' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Article added to "Garden".', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    const { links } = await (await page.request.get('/api/links?archived=true')).json()
    expect(links).toMatchObject([{ title: 'One', isFavorite: true, collectionId: 1 }])

    await page.keyboard.press('#')
    const question = page.getByRole('dialog', { name: 'Delete Link' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/reader\//)
    await page.keyboard.press('#')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('article', { name: 'Two' })).toBeVisible()
    await expect
      .poll(async () => (await (await page.request.get('/api/links?archived=true')).json()).total)
      .toBe(0)
  })

  test('a refused deletion shows a toast, and the article is still in the list', async ({
    signedIn: page,
  }) => {
    await refuse(page, '**/api/links/*', 'DELETE')
    await page.keyboard.press('#')
    await page.getByRole('dialog', { name: 'Delete Link' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Failed to delete link', { exact: true })).toBeVisible()
    await expect(page.getByText('Something went wrong.', { exact: true })).toBeVisible()
    await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
