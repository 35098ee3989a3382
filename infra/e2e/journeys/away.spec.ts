import type { Page } from '@playwright/test'
import { expect, PAGE_READ_MS, saveLink, saveLinks, servedByWorker, site, test } from '../src/journey.ts'
import { cutApi, expectSeen, restoreApi } from '../src/seen.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const line = (page: Page) => page.getByText('Offline', { exact: true })
/** When the device saw what the page shows. */
const date = (page: Page) => page.getByText(/^as of \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/)

test('the list that was seen last shows with its date without the server, and is read again after', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One', 'Two'])
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectSeen(page, 'links', 'counts', 'collections')

  await cutApi(context)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(line(page)).toBeVisible()
  await expect(date(page)).toBeVisible()
  await expect(page.getByText('2 saved links')).toBeVisible()

  // The phone has saved another one meanwhile. The focus and the place stay when it comes.
  await card(page, 'One').getByRole('link', { name: 'One' }).focus()
  await saveLink(page.request, 'https://many.localhost/three', 'Three')
  await restoreApi(context)
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(line(page)).toBeHidden()
  await expect(card(page, 'One').getByRole('link', { name: 'One' })).toBeFocused()
})

test('views that were never seen and searches show what the device keeps, with what the person does', async ({
  signedIn: page,
  context,
}) => {
  await saveLink(page.request, 'https://a.localhost/tomatoes', 'Growing tomatoes', { tags: ['garden'] })
  await saveLink(page.request, 'https://b.localhost/logs', 'What a log is', { note: 'Ask Mina' })
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectSeen(page, 'links')
  await cutApi(context)
  await page.reload()
  await card(page, 'What a log is').getByRole('button', { name: 'Favorite' }).click()

  await page.getByRole('button', { name: 'Favorites', exact: true }).click()
  await expect(page.getByText('These are the links that this device keeps.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'What a log is')).toBeVisible()
  await page.getByRole('button', { name: 'Favorites', exact: true }).click()

  const search = page.getByRole('searchbox', { name: 'Search' })
  for (const [words, found] of [
    ['mina', 'What a log is'],
    ['#garden', 'Growing tomatoes'],
    ['site:b.localhost', 'What a log is'],
  ] as const) {
    await search.fill(words)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, found)).toBeVisible()
  }
  await expect(page.getByText('Words inside articles are searched when you are online.')).toBeVisible()
  await search.fill('nowhere')
  await expect(page.getByText('Nothing matches “nowhere”')).toBeVisible()
})

test('a server that gives no answer at all is not waited for', async ({ signedIn: page, context }) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  await expect(card(page, 'One')).toBeVisible()
  await expectSeen(page, 'links', 'counts')
  let isAnswering = false
  const held: (() => void)[] = []
  await context.route('**/api/**', async route => {
    if (!isAnswering) await new Promise<void>(resolve => held.push(resolve))
    // A request of the page before the reload is gone.
    await route.continue().catch(() => undefined)
  })
  await page.reload()
  await expect(card(page, 'One')).toBeVisible()
  await expect(date(page)).toBeVisible()

  isAnswering = true
  for (const answer of held) answer()
  await expect(line(page)).toBeHidden()
  await expect(card(page, 'One')).toBeVisible()
})

test('an article that the device does not keep says so, with its title and a way back', async ({
  signedIn: page,
  context,
}) => {
  const { id } = await saveLink(page.request, 'https://many.localhost/one', 'One')
  await page.goto('/dashboard')
  await expect(card(page, 'One')).toBeVisible()
  await expectSeen(page, 'links')
  await cutApi(context)
  await page.reload()
  await card(page, 'One').getByRole('link', { name: 'One' }).click()
  await expect(page.getByRole('heading', { name: 'Article Not Cached' })).toBeVisible()
  await expect(page.getByText('Connect to the internet to read it.')).toBeVisible()
  await expect(page.getByText('One', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Article Not Cached' })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(card(page, 'One')).toBeVisible()

  await restoreApi(context)
  await page.goto(`/reader/${id}`)
  await expect(page.getByRole('heading', { name: 'One', level: 1 })).toBeVisible()
})

test('the notes that were seen last are there without the server, with their tabs, their search and new ones', async ({
  signedIn: page,
  context,
}) => {
  const { id } = await saveLink(page.request, 'https://many.localhost/one', 'One')
  for (const [type, content] of [
    ['note', 'Ask Mina'],
    ['quote', 'Appends only'],
  ])
    await page.request.post(`/api/links/${id}/notes`, { data: { type, content } })
  await page.goto('/notes')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectSeen(page, 'notes', 'note-counts')
  await cutApi(context)
  await page.goto('/notes')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(date(page)).toBeVisible()
  await expect(page.getByText('1 note · 0 highlights · 1 quote')).toBeVisible()
  await page.getByRole('tab', { name: /^Quotes/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('tab', { name: /^All/ }).click()
  await page.getByRole('searchbox').fill('mina')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('These are the notes that this device keeps.')).toBeVisible()
})

/** Saves the article of this link for offline, from the reader. */
const saveForOffline = async (page: Page, id: number) => {
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible({ timeout: PAGE_READ_MS })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save for offline' }).click()
  await expect(page.getByText('Article saved', { exact: true })).toBeVisible()
}

test.describe('from the installed shell, without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a saved article opens with its place, its notes and new ones, and Back leads to the list', async ({
    signedIn: page,
    context,
  }) => {
    const { id } = await saveLink(page.request, site('/long'), 'A long season')
    const words = { type: 'note', content: 'Read this twice.' }
    expect((await page.request.post(`/api/links/${id}/notes`, { data: words })).status()).toBe(201)
    await saveForOffline(page, id)
    await page.goto('/dashboard')
    await expect(card(page, 'A long season')).toBeVisible()
    await expectSeen(page, 'links', 'counts')
    await servedByWorker(page)

    await context.setOffline(true)
    await page.close()
    const cold = await context.newPage()
    await cold.goto('/dashboard')
    await expect(card(cold, 'A long season')).toBeVisible()
    await expect(date(cold)).toBeVisible()
    await card(cold, 'A long season').getByRole('link', { name: 'A long season' }).click()
    await expect(cold.locator('article p').first()).toBeVisible()
    await expect(cold.getByRole('button', { name: 'Notes 1' })).toBeVisible()
    await cold.getByRole('button', { name: 'Notes 1' }).click()
    await expect(cold.getByText('Read this twice.')).toBeVisible()
    await expect(cold.getByRole('button', { name: 'Listen' })).toBeVisible()
    await cold.getByRole('button', { name: 'Close notes' }).click()
    await cold.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(card(cold, 'A long season')).toBeVisible()

    await cold.goto(`/reader/${id}`)
    await expect(cold.locator('article p').first()).toBeVisible()
    await context.setOffline(false)
    await expect(line(cold)).toBeHidden()
    await expect(cold.locator('article p').first()).toBeVisible()
  })

  test('screens that need the server say so', async ({ signedIn: page, context }) => {
    await saveLinks(page.request, ['One'])
    await page.goto('/dashboard')
    await expect(card(page, 'One')).toBeVisible()
    await servedByWorker(page)
    await context.setOffline(true)
    for (const [path, sentence] of [
      ['/settings', 'Your account can be changed when you are online again.'],
      ['/import', 'A file can be imported when you are online again.'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(sentence)).toBeVisible()
    }
    await context.setOffline(false)
    await expect(page.getByText('You are offline.')).toBeHidden()
  })
})
