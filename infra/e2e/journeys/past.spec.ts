import type { Page } from '@playwright/test'
import { expect, newAccount, saveLink, test } from '../src/journey.ts'

const row = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const counted = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

/** Three links and a collection, of which nothing is left as it was. @returns the moment of the last act before that */
const changedLibrary = async (page: Page): Promise<string> => {
  const collection = await (
    await page.request.post('/api/collections', { data: { name: 'Garden', color: '#16A34A' } })
  ).json()
  const save = (n: number, title: string, more = {}) =>
    saveLink(page.request, `https://past.localhost/${n}`, title, more)
  const tomato = await save(1, 'Growing tomatoes', { tags: ['soil', 'two words'], note: 'in spring' })
  const clock = await save(2, 'A clock')
  const put = async (path: string, data: object) =>
    expect((await page.request.put(path, { data })).ok()).toBe(true)
  await put(`/api/links/${tomato.id}/collection`, { collectionId: collection.id })
  expect((await page.request.patch(`/api/links/${tomato.id}/favorite`, { data: {} })).ok()).toBe(true)
  expect((await page.request.patch(`/api/links/${clock.id}/archive`, { data: {} })).ok()).toBe(true)
  const beans = await save(3, 'Beans and peas')

  for (const path of [
    `/api/links/${beans.id}`,
    `/api/links/${clock.id}`,
    `/api/collections/${collection.id}`,
  ])
    expect((await page.request.delete(path)).ok()).toBe(true)
  expect((await page.request.patch(`/api/links/${tomato.id}`, { data: { title: 'Tomatoes' } })).ok()).toBe(
    true,
  )
  await save(4, 'Saved later')
  return beans.createdAt
}

test('the library as it was: its links, collections, tags and counts, and a search in titles', async ({
  signedIn: page,
}) => {
  const at = await changedLibrary(page)
  await page.goto(`/dashboard?at=${at}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^The library as it was on \w+ \d+, \d{4}/)
  await counted(page, '2 saved links')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(row(page, 'Beans and peas')).toContainText('Deleted since')
  await expect(row(page, 'Growing tomatoes')).toContainText('Garden')
  await expect(row(page, 'Growing tomatoes')).toContainText('Favorite')
  await expect(row(page, 'Growing tomatoes')).toContainText('#two words')
  await expect(page.getByText('Articles, notes and reading are not part of it')).toBeVisible()

  const places = page.getByRole('navigation', { name: 'Collections of that moment' })
  await expect(places.getByRole('link', { name: 'All Articles' })).toContainText('2')
  await places.getByRole('link', { name: 'Garden' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(row(page, 'Growing tomatoes')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Tags of that moment' })
    .getByRole('link', { name: '#two words' })
    .click()
  await expect(row(page, 'Growing tomatoes')).toBeVisible()

  await places.getByRole('link', { name: 'All Articles' }).click()
  await page.getByRole('searchbox').fill('bean')
  await counted(page, '1 matching link')
  await expect(row(page, 'Beans and peas')).toBeVisible()
  await page.getByRole('searchbox').fill('spring')
  await counted(page, 'No title of that moment has “spring” in it.')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('button', { name: 'Archived' }).click()
  await expect(row(page, 'A clock')).toBeVisible()

  // The address says it all.
  await page.reload()
  await expect(row(page, 'A clock')).toBeVisible()
  await page.getByRole('link', { name: 'Back to now' }).click()
  await expect(page.getByRole('article', { name: 'Saved later' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('nothing there changes the library, and a title opens today’s article', async ({ signedIn: page }) => {
  const at = await changedLibrary(page)
  const writes: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) writes.push(request.url())
  })
  await page.goto(`/dashboard?at=${at}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /More actions|Delete|Archive$|Add/ })).toHaveCount(0)
  for (const key of ['j', 'x', 'f', 'a', '#', 'n', 'z', '?']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(writes).toEqual([])
  await expect(page.getByRole('link', { name: 'Beans and peas' })).toHaveAttribute(
    'href',
    'https://past.localhost/3',
  )
  await page.getByRole('link', { name: 'Growing tomatoes', exact: true }).click()
  await expect(page).toHaveURL(/\/reader\/1$/)
  await page.goBack()
  await expect(row(page, 'Beans and peas')).toBeVisible()
})

test('the account menu looks back, and a moment is chosen by date', async ({ signedIn: page }) => {
  const at = await changedLibrary(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Look back' }).click()
  // The account is younger than a day, so its first moment is shown.
  await counted(page, 'There was no saved link at that moment.')

  const picker = page.getByLabel('Another moment, in your time')
  await picker.fill('2999-01-01T00:00:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('alert')).toHaveText('This moment has not come yet.')
  await picker.fill('2001-01-01T00:00:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'Your library was not there yet' })).toBeVisible()
  await expect(page).toHaveURL(/at=2001-01-01/)
  await page.goto(`/dashboard?at=${at}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goto('/dashboard?at=yesterday')
  await expect(page.getByText('at must be a moment like 2024-05-01T12:00:00Z')).toBeVisible()
})

test('nobody sees the past of another', async ({ signedIn: page, browser, baseURL }) => {
  const at = await changedLibrary(page)
  await page.goto(`/dashboard?at=${at}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await context.newPage()
  expect((await other.request.post('/api/signup', { data: newAccount() })).ok()).toBe(true)
  await other.goto(`/dashboard?at=${new Date().toISOString()}`)
  await expect(other.getByText('There was no saved link at that moment.')).toBeVisible()
  await context.close()
})

test('a phone has a list of the collections of that moment', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const at = await changedLibrary(page)
  await page.goto(`/dashboard?at=${at}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByLabel('Collection', { exact: true }).selectOption('Garden (1)')
  await expect(page.getByRole('article')).toHaveCount(1)
})
