import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, grant, need, newAccount, saveLink, site, test } from '../src/journey.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

/** Presses Make public link and takes the address. */
const addressFrom = async (page: Page): Promise<string> => {
  await dialog(page).getByRole('button', { name: 'Make public link' }).click()
  const address = await dialog(page).getByRole('textbox', { name: 'Address' }).inputValue()
  expect(address).toMatch(/\/s\/[\w-]{22}$/)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  return address
}

/** A browser of somebody without a session. Its page fails the test on a script error or a breach of the policy. */
const aStranger = async (browser: Browser, options: { javaScriptEnabled?: boolean; width?: number } = {}) => {
  const { javaScriptEnabled = true, width = 1_280 } = options
  const context = await browser.newContext({
    ...{ javaScriptEnabled, viewport: { width, height: 800 }, baseURL: need('LECTERN_URL') },
    storageState: { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text())
  })
  return {
    page,
    end: async () => {
      expect(faults).toEqual([])
      expect(await context.cookies()).toEqual([])
      await context.close()
    },
  }
}

const expectFits = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

test('an article is public for everybody who has its address, until it is withdrawn', async ({
  signedIn: page,
  browser,
}) => {
  const url = site('/a/Public-tomatoes')
  await saveLink(page.request, url, 'Tomatoes for all', { note: 'Only mine' })
  await page.goto('/dashboard')
  await card(page, 'Tomatoes for all').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectFits(page)
  await expectAccessible(page)
  const address = await addressFrom(page)

  const plain = await aStranger(browser, { javaScriptEnabled: false, width: 320 })
  const answer = await plain.page.goto(address)
  expect([answer?.status(), answer?.headers()['set-cookie']]).toEqual([200, undefined])
  await expect(plain.page.getByRole('heading', { level: 1 })).toHaveText('Tomatoes for all')
  await expect(plain.page.getByText('A tomato grown on a balcony').first()).toBeVisible()
  await expect(plain.page.getByText('Only mine')).toHaveCount(0)
  await expect(plain.page.getByRole('link', { name: 'Read on at The Balcony' })).toHaveAttribute('href', url)
  await plain.end()

  for (const width of [320, 1_280]) {
    const stranger = await aStranger(browser, { width })
    for (const colorScheme of ['light', 'dark'] as const) {
      await stranger.page.emulateMedia({ colorScheme })
      await stranger.page.goto(address)
      await expectFits(stranger.page)
      await expectAccessible(stranger.page)
    }
    await stranger.page.emulateMedia({ media: 'print' })
    await expect(stranger.page.getByRole('link', { name: 'Save to my Lectern' })).toBeHidden()
    await stranger.end()
  }

  await page.goto('/settings#public-links')
  const section = page.getByRole('region', { name: 'Public links' })
  await expect(section.getByRole('listitem')).toContainText('5 views')
  await expectFits(page)
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Renew Tomatoes for all' }).click()
  await expect(dialog(page)).toContainText('shows nothing any more')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await section.getByRole('button', { name: 'Withdraw Tomatoes for all' }).click()
  await expect(section.getByText('Nothing is public.')).toBeVisible()
  const late = await aStranger(browser)
  expect((await late.page.goto(address))?.status()).toBe(410)
  await expect(late.page.getByRole('heading', { level: 1 })).toHaveText('Nothing is shared here')
  await expectAccessible(late.page)
  await late.end()
  await page.goto('/history')
  await expect(page.getByText('Withdrew the public link to "Tomatoes for all"')).toBeVisible()
})

test('a visitor saves what is public in their own library', async ({ signedIn: page, browser }) => {
  const { id } = await saveLink(page.request, site('/t/For-a-visitor'), 'For a visitor')
  const made = await page.request.post('/api/shares', { data: { kind: 'article', linkId: id } })
  const { url } = await made.json()
  const visitor = await browser.newContext({ baseURL: need('LECTERN_URL') })
  const signup = await visitor.request.post('/api/signup', { data: newAccount() })
  expect(signup.ok()).toBe(true)
  const theirs = await visitor.newPage()
  await theirs.goto(url)
  await theirs.getByRole('link', { name: 'Save to my Lectern' }).click()
  const saved = async () => (await (await visitor.request.get('/api/counts')).json()).used
  await expect.poll(saved).toBe(1)
  await visitor.close()
})

