import type { Page } from '@playwright/test'
import { expect, PAGE_READ_MS, saveLink, saveLinks, site, test } from '../src/journey.ts'
import { selectByHandles } from '../src/words-on-page.ts'

const row = (page: Page, name: string) =>
  page.getByRole('article', { name, exact: true }).getByRole('heading').getByRole('link')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const foot = (page: Page) => page.getByRole('region', { name: 'After reading' })

/** Saves articles with a text, the last one newest, and opens the list. */
const openList = async (page: Page, titles: readonly string[], query = '') => {
  for (const title of titles) await saveLink(page.request, site(`/t/${title}`), title)
  await page.goto(`/dashboard?view=list${query}`)
  await expect(row(page, titles.at(-1) ?? '')).toBeVisible()
}

const openText = async (page: Page, title: string) => {
  await row(page, title).click()
  await expect(heading(page, title)).toBeVisible()
  await expect(page.locator('article p').first()).toBeVisible({ timeout: PAGE_READ_MS })
}

test('j and k go on beyond the loaded page, and u leads back to the row', async ({ signedIn: page }) => {
  await saveLinks(
    page.request,
    Array.from({ length: 53 }, (_, n) => `Link ${n + 1}`),
  )
  await page.goto('/dashboard?view=list')
  await row(page, 'Link 5').click()
  await expect(heading(page, 'Link 5')).toBeVisible()
  for (const n of [4, 3, 2, 1]) {
    await page.keyboard.press('j')
    await expect(heading(page, `Link ${n}`)).toBeVisible()
  }
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'Previous: Link 2' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Next/ })).toHaveCount(0)
  await page.keyboard.press('k')
  await expect(heading(page, 'Link 2')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/dashboard\?view=list$/)
  await expect(row(page, 'Link 2')).toBeFocused()
  await expect(row(page, 'Link 2')).toBeInViewport()
  await page.keyboard.press('j')
  await expect(row(page, 'Link 1')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(row(page, 'Link 3')).toBeFocused()
})

test('the list has its filters and its search in the reader', async ({ signedIn: page }) => {
  await saveLinks(page.request, ['Tomato one', 'Onion', 'Tomato two', 'Leek', 'Tomato three'])
  await page.goto('/dashboard?view=list&q=tomato')
  await expect(page.getByRole('article')).toHaveCount(3)
  await row(page, 'Tomato three').click()
  await expect(heading(page, 'Tomato three')).toBeVisible()
  for (const name of ['Tomato two', 'Tomato one']) {
    await page.keyboard.press('j')
    await expect(heading(page, name)).toBeVisible()
  }
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/q=tomato/)
  await expect(row(page, 'Tomato one')).toBeFocused()
})

