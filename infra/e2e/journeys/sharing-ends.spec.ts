import type { Page } from '@playwright/test'
import { expect, grant, PAGE_READ_MS, saveLink, site, test } from '../src/journey.ts'
import { join, makeCollection, openPerson, sharedPath } from '../src/people.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const sharedNav = (page: Page) => page.getByRole('navigation', { name: 'Shared with me' })
const openMenu = (page: Page) =>
  page.getByRole('button', { name: 'Actions for Garden, this collection' }).click()

test('an editor with Ultra takes a collection over', async ({ page, account, browser }) => {
  await grant(account, 'ultra')
  const collectionId = await makeCollection(page)
  await saveLink(page.request, 'https://many.localhost/one', 'Seeds', { collectionId })
  const { page: other, account: editor } = await openPerson(browser)
  const shared = await join(page, collectionId, 'editor', other)
  await other.goto(sharedPath(shared))
  await expect(card(other, 'Seeds')).toBeVisible()

  await page.goto(`/dashboard?collection=${collectionId}`)
  await page.getByRole('link', { name: /^Garden/ }).hover()
  await page.getByRole('button', { name: 'Actions for Garden' }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await page.getByRole('button', { name: `Offer the collection to ${editor.username}` }).click()
  await expect(page.getByText('is offered to take it over')).toBeVisible()

  const offer = other.getByRole('region', { name: 'Offer to take over' })
  const take = offer.getByRole('button', { name: 'Take it over' })
  await take.click()
  await expect(offer.getByRole('alert')).toHaveText('Sharing collections is part of the Ultra plan.')
  await grant(editor, 'ultra')
  await take.click()
  await expect(other).toHaveURL(/\/dashboard\?collection=\d+$/)
  await expect(card(other, 'Seeds')).toContainText(`Saved by ${account.username}`)
  await expect(sharedNav(other)).toHaveCount(0)
  await expect(other.getByRole('link', { name: /^Garden/ })).toContainText(`shared with ${account.username}`)

  await expect(page.getByText('This collection was not found.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This collection is gone' })).toBeVisible()

  // Who had it before is an editor of it now.
  const entry = sharedNav(page).getByRole('link', { name: /^Garden/ })
  await expect(entry).toContainText(editor.username)
  await entry.click()
  await expect(card(page, 'Seeds')).toBeVisible()
  await expect(page.getByText('You can comment, save, edit and remove')).toBeVisible()
  await other.context().close()
})

test('who leaves takes copies, and what they saved stays', async ({ page, account, browser }) => {
  await grant(account, 'ultra')
  const collectionId = await makeCollection(page)
  await saveLink(page.request, 'https://many.localhost/one', 'Seeds', { collectionId })
  const { page: other, account: guest } = await openPerson(browser)
  const shared = await join(page, collectionId, 'editor', other)
  const data = { url: 'https://many.localhost/two', title: 'Peas', collectionId }
  const saved = await other.request.post(`/api/links?library=${shared.libraryId}`, { data })
  expect(saved.status()).toBe(201)
  await other.goto(sharedPath(shared))
  await expect(card(other, 'Peas')).toBeVisible()
  await openMenu(other)
  await other.getByRole('menuitem', { name: 'Leave…' }).click()
  const dialog = other.getByRole('dialog', { name: 'Leave "Garden"' })
  await dialog.getByLabel('Take copies with me').check()
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(other.getByText('You have left "Garden"')).toBeVisible()
  await expect(other.getByText('Your library got 2 articles.')).toBeVisible()
  await expect(other).toHaveURL(/\/dashboard$/)
  await expect(sharedNav(other)).toHaveCount(0)
  for (const title of ['Seeds', 'Peas']) await expect(card(other, title)).toBeVisible()

  await page.goto(`/dashboard?collection=${collectionId}`)
  await expect(card(page, 'Peas')).toContainText(`Saved by ${guest.username}`)
  await expect(page.getByRole('link', { name: /^Garden/ })).not.toContainText('shared with')
  await other.context().close()
})

test('what a device kept offline of a collection goes at its next contact', async ({
  page,
  account,
  browser,
}) => {
  await grant(account, 'ultra')
  const collectionId = await makeCollection(page)
  const { id } = await saveLink(page.request, site('/a/Seeds'), 'Seeds', { collectionId })
  const { page: other } = await openPerson(browser)
  const own = await saveLink(other.request, site('/a/Own'), 'An own article')
  const shared = await join(page, collectionId, 'reader', other)
  const keep = async (title: string) => {
    await card(other, title).getByRole('button', { name: 'More actions' }).click()
    await other.getByRole('menuitem', { name: 'Save for offline' }).click()
    await expect(card(other, title).getByRole('img', { name: 'Saved for offline' })).toBeVisible({
      timeout: PAGE_READ_MS,
    })
  }
  await other.goto('/dashboard')
  await keep('An own article')
  await other.goto(sharedPath(shared))
  await keep('Seeds')

  // The device is away when the owner removes the person, and reads on.
  await other.context().route('**/api/**', route => route.abort())
  const { members } = await (await page.request.get(`/api/collections/${collectionId}/members`)).json()
  const removed = await page.request.delete(`/api/collections/${collectionId}/members/${members[0].id}`)
  expect(removed.ok(), await removed.text()).toBe(true)
  const theirs = `/reader/${id}?library=${shared.libraryId}`
  await other.goto(theirs)
  await expect(other.locator('article p').first()).toBeVisible()

  await other.context().unroute('**/api/**')
  await other.goto('/dashboard')
  await expect(card(other, 'An own article')).toBeVisible()
  await other.getByRole('button', { name: /^Offline Storage/ }).click()
  const kept = other.getByRole('dialog', { name: 'Offline Storage' }).getByRole('listitem')
  await expect(kept).toHaveCount(1)
  await expect(kept).toContainText('An own article')
  await other.context().route('**/api/**', route => route.abort())
  await other.goto(theirs)
  await expect(other.getByRole('heading', { name: 'Article Not Cached' })).toBeVisible()
  await other.goto(`/reader/${own.id}`)
  await expect(other.locator('article p').first()).toBeVisible()
  await other.context().close()
})

test('the choices of a member are kept: all articles and a weekly mail', async ({
  page,
  account,
  browser,
}) => {
  await grant(account, 'ultra')
  const collectionId = await makeCollection(page)
  await saveLink(page.request, 'https://many.localhost/one', 'Seeds', { collectionId })
  const { page: other } = await openPerson(browser)
  await other.goto(sharedPath(await join(page, collectionId, 'reader', other)))
  const choice = (name: string) => other.getByRole('menuitemcheckbox', { name })
  for (const [name, told] of [
    ['Weekly mail', 'A mail a week about "Garden"'],
    ['Also in All Articles', 'Also in All Articles'],
  ] as const) {
    await openMenu(other)
    await expect(choice(name)).toHaveAttribute('aria-checked', 'false')
    await choice(name).click()
    await expect(other.getByRole('region', { name: /^Notifications/ })).toContainText(told)
  }
  await other.goto('/dashboard')
  await expect(card(other, 'Seeds')).toBeVisible()
  await sharedNav(other)
    .getByRole('link', { name: /^Garden/ })
    .click()
  await openMenu(other)
  await expect(choice('Also in All Articles')).toHaveAttribute('aria-checked', 'true')
  await choice('Weekly mail').click()
  await expect(other.getByText('No more mails of it')).toBeVisible()
  await openMenu(other)
  await expect(choice('Weekly mail')).toHaveAttribute('aria-checked', 'false')
  await other.context().close()
})
