import type { Locator, Page } from '@playwright/test'
import { chooseFile } from '../src/imports.ts'
import { expect, refuse, saveLink, saveLinks, servedByWorker, site, test } from '../src/journey.ts'
import { wheelTo } from '../src/scrolling.ts'

const act = (page: Page, sentence: string | RegExp): Locator =>
  page.getByRole('article', { name: sentence, ...(typeof sentence === 'string' && { exact: true }) })
const acts = (page: Page): Locator => page.getByRole('list', { name: 'Changes' }).getByRole('article')
const undoOf = (page: Page, sentence: string | RegExp): Locator =>
  act(page, sentence).getByRole('button', { name: /^(Undo|Redo)/ })
const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Notifications (F8)' })

/** A collection with two links, of which one is a favorite then. */
const actALittle = async (page: Page) => {
  const [one, two] = await saveLinks(page.request, ['One', 'Two'])
  const data = { name: 'Systems', color: '#3B82F6' }
  const { id } = await (await page.request.post('/api/collections', { data })).json()
  const linkIds = [one?.id, two?.id]
  await page.request.put('/api/links/bulk', { data: { linkIds, updates: { collectionId: id } } })
  await page.request.patch(`/api/links/${one?.id}/favorite`, { data: { isFavorite: true } })
  return { one: Number(one?.id), two: Number(two?.id), collection: Number(id) }
}

test('acts are listed by day in plain words, and lead to what they name', async ({ signedIn: page }) => {
  const { one } = await actALittle(page)
  await page.request.delete(`/api/links/${one}`)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page).toHaveURL('/history')
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible()
  await expect(acts(page).first()).toHaveAccessibleName('Deleted "One"')
  await expect(undoOf(page, 'Deleted "One"')).toHaveCount(0)
  // It is gone.
  await expect(act(page, 'Added "One" to favorites').getByRole('link')).toHaveCount(0)
  const moved = act(page, 'Moved 2 articles to Systems')
  await expect(moved.getByRole('link', { name: 'Two' })).toHaveAttribute('href', /^\/reader\//)
  await moved.getByRole('button', { name: 'Details' }).click()
  await expect(moved.getByText(/, \d{4}, .* · Web$/)).toBeVisible()
  await moved.getByRole('link', { name: 'Systems' }).click()
  await expect(page).toHaveURL(/\/dashboard\?collection=/)
  await page.goBack()
  await expect(moved).toBeVisible()
})

