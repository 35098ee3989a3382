import type { Page, Route } from '@playwright/test'
import { leaveUnsendable } from '../../src/help-library.ts'
import { expect, newAccount, PAGE_READ_MS, saveLink, saveLinks, site, test } from '../../src/journey.ts'
import { closeDialog, expectLooksRight, inEveryLook, openSidebar } from '../../src/looks.ts'
import { cutApi, expectSeen } from '../../src/seen.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const storage = (page: Page) => page.getByRole('dialog', { name: 'Offline Storage' })
const openStorage = async (page: Page) => {
  await openSidebar(page)
  await page
    .getByRole('button', { name: /^Offline Storage/ })
    .first()
    .click()
  await expect(storage(page)).toBeVisible()
}

inEveryLook(() => {
  test('a library without the server looks right', async ({ signedIn: page }) => {
    await saveLinks(page.request, ['One', 'Two'])
    const { id } = await saveLink(page.request, 'https://many.localhost/three', 'Three')
    await page.request.post(`/api/links/${id}/notes`, { data: { type: 'note', content: 'Ask Mina' } })
    await page.goto('/notes')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expectSeen(page, 'notes', 'note-counts')
    await page.goto('/dashboard')
    await expect(page.getByRole('article')).toHaveCount(3)
    await expectSeen(page, 'links', 'counts', 'collections')
    await cutApi(page.context())
    await page.reload()
    await expect(page.getByText(/^as of /)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(3)
    await expectLooksRight(page)
    await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere')
    await expect(page.getByText('Nothing matches “nowhere”')).toBeVisible()
    await expectLooksRight(page)
    await page.goto(`/reader/${id}`)
    await expect(page.getByRole('heading', { name: 'Article Not Cached' })).toBeVisible()
    await expectLooksRight(page)
    await page.goto('/notes')
    await page.getByRole('searchbox').fill('mina')
    await expect(page.getByText('These are the notes that this device keeps.')).toBeVisible()
    await expectLooksRight(page)
    for (const [path, sentence] of [
      ['/settings', 'Your account can be changed when you are online again.'],
      ['/import', 'A file can be imported when you are online again.'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(sentence)).toBeVisible()
      await expectLooksRight(page)
    }
  })

  test('saved articles look right in the library, in their list and without the server', async ({
    signedIn: page,
  }) => {
    const long = `A title of ${'many-syllables'.repeat(6)}`
    for (const [path, title] of [
      ['/t/Early-tomatoes', 'Early tomatoes'],
      ['/t/Late-beans', long],
    ] as const) {
      const { id } = await saveLink(page.request, site(path), title)
      const status = async () => (await (await page.request.get(`/api/links/${id}/content`)).json()).status
      await expect.poll(status, { timeout: PAGE_READ_MS }).toBe('ready')
    }
    await page.goto('/dashboard')
    await expectSeen(page, 'links')
    for (const title of ['Early tomatoes', long]) {
      await card(page, title).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Save for offline' }).click()
      await expect(card(page, title).getByRole('img', { name: 'Saved for offline' })).toBeVisible()
    }
    await page.reload()
    await expect(card(page, long).getByRole('img', { name: 'Saved for offline' })).toBeVisible()
    await expectLooksRight(page)
    await openStorage(page)
    await expect(
      storage(page).getByRole('list', { name: 'Saved articles' }).getByRole('listitem'),
    ).toHaveCount(2)
    await expectLooksRight(page)
    await cutApi(page.context())
    await page.goto('/reader/1')
    await expect(page.locator('article p').first()).toBeVisible()
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    await expectLooksRight(page)
  })

  test('changes that were refused, and those of another account, look right', async ({ signedIn: page }) => {
    await leaveUnsendable(page)
    await page.getByRole('button', { name: '1 could not be sent' }).click()
    await expect(storage(page).getByRole('button', { name: 'Discard' })).toBeVisible()
    await expectLooksRight(page)
    await closeDialog(page)
    await page.request.post('/api/logout')
    expect((await page.request.post('/api/signup', { data: newAccount() })).ok()).toBe(true)
    await saveLinks(page.request, ['Of somebody else'])
    await page.goto('/dashboard')
    await expect(card(page, 'Of somebody else')).toBeVisible()
    await openStorage(page)
    await expect(storage(page).getByText(/^Another account has 1 change/)).toBeVisible()
    await expectLooksRight(page)
  })

  test('changes that are held since a restore look right', async ({ signedIn: page, context }) => {
    await saveLinks(page.request, ['One', 'Early tomatoes in the open '.repeat(4)])
    await context.route('**/api/user', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), epoch: 'before' } })
    })
    await page.goto('/dashboard')
    await expect(card(page, 'One')).toBeVisible()
    await context.setOffline(true)
    const stars = page.getByRole('article').getByRole('button', { name: 'Favorite' })
    for (const star of await stars.all()) await star.click()
    await expect(page.getByText('2 changes not sent yet')).toBeVisible()
    await page.goto('about:blank')
    await context.unroute('**/api/user')
    await context.setOffline(false)
    await page.goto('/dashboard')
    await expect(
      page.getByRole('dialog', { name: 'Not sent yet' }).getByRole('button', { name: 'Send all' }),
    ).toBeVisible()
    await expectLooksRight(page)
    await closeDialog(page)
    await expect(page.getByRole('button', { name: '2 held since a restore' })).toBeVisible()
    await expectLooksRight(page)
  })

  test('the lines of a server in trouble and of a version that is too old look right', async ({
    signedIn: page,
  }) => {
    await saveLinks(page.request, ['One'])
    await page.goto('/dashboard')
    const star = card(page, 'One').getByRole('button', { name: 'Favorite' })
    await expect(star).toBeVisible()
    await page.route('**/favorite', route => route.fulfill({ status: 503, body: '' }))
    await star.click()
    await expect(page.getByText('Waiting for the server · 1 change not sent yet')).toBeVisible()
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2_400 })
    // Everything fits here. axe counts a target that a fixed bar covers halfway as too small, though it can be scrolled.
    await expectLooksRight(page)
    const tooOld = (route: Route) =>
      route.fulfill({ status: 426, json: { message: 'Too old.', error: 'Too old.' } })
    await page.route('**/api/**', tooOld)
    await page.reload()
    await expect(page.getByText('This version no longer works')).toBeVisible()
    await expectLooksRight(page)
  })
})
