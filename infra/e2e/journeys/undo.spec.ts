import type { Locator, Page } from '@playwright/test'
import { expect, grant, lazyFile, saveLink, saveLinks, site, test } from '../src/journey.ts'

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const star = (page: Page, name: string): Locator => card(page, name).getByRole('button', { name: 'Favorite' })
const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Notifications (F8)' })
const offer = (page: Page, name: 'Undo' | 'Redo'): Locator => toasts(page).getByRole('button', { name })

/** Keeps the toast on the screen, however long the next steps take. */
const hold = (page: Page): Promise<void> => toasts(page).getByRole('button', { name: 'Close' }).hover()

/** Opens the dashboard and waits for the code that takes acts back. */
const openDashboard = async (page: Page, title: string): Promise<void> => {
  const loaded = page.waitForResponse(lazyFile('data/undo/undoing.ts'))
  await page.goto('/dashboard')
  await expect(card(page, title)).toBeVisible()
  await (await loaded).finished()
}

/** The paths of the writes that the server has answered. */
const watchWrites = (page: Page): string[] => {
  const writes: string[] = []
  page.on('requestfinished', request => {
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname)
  })
  return writes
}

test('z takes back the last act, then the one before, also on one link; Redo brings it again', async ({
  signedIn: page,
}) => {
  await saveLinks(page.request, ['One', 'Two'])
  await page.request.post('/api/collections', { data: { name: 'Systems', color: '#3B82F6' } })
  await openDashboard(page, 'Two')
  const writes = watchWrites(page)
  const systems = page.getByRole('navigation').getByRole('link', { name: /Systems/ })
  await page.keyboard.press('z')
  await expect(toasts(page)).toContainText('Nothing to undo')

  await page.keyboard.press('j')
  await page.keyboard.press('f')
  await expect(toasts(page)).toContainText('Added to favorites')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add to Collection' })
  await dialog.getByRole('radio', { name: 'Systems' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Article added to "Systems".')
  await expect(offer(page, 'Undo')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('a')
  await expect(toasts(page)).toContainText('Moved to the archive')
  await expect(card(page, 'Two')).toBeHidden()

  await page.keyboard.press('z')
  await expect(toasts(page)).toHaveText(/Undone.*Two.*Redo/)
  await expect(card(page, 'Two')).toBeVisible()
  await expect(systems).toContainText('1')
  await page.keyboard.press('z')
  await expect(systems).not.toContainText('1')
  await expect(star(page, 'Two')).toHaveAttribute('aria-pressed', 'true')
  // Each toast comes with its answer, and they have the same words. The last one is to be the only one.
  await expect.poll(() => writes.filter(path => path === '/api/undo')).toHaveLength(2)
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveText('')
  await page.keyboard.press('z')
  await expect(star(page, 'Two')).toHaveAttribute('aria-pressed', 'false')
  await expect(toasts(page)).toHaveText(/Undone.*Two.*Redo/)
  await hold(page)
  await offer(page, 'Redo').click()
  await expect(toasts(page)).toContainText('Redone')
  await expect(star(page, 'Two')).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(star(page, 'Two')).toHaveAttribute('aria-pressed', 'true')
  await expect(systems).not.toContainText('1')
})

test('a deletion is told in words, and z again takes back what was done before it', async ({
  signedIn: page,
}) => {
  await saveLinks(page.request, ['One', 'Two'])
  await openDashboard(page, 'Two')
  await star(page, 'One').click()
  await expect(toasts(page)).toContainText('Added to favorites')
  await card(page, 'Two').getByRole('link', { name: 'Two' }).focus()
  await page.keyboard.press('#')
  const question = page.getByRole('dialog', { name: 'Delete Link' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, 'Two')).toBeHidden()
  await expect(question).toBeHidden()
  await page.keyboard.press('z')
  await expect(toasts(page)).toContainText('A deletion is not undone: bring the link back here')
  await expect(page.getByRole('button', { name: 'Bring back: Two' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(toasts(page)).toContainText('Undone')
  await page.goBack()
  await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'false')

  await page.getByRole('searchbox').first().focus()
  await page.keyboard.press('z')
  await expect(page.getByRole('searchbox').first()).toHaveValue('z')
})

test('a bulk edit of 60 links is one act to undo', async ({ signedIn: page, account }) => {
  await grant(account, 'pro')
  await saveLinks(
    page.request,
    Array.from({ length: 60 }, (_, n) => `Link ${n}`),
  )
  await openDashboard(page, 'Link 59')
  await page.keyboard.type('*a')
  await expect(page.getByText('60 links selected')).toBeVisible()
  await page.keyboard.press('a')
  await expect(toasts(page)).toContainText('60 archived')
  await hold(page)
  await expect(page.getByRole('article')).toHaveCount(0)
  await offer(page, 'Undo').click()
  await expect(toasts(page)).toContainText('60 links restored')
  await expect(card(page, 'Link 59')).toBeVisible()
  await expect(page.getByRole('link', { name: /All Articles/ })).toContainText('60')
})

test('a field that another device changed since is left, its link is named, and others are given back', async ({
  signedIn: page,
}) => {
  const [one, two] = await saveLinks(page.request, ['One', 'Two'])
  await openDashboard(page, 'Two')
  await page.keyboard.type('*a')
  await page.keyboard.press('f')
  await expect(toasts(page)).toContainText('2 added to favorites')
  await page.request.patch(`/api/links/${two?.id}/archive`, { data: { isArchived: true } })
  await page.request.patch(`/api/links/${one?.id}/favorite`, { data: { isFavorite: false } })
  await expect(card(page, 'Two')).toBeHidden()
  await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('z')
  await expect(toasts(page)).toHaveText(/Undone.*1 link was changed since and stays: One/)
  await page.goto('/dashboard?archived=true')
  await expect(star(page, 'Two')).toHaveAttribute('aria-pressed', 'false')
})

test('an act that was undone without a connection never reaches the server; one that was sent is undone there', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One', 'Two'])
  await openDashboard(page, 'Two')
  const writes = watchWrites(page)
  await context.setOffline(true)
  await star(page, 'One').click()
  await hold(page)
  await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
  await offer(page, 'Undo').click()
  await expect(toasts(page)).toContainText('Undone')
  await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('not sent yet')).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByText(/^Offline( ·|$)/)).toBeHidden()

  await star(page, 'Two').click()
  await expect(star(page, 'Two')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => writes).toEqual([expect.stringMatching('favorite')])
  await context.setOffline(true)
  await page.keyboard.press('z')
  await expect(star(page, 'Two')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(() => writes).toEqual([expect.stringMatching('favorite'), '/api/undo'])
  await page.reload()
  for (const name of ['One', 'Two']) await expect(star(page, name)).toHaveAttribute('aria-pressed', 'false')
})

test('the acts of another tab can be undone here until this tab is loaded again', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One', 'Two'])
  const other = await context.newPage()
  await openDashboard(page, 'Two')
  await openDashboard(other, 'Two')
  await star(page, 'One').click()
  await star(page, 'Two').click()
  await expect(star(other, 'Two')).toHaveAttribute('aria-pressed', 'true')
  await other.keyboard.press('z')
  await expect(star(page, 'Two')).toHaveAttribute('aria-pressed', 'false')
  await openDashboard(other, 'Two')
  await other.keyboard.press('z')
  await expect(toasts(other)).toContainText('Nothing to undo')
  await expect(star(other, 'One')).toHaveAttribute('aria-pressed', 'true')
})

test('an act that the server no longer knows is told in words, and the link stays as it is', async ({
  signedIn: page,
}) => {
  await saveLinks(page.request, ['One'])
  await openDashboard(page, 'One')
  await page.route('**/api/undo', route =>
    route.fulfill({ status: 404, json: { message: 'This can no longer be undone.', error: 'Not found' } }),
  )
  await star(page, 'One').click()
  await offer(page, 'Undo').click()
  await expect(toasts(page)).toHaveText(/Not undone.*This can no longer be undone\./)
  await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'true')
})

test('z works in an article, and its toast is reached by F8', async ({ signedIn: page, account }) => {
  await grant(account, 'basic')
  const { id } = await saveLink(page.request, site('/long'), 'A long season')
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Favorite' }).first()
  await page.keyboard.press('f')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('z')
  await expect(toasts(page)).toContainText('Undone')
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(offer(page, 'Redo')).toBeFocused()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('an act is undone from its toast', async ({ signedIn: page }) => {
    await saveLinks(page.request, ['One', 'Two'])
    await openDashboard(page, 'Two')
    await card(page, 'Two')
      .getByRole('button', { name: /More|Actions|menu/i })
      .tap()
    await page.getByRole('menuitem', { name: 'Archive' }).tap()
    await expect(card(page, 'Two')).toBeHidden()
    await offer(page, 'Undo').tap()
    await expect(card(page, 'Two')).toBeVisible()
    await expect(offer(page, 'Redo')).toBeVisible()
  })
})
