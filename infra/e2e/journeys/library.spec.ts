import { expect, refuse, saveLink, saveLinks, site, test } from '../src/journey.ts'

test('an empty library offers an import', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Import' }).first()).toBeVisible()
})

test.describe('with three links', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    for (const name of ['First', 'Second', 'Third'])
      await saveLink(page.request, site(`/a/${name}`), name, { tags: ['one', 'two', 'three', 'four'] })
    await page.goto('/dashboard')
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('the newest is first', async ({ signedIn: page }) => {
    await expect(page.getByRole('article').first()).toHaveAccessibleName('Third')
  })

  test('a favourite survives a reload and is found by the filter', async ({ signedIn: page }) => {
    const card = page.getByRole('article', { name: 'Second' })
    await card.getByRole('button', { name: 'Favorite' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Favorites' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page).toHaveURL(/favorite/)
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('an archived link leaves the list and is found in the archive', async ({ signedIn: page }) => {
    const card = page.getByRole('article', { name: 'First' })
    await card.getByRole('button', { name: 'Archive' }).click()
    await expect(card).toBeHidden()
    await page.getByRole('button', { name: 'Archived' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article', { name: 'First' })).toBeVisible()
  })

  test('a link is deleted only after a confirmation', async ({ signedIn: page }) => {
    const card = page.getByRole('article', { name: 'Third' })
    const askToDelete = async () => {
      await card.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      return page.getByRole('alertdialog').or(page.getByRole('dialog')).first()
    }
    const question = await askToDelete()
    await expect(question.getByText('This action cannot be undone.')).toBeVisible()
    await expect(question.getByText('Third')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(card).toBeVisible()
    await (await askToDelete()).getByRole('button', { name: 'Delete' }).click()
    await expect(card).toBeHidden()
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(2)
  })

  test('the list shows two tags, the grid three, and a reload keeps the view', async ({ signedIn: page }) => {
    await expect(page.getByRole('article').first().getByText('+1')).toBeVisible()
    await page
      .getByRole('button', { name: /list/i })
      .or(page.getByRole('radio', { name: /list/i }))
      .first()
      .click()
    await expect(page.getByRole('article').first().getByText('+2')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('article').first().getByText('+2')).toBeVisible()
  })

  test('another open tab shows a new link without a reload', async ({ signedIn: page, context }) => {
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(other.getByRole('article')).toHaveCount(3)
    await saveLink(page.request, site('/a/Fourth'), 'Fourth')
    await expect(other.getByRole('article', { name: 'Fourth' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'Fourth' })).toBeVisible()
  })

  test('a failed change shows a toast and is reverted', async ({ signedIn: page }) => {
    await page.route('**/favorite', route =>
      route.fulfill({ status: 500, json: { message: 'No', error: 'No' } }),
    )
    const star = page.getByRole('article', { name: 'First' }).getByRole('button', { name: 'Favorite' })
    const before = await star.getAttribute('aria-pressed')
    await star.click()
    await expect(page.getByText('Failed to toggle favorite', { exact: true })).toBeVisible()
    await expect(star).toHaveAttribute('aria-pressed', String(before))
  })

  test('a failed deletion shows a toast, and the link stays', async ({ signedIn: page }) => {
    await refuse(page, '**/api/links/*', 'DELETE')
    const card = page.getByRole('article', { name: 'Second' })
    await card.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Failed to delete link', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(card).toBeVisible()
  })
})

test('Load More shows the next page, with each link once', async ({ signedIn: page }) => {
  const pages = Array.from({ length: 70 }, (_, n) => `Page ${n}`)
  await saveLinks(page.request, pages)
  await page.goto('/dashboard')
  await expect(page.getByText(/^70\b/).first()).toBeVisible()
  await page.getByRole('button', { name: /Load more/i }).click()
  await expect(page.getByRole('button', { name: /Load more/i })).toBeHidden()
  const titles = new Set<string>()
  await expect(async () => {
    for (const title of await page.getByRole('article').getByRole('heading').allTextContents())
      titles.add(title)
    await page.mouse.wheel(0, 400)
    expect(titles.size).toBe(70)
  }).toPass({ intervals: [100] })
})