test('an act leads to the library as it was after it', async ({ signedIn: page }) => {
  const { one } = await actALittle(page)
  await page.request.delete(`/api/links/${one}`)
  await page.goto('/history')
  const moved = act(page, 'Moved 2 articles to Systems')
  await moved.getByRole('button', { name: 'Details' }).click()
  await moved.getByRole('link', { name: 'See the library as it was after this' }).click()
  await expect(page).toHaveURL(/\/dashboard\?at=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^The library as it was on/)
  await expect(page.getByRole('article')).toHaveCount(2)
  const deleted = page.getByRole('article', { name: 'One', exact: true })
  await expect(deleted).toContainText('Systems')
  await expect(deleted).toContainText('Deleted since')
  // The star came after the move.
  await expect(deleted).not.toContainText('Favorite')
  await page.goBack()
  const saved = act(page, 'Saved "One"')
  await saved.getByRole('button', { name: 'Details' }).click()
  await saved.getByRole('link', { name: 'See the library as it was after this' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('an import leads to the library as it was before it', async ({ signedIn: page }) => {
  await saveLinks(page.request, ['Two'])
  await chooseFile(page, 20)
  await page.getByRole('button', { name: 'Start Import' }).click()
  await expect(page.getByText('Import complete')).toBeVisible()
  await page.getByRole('link', { name: 'Show in the history' }).click()
  const imported = act(page, /^Imported 20 articles from Pocket/)
  await imported.getByRole('button', { name: 'Details' }).click()
  await imported.getByRole('link', { name: 'See the library as it was before this' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: 'Two', exact: true })).toBeVisible()
})

test('filters are in the address, and a month is where the list begins', async ({ signedIn: page }) => {
  await actALittle(page)
  await page.goto('/history')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Moves')
  await expect(acts(page)).toHaveCount(1)
  await expect(page).toHaveURL('/history?kind=moves')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('All changes')
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('Two')
  await expect(act(page, 'Saved "Two"')).toBeVisible()
  await expect(act(page, 'Saved "One"')).toHaveCount(0)
  await page.reload()
  await expect(act(page, 'Saved "Two"')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('tomatoes')
  await expect(page.getByRole('heading', { name: 'No changes found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Collection', { exact: true }).selectOption('Systems')
  await expect(act(page, 'Saved "One"')).toHaveCount(0)
  await expect(act(page, 'Moved 2 articles to Systems')).toBeVisible()
  await page.getByLabel('Source').selectOption('Extension')
  await expect(page.getByRole('heading', { name: 'No changes found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'No changes found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()

  const month = page.getByRole('navigation', { name: 'Months' }).getByRole('button').first()
  await month.click()
  await expect(page).toHaveURL(/\?month=\d{4}-\d{2}$/)
  await expect(page.getByText(/^From the end of .* backwards\./)).toBeVisible()
  await expect(month).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Back to the newest' }).click()
  await expect(act(page, 'Saved "One"')).toBeVisible()
})

test('an act is undone from the history, which names what was left, and again with Redo', async ({
  signedIn: page,
}) => {
  const { one, collection } = await actALittle(page)
  await page.request.put(`/api/links/${one}/collection`, { data: { collectionId: null } })
  await page.goto('/history')
  const moved = 'Moved 2 articles to Systems'
  await undoOf(page, moved).click()
  await expect(toasts(page)).toContainText('1 link was changed since and stays: One')
  await expect(act(page, moved)).toContainText('Undone: 1 link was changed since and stays: One')
  await expect(acts(page).first()).toHaveAccessibleName(
    /^Undid the move of .*; 1 article that was changed since stayed as it is$/,
  )
  await expect(undoOf(page, moved)).toHaveCount(0)
  await expect(act(page, moved)).toContainText('· Undone')

  const collectionOf = async (id: number) =>
    (await (await page.request.get(`/api/links/${id}`)).json()).collectionId
  await undoOf(page, 'Took "One" out of Systems').click()
  const undone = 'Undid the move of "One"'
  await expect(act(page, undone)).toBeVisible()
  expect(await collectionOf(one)).toBe(collection)
  await undoOf(page, undone).click()
  await expect(acts(page).first()).toHaveAccessibleName('Undid the undoing of "One"')
  expect(await collectionOf(one)).toBeNull()
  // It was done again, so it can be undone again.
  await undoOf(page, 'Took "One" out of Systems').click()
  await expect.poll(() => collectionOf(one)).toBe(collection)
})

test('the deletion of a collection is undone', async ({ signedIn: page }) => {
  const { collection } = await actALittle(page)
  await page.request.delete(`/api/collections/${collection}`)
  await page.goto('/history')
  await undoOf(page, /^Deleted the collection Systems/).click()
  await expect(toasts(page)).toContainText('"Systems" with 2 links')
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation').getByRole('link', { name: /Systems/ })).toContainText('2')
})

test('an undo that is refused is told, and stays readable beside the act', async ({ signedIn: page }) => {
  await actALittle(page)
  await page.goto('/history')
  await refuse(page, '**/api/undo', 'POST')
  await undoOf(page, 'Added "One" to favorites').click()
  await expect(act(page, 'Added "One" to favorites')).toContainText('Not undone: Something went wrong.')
  await expect(undoOf(page, 'Added "One" to favorites')).toBeEnabled()
})

test('an import is undone after it was shown what would go and what stays', async ({ signedIn: page }) => {
  await chooseFile(page, 20)
  await page.getByRole('button', { name: 'Start Import' }).click()
  await expect(page.getByText('Import complete')).toBeVisible()
  await page.request.patch('/api/links/3/favorite', { data: { isFavorite: true } })
  await page.getByRole('link', { name: 'Show in the history' }).click()
  const imported = /^Imported 20 articles from Pocket/
  await act(page, imported).getByRole('button', { name: 'Details' }).click()
  await expect(act(page, imported).getByRole('link', { name: 'See every row' })).toHaveAttribute(
    'href',
    /^\/import\//,
  )
  await undoOf(page, imported).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(dialog).toContainText('This removes 19 articles')
  await expect(dialog).toContainText('1 article was changed since and stays:')
  await expect(dialog).toContainText('This action cannot be undone.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(undoOf(page, imported)).toBeFocused()
  await undoOf(page, imported).click()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect(act(page, imported)).toContainText('19 articles removed')
  await expect(undoOf(page, imported)).toHaveCount(0)
  await page.goto('/history')
  await expect(act(page, /^Undid the import/)).toBeVisible()
  await expect(undoOf(page, /^Undid the import/)).toHaveCount(0)
  const { total } = await (await page.request.get('/api/links?archived=all')).json()
  expect(total).toBe(1)
})

test('a second tab shows what happens, and stays where one reads', async ({ signedIn: page, context }) => {
  await saveLinks(
    page.request,
    Array.from({ length: 60 }, (_, n) => `Link ${n}`),
  )
  await page.goto('/history')
  await expect(act(page, 'Saved "Link 59"')).toBeVisible()
  const read = act(page, 'Saved "Link 20"')
  await wheelTo(page, read)
  const before = await read.boundingBox()

  const other = await context.newPage()
  await other.goto('/history')
  await expect(act(other, 'Saved "Link 59"')).toBeVisible()
  await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
  await expect(act(other, 'Saved "Soil and light"')).toBeVisible()
  await expect(page.getByText('62 changes')).toBeVisible()
  await expect
    .poll(async () => Math.round((await read.boundingBox())?.y ?? 0))
    .toBe(Math.round(before?.y ?? 0))
})

test('one link has a history of its own, from its card and from the reader', async ({ signedIn: page }) => {
  await actALittle(page)
  await page.goto('/dashboard')
  const card = page.getByRole('article', { name: 'One', exact: true })
  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible()
  await expect(act(page, 'Added "One" to favorites')).toBeVisible()
  await expect(act(page, 'Moved 2 articles to Systems')).toBeVisible()
  await expect(act(page, 'Saved "Two"')).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).getByRole('link').click()
  await expect(page).toHaveURL(/\/reader\//)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible()
})

test('the keyboard alone reads, opens, unfolds and undoes', async ({ signedIn: page }) => {
  await actALittle(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'One', exact: true })).toBeVisible()
  await page.keyboard.type('gh')
  await expect(acts(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(act(page, 'Added "One" to favorites')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(act(page, 'Added "One" to favorites').getByText(/, \d{4}, .* · Web$/)).toBeVisible()
  await page.keyboard.press('j')
  await expect(act(page, 'Moved 2 articles to Systems')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('z')
  await expect(acts(page).first()).toHaveAccessibleName('Undid the favorite of "One"')
  await expect(act(page, 'Added "One" to favorites')).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reader\//)
})

test('Ctrl+Z takes the last act of the dashboard back, and leaves fields alone', async ({
  signedIn: page,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  const star = page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' })
  await star.click()
  await expect(toasts(page)).toContainText('Added to favorites')
  const search = page.getByRole('searchbox')
  await search.pressSequentially('On')
  await page.keyboard.press('Control+z')
  await expect(search).not.toHaveValue('On')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await search.fill('')
  await star.focus()
  await page.keyboard.press('Control+z')
  await expect(toasts(page)).toContainText('Undone')
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('the history fits 320 px, and the menu leads to it', async ({ signedIn: page }) => {
  await actALittle(page)
  const long = 'Averyverylongtitlewithoutanyspace'.repeat(3).slice(0, 90)
  await saveLink(page.request, 'https://many.localhost/long', long)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(act(page, `Saved "${long}"`)).toBeVisible()
  await act(page, `Saved "${long}"`).getByRole('button', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Source')).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })
  test('the screen opens without a network and says that it needs the server', async ({ signedIn: page }) => {
    await page.goto('/history')
    await expect(acts(page).first()).toBeVisible()
    await servedByWorker(page)
    await page.context().setOffline(true)
    await page.goto('/history')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.context().setOffline(false)
    await expect(acts(page).first()).toBeVisible()
  })
})
