import type { Page } from '@playwright/test'
import { expect, newAccount, PAGE_READ_MS, saveLink, saveLinks, site, test } from '../src/journey.ts'

const DAY_MS = 86_400_000

/** Waits until the page of a link was read, or could not be. */
const isRead = (page: Page, id: number) =>
  expect
    .poll(async () => (await (await page.request.get(`/api/links/${id}/content`)).json()).status, {
      timeout: PAGE_READ_MS,
    })
    .not.toBe('pending')

/** Saves links to articles of the fixture site, and waits until they were read. The last one is the newest. */
const saveArticles = async (page: Page, titles: readonly string[]) => {
  const ids: number[] = []
  for (const title of titles) {
    const { id } = await saveLink(page.request, site(`/t/${title.replaceAll(' ', '-')}`), title)
    ids.push(id)
  }
  for (const id of ids) await isRead(page, id)
  return ids
}

/** Saves a link whose page has no article. */
const saveEmpty = async (page: Page) => {
  const { id } = await saveLink(page.request, site('/empty'), 'An empty page')
  await isRead(page, id)
}

const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(title, { exact: true })

/** Chooses an entry of the card's menu once it may be chosen. */
const choose = async (page: Page, title: string, entry: string) => {
  await card(page, title).getByRole('button', { name: 'More actions' }).click()
  const item = page.getByRole('menuitem', { name: entry })
  await expect(item).toBeEnabled()
  await item.click()
}

const storage = (page: Page) => page.getByRole('dialog', { name: 'Offline Storage' })
const openStorage = async (page: Page) => {
  await page.getByRole('button', { name: /^Offline Storage/ }).click()
  await expect(storage(page)).toBeVisible()
}
const saved = (page: Page) =>
  storage(page).getByRole('list', { name: 'Saved articles' }).getByRole('listitem')