test('a page with a password opens without script, and shows hostile texts as text', async ({
  signedIn: page,
  browser,
}) => {
  const payload = '<img src=x: onerror="window.breached=1">'
  const { id } = await saveLink(page.request, site('/hostile'), payload, { note: payload })
  const data = { kind: 'article', linkId: id, fullText: true, withNotes: true, password: 'heather & rain' }
  const made = await page.request.post('/api/shares', { data })
  const { url } = await made.json()
  const stranger = await aStranger(browser, { javaScriptEnabled: false, width: 320 })
  await stranger.page.goto(url)
  await stranger.page.getByLabel('Password').fill('something else')
  await stranger.page.getByRole('button', { name: 'Open' }).click()
  await expect(stranger.page.getByRole('alert')).toHaveText('This is not the password.')
  await stranger.page.getByLabel('Password').fill('heather & rain')
  await stranger.page.getByRole('button', { name: 'Open' }).click()
  await expect(stranger.page.getByRole('heading', { level: 1 })).toHaveText(payload)
  await expect(
    stranger.page.getByText('A page that is worth keeping is worth keeping safe').first(),
  ).toBeVisible()
  const opened = stranger.page.url()
  await stranger.end()
  const scripted = await aStranger(browser, { width: 320 })
  await scripted.page.goto(opened)
  expect(await scripted.page.evaluate('"breached" in window')).toBe(false)
  await expect(scripted.page.locator('script, iframe, object, style, [onerror]')).toHaveCount(0)
  await expectFits(scripted.page)
  await expectAccessible(scripted.page)
  await scripted.page.goto(url)
  await expectAccessible(scripted.page)
  await scripted.end()
})

test('a collection is public on Ultra, with feeds', async ({ signedIn: page, account, browser }) => {
  await grant(account, 'ultra')
  await page.request.post('/api/collections', { data: { name: 'For the street' } })
  const { id } = await saveLink(page.request, 'https://many.localhost/one', 'The first one')
  await page.request.put(`/api/links/${id}/collection`, { data: { collectionId: 1 } })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Actions for For the street' }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await dialog(page).getByRole('button', { name: 'Public link…' }).click()
  await expectAccessible(page)
  const address = await addressFrom(page)
  for (const width of [320, 1_280]) {
    const stranger = await aStranger(browser, { width })
    await stranger.page.goto(address)
    await expect(stranger.page.getByRole('heading', { level: 1 })).toHaveText('For the street')
    await expect(stranger.page.getByRole('link', { name: 'The first one' })).toBeVisible()
    await expectFits(stranger.page)
    await expectAccessible(stranger.page)
    const feed = await stranger.page.getByRole('link', { name: 'JSON feed' }).getAttribute('href')
    const { items } = await (await stranger.page.request.get(String(feed))).json()
    expect(items).toMatchObject([{ title: 'The first one', url: 'https://many.localhost/one' }])
    await stranger.end()
  }
  // One address is withdrawn, the other one ends with the collection.
  const shared = await page.request.post('/api/shares', { data: { kind: 'collection', collectionId: 1 } })
  const { url } = await shared.json()
  await page.goto('/settings#public-links')
  await page.getByRole('button', { name: 'Withdraw For the street' }).last().click()
  await expect(page.getByRole('button', { name: 'Withdraw For the street' })).toHaveCount(1)
  const late = await aStranger(browser)
  expect((await late.page.goto(address))?.status()).toBe(410)
  await expect(late.page.getByRole('heading', { level: 1 })).toHaveText('Nothing is shared here')
  expect((await late.page.goto(`${address}/feed.atom`))?.status()).toBe(410)
  expect((await late.page.goto(url))?.status()).toBe(200)
  await page.request.delete('/api/collections/1')
  await expect.poll(async () => (await late.page.goto(url))?.status()).toBe(410)
  await late.end()
})