test('an archived article says what is next, and the list goes on at the next row', async ({
  signedIn: page,
}) => {
  await openList(page, ['One', 'Two', 'Three'])
  await openText(page, 'Three')
  await page.keyboard.press('a')
  await expect(foot(page)).toContainText('ArchivedNext: Two')
  await expect(foot(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('a')
  await expect(foot(page).getByRole('button', { name: 'Archive', exact: true })).toBeAttached()
  await expect(foot(page)).not.toBeInViewport()
  await page.keyboard.press('a')
  await expect(foot(page)).toContainText('Archived')
  await foot(page).getByRole('button', { name: 'Next: Two' }).click()
  await expect(heading(page, 'Two')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.locator('article p').first()).toBeVisible()
  await page.keyboard.press('End')
  await foot(page).getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(foot(page)).toContainText('ArchivedNext: One')
  await page.keyboard.press('u')
  await expect(row(page, 'One')).toBeFocused()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('one click or one key archives the article and opens the next one', async ({ signedIn: page }) => {
  await openList(page, ['One', 'Two', 'Three'])
  await openText(page, 'Three')
  await page.keyboard.press('End')
  await foot(page).getByRole('button', { name: 'Archive and next' }).click()
  await expect(heading(page, 'Two')).toBeVisible()
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  await page.keyboard.press('Shift+A')
  await expect(heading(page, 'One')).toBeVisible()
  await expect(foot(page)).toContainText('The last one of the list')
  await foot(page).getByRole('button', { name: 'Favorite' }).click()
  await foot(page).getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByLabel('Content')).toBeFocused()
  await page.keyboard.press('Escape')
  await foot(page).getByRole('link', { name: 'Back to the list' }).click()
  await expect(row(page, 'One')).toBeFocused()
  await expect
    .poll(async () => {
      const { links } = await (await page.request.get('/api/links?archived=all')).json()
      return links.map((link: { title: string; isArchived: boolean; isFavorite: boolean }) => [
        link.title,
        link.isArchived,
        link.isFavorite,
      ])
    })
    .toEqual([
      ['Three', true, false],
      ['Two', true, false],
      ['One', false, true],
    ])
})

test('a deleted article offers the next one, and the last one leads back', async ({ signedIn: page }) => {
  await openList(page, ['One', 'Two'])
  await openText(page, 'Two')
  const confirm = () =>
    page.getByRole('dialog', { name: 'Delete Link' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Delete' }).click()
  await confirm()
  await expect(heading(page, 'Deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next: One' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading(page, 'One')).toBeVisible()
  await page.keyboard.press('#')
  await confirm()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect.poll(async () => (await (await page.request.get('/api/links')).json()).total).toBe(0)
})

test('t changes the tags, n takes a note, and g then s adds a link', async ({ signedIn: page }) => {
  await openList(page, ['One'])
  await openText(page, 'One')
  await page.keyboard.press('t')
  const tags = page.getByRole('dialog', { name: 'Tags' })
  const field = tags.getByRole('combobox', { name: 'Tags of "One"' })
  await expect(field).toBeFocused()
  await page.keyboard.type('garden, pots')
  await page.keyboard.press('Enter')
  await expect(tags).toBeHidden()
  await expect
    .poll(async () => (await (await page.request.get('/api/links')).json()).links[0].tags)
    .toEqual(['garden', 'pots'])
  await page.keyboard.press('n')
  await expect(page.getByLabel('Content')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.type('gs')
  await expect(page.getByRole('dialog', { name: 'Add New Link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/reader\//)
})

test('Escape closes the nearest thing, and never the article', async ({ signedIn: page }) => {
  await openList(page, ['One'])
  await openText(page, 'One')
  await page.getByRole('button', { name: 'Notes' }).click()
  const panel = page.getByRole('complementary', { name: 'Notes' })
  await expect(panel).toBeVisible()
  await page.locator('article p').first().click()
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  const speech = page.getByRole('region', { name: 'Listen' })
  await expect(speech).toBeVisible()
  await selectByHandles(page, 'Everything else follows')
  const bar = page.getByRole('toolbar', { name: 'Selected words' })
  await expect(bar).toBeVisible()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Change the tags')
  for (const open of [shortcuts, bar, speech, panel]) {
    await expect(open).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(open).toBeHidden()
    await expect(page).toHaveURL(/\/reader\//)
  }
  for (let time = 1; time <= 3; time++) await page.keyboard.press('Escape')
  await expect(heading(page, 'One')).toBeVisible()
  await page.keyboard.press('u')
  await expect(row(page, 'One')).toBeFocused()
})

test('v opens the original where there is no text to select words in', async ({
  signedIn: page,
  context,
}) => {
  const { id } = await saveLink(page.request, site('/empty'), 'Nothing')
  await page.goto(`/reader/${id}`)
  await expect(page.getByRole('heading', { name: 'This article could not be read' })).toBeVisible({
    timeout: PAGE_READ_MS,
  })
  const popup = context.waitForEvent('page')
  await page.keyboard.press('v')
  await expect(await popup).toHaveURL(site('/empty'))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu of the bar has what the bar has no room for', async ({ signedIn: page }) => {
    const [, second] = [
      await saveLink(page.request, site('/t/One'), 'One'),
      await saveLink(page.request, site('/t/Two'), 'Two'),
    ]
    await page.goto('/dashboard')
    await row(page, 'Two').tap()
    await expect(page.locator('article p').first()).toBeVisible({ timeout: PAGE_READ_MS })
    await page.getByRole('button', { name: 'More actions' }).tap()
    for (const name of ['Add to favorites', 'Add to Collection', 'Delete'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Archive' }).tap()
    await expect(foot(page)).toContainText('Archived')
    await expect(foot(page)).toBeInViewport({ ratio: 1 })
    await foot(page).getByRole('button', { name: 'Next: One' }).tap()
    await expect(heading(page, 'One')).toBeVisible()
    await expect(page.locator('article p').first()).toBeVisible({ timeout: PAGE_READ_MS })
    // The end of the article brings a bar at the thumb, which leaves with it.
    const thumb = async () => {
      const box = await foot(page).boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0))
    }
    expect(await thumb()).toBeGreaterThan(844)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expect.poll(thumb).toBe(844)
    await expect(foot(page)).toBeInViewport({ ratio: 1 })
    await page.evaluate('scrollTo(0, 0)')
    await expect.poll(thumb).toBeGreaterThan(844)
    await expect
      .poll(async () => (await (await page.request.get(`/api/links/${second.id}`)).json()).isArchived)
      .toBe(true)
  })
})