test('an article saved from its card is marked, listed without a connection, and removed', async ({
  signedIn: page,
  context,
}) => {
  await saveArticles(page, ['Early tomatoes', 'Late beans'])
  await page.goto('/dashboard')
  await choose(page, 'Early tomatoes', 'Save for offline')
  await expect(toast(page, 'Article saved')).toBeVisible()
  const mark = card(page, 'Early tomatoes').getByRole('img', { name: 'Saved for offline' })
  await expect(mark).toBeVisible()
  await expect(card(page, 'Late beans').getByRole('img', { name: 'Saved for offline' })).toBeHidden()
  await page.reload()
  await expect(mark).toBeVisible()

  await context.route('**/api/**', route => route.abort('connectionrefused'))
  await openStorage(page)
  await expect(saved(page)).toHaveCount(1)
  await saved(page).getByRole('link', { name: 'Early tomatoes' }).click()
  await expect(page).toHaveURL(/\/reader\/\d+$/)
  await expect(storage(page)).toBeHidden()
  await expect(page.locator('article p').first()).toBeVisible()
  await page.goBack()
  await openStorage(page)
  await storage(page).getByRole('button', { name: 'Remove Early tomatoes' }).click()
  await expect(toast(page, 'Article removed')).toBeVisible()
  await expect(saved(page)).toHaveCount(0)
  await expect(storage(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(mark).toBeHidden()
})

test('saving is off without a connection', async ({ signedIn: page, context }) => {
  await saveArticles(page, ['Early tomatoes'])
  await page.goto('/dashboard')
  const menu = card(page, 'Early tomatoes').getByRole('button', { name: 'More actions' })
  const entry = page.getByRole('menuitem', { name: 'Save for offline' })
  await menu.click()
  await expect(entry).toBeEnabled()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await menu.click()
  await expect(entry).toBeDisabled()
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await menu.click()
  await expect(entry).toBeEnabled()
})

test('an article is saved from the reader with all its pictures', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/gallery'), 'A gallery')
  const pictures = async () => {
    const answer = await page.request.get(`/api/links/${id}/content`)
    return (((await answer.json()).content ?? '') as string).split('<img src="/api/images/').length - 1
  }
  await expect.poll(pictures, { timeout: PAGE_READ_MS }).toBe(10)
  await page.goto(`/reader/${id}`)
  await expect(page.locator('.article img')).toHaveCount(10)
  await page.getByRole('button', { name: 'More actions' }).click()
  const entry = page.getByRole('menuitem', { name: 'Save for offline' })
  await expect(entry).toBeEnabled()
  await entry.click()
  await expect(toast(page, 'Article saved')).toBeVisible()
  const kept = await page.evaluate(`(async () => {
    const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('lectern-kept-'))
    const db = await new Promise(resolve => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    const counting = db.transaction('images').objectStore('images').count()
    const count = await new Promise(resolve => { counting.onsuccess = () => resolve(counting.result) })
    db.close()
    return count
  })()`)
  expect(kept).toBeGreaterThanOrEqual(10)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove from offline' }).click()
  await expect(toast(page, 'Article removed')).toBeVisible()
})

test('a selection and a collection are saved, one after the other', async ({ signedIn: page }) => {
  const answer = await page.request.post('/api/collections', { data: { name: 'Garden', color: '#10B981' } })
  const { id: collectionId } = await answer.json()
  await saveArticles(page, ['Early tomatoes'])
  const ids = await saveArticles(page, ['Late beans', 'Soil'])
  for (const id of ids) await page.request.put(`/api/links/${id}/collection`, { data: { collectionId } })
  await page.goto('/dashboard')
  await page.getByRole('checkbox', { name: 'Select Early tomatoes' }).check()
  await page.getByRole('checkbox', { name: 'Select Soil' }).check()
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Save for offline' })
    .click()
  await expect(toast(page, '2 articles saved')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()

  const garden = page.getByRole('button', { name: 'Actions for Garden' })
  await garden.hover()
  await garden.click()
  const entry = page.getByRole('menuitem', { name: 'Save for offline' })
  await expect(entry).toBeEnabled()
  await entry.click()
  await expect(page.getByRole('progressbar', { name: 'Saving for offline' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Saving for offline' })).toBeHidden()
  await openStorage(page)
  await expect(saved(page)).toHaveCount(3)

  await storage(page).getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText('3 articles will no longer be on this device.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(saved(page)).toHaveCount(3)
  await storage(page).getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
  await expect(toast(page, 'All cached articles removed')).toBeVisible()
  await expect(storage(page)).toContainText('Nothing is saved on this device')
})

test('an article expires after 7 days, and leaves by hand or at the next start', async ({
  signedIn: page,
}) => {
  await saveArticles(page, ['Early tomatoes', 'Late beans'])
  await page.goto('/dashboard')
  await choose(page, 'Early tomatoes', 'Save for offline')
  await expect(toast(page, 'Article saved')).toBeVisible()
  await page.clock.setFixedTime(Date.now() + 7 * DAY_MS)
  await openStorage(page)
  await expect(saved(page)).toContainText('Expired')
  await storage(page).getByRole('button', { name: 'Remove expired' }).click()
  await expect(toast(page, 'Expired articles removed')).toBeVisible()
  await expect(saved(page)).toHaveCount(0)
  await page.keyboard.press('Escape')

  await choose(page, 'Late beans', 'Save for offline')
  const mark = card(page, 'Late beans').getByRole('img', { name: 'Saved for offline' })
  await expect(mark).toBeVisible()
  await page.clock.setFixedTime(Date.now() + 15 * DAY_MS)
  await page.reload()
  await expect(card(page, 'Late beans')).toBeVisible()
  await openStorage(page)
  await expect(storage(page)).toContainText('Nothing is saved on this device')
})

test('a page without an article is told, and so is a full storage', async ({ signedIn: page }) => {
  await saveEmpty(page)
  await saveArticles(page, ['Early tomatoes'])
  await page.goto('/dashboard')
  await choose(page, 'An empty page', 'Save for offline')
  await expect(toast(page, 'Failed to cache article')).toBeVisible()
  await page.evaluate('navigator.storage.estimate = async () => ({ usage: 1_000, quota: 1_000 })')
  await choose(page, 'Early tomatoes', 'Save for offline')
  await expect(toast(page, 'Failed to save article')).toBeVisible()
  await expect(page.getByText('There is no room left on this device.')).toBeVisible()
  await openStorage(page)
  await expect(saved(page)).toHaveCount(0)
})

test('articles that cannot be saved are listed with their reasons', async ({ signedIn: page }) => {
  await saveEmpty(page)
  await saveArticles(page, ['Early tomatoes'])
  await page.goto('/dashboard')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Save for offline' })
    .click()
  await expect(page.getByText('1 of 2 articles was saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const failures = storage(page).getByRole('region', { name: 'Not saved' })
  await expect(failures).toContainText('An empty page')
  await failures.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failures).toBeHidden()
  await expect(saved(page)).toHaveCount(1)
})

test('the newest unread articles are kept automatically', async ({ signedIn: page }) => {
  await saveArticles(page, ['Early tomatoes', 'Late beans'])
  await page.goto('/settings')
  await page
    .getByRole('combobox', { name: 'Keep automatically' })
    .selectOption('The newest 25 unread articles')
  await expect(page.getByRole('region', { name: 'Offline' })).toContainText('2 articles')
  await page.getByRole('button', { name: 'Show saved articles' }).click()
  await expect(saved(page).filter({ hasText: 'automatic' })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Keep automatically' }).selectOption('Off')
  await expect(page.getByRole('region', { name: 'Offline' })).toContainText('None')
})

test('a sign-out deletes the saved articles, and another account has none of them', async ({
  signedIn: page,
}) => {
  await saveArticles(page, ['Early tomatoes'])
  await page.goto('/dashboard')
  await choose(page, 'Early tomatoes', 'Save for offline')
  await expect(toast(page, 'Article saved')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/(login)?$/)
  const databases =
    'indexedDB.databases().then(all => all.filter(({ name }) => name.startsWith("lectern-kept-")).length)'
  await expect.poll(() => page.evaluate(databases)).toBe(0)
  await page.request.post('/api/signup', { data: newAccount() })
  await saveLinks(page.request, ['Of somebody else'])
  await page.goto('/dashboard')
  await expect(card(page, 'Of somebody else')).toBeVisible()
  await openStorage(page)
  await expect(storage(page)).toContainText('Nothing is saved on this device')
})
