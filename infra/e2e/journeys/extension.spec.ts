import type { Page } from '@playwright/test'
import { clickExtension, pressExtension, signOf, test } from '../src/extension.ts'
import {
  expect,
  expectAccessible,
  grant,
  need,
  newAccount,
  PAGE_READ_MS,
  saveLink,
  site,
} from '../src/journey.ts'

const chooseServer = async (options: Page) => {
  await options.getByLabel('Address of your Lectern').fill(need('LECTERN_URL'))
  await options.getByRole('button', { name: 'Save' }).click()
  await expect(options.getByRole('status')).toHaveText('Saved.')
}

test('a click asks for the server first, then saves without a dialog, and the save names the extension', async ({
  browserContext,
  background,
}) => {
  expect((await browserContext.request.post('/api/signup', { data: newAccount() })).status()).toBe(201)
  const page = await browserContext.newPage()
  await page.goto(site('/a/Tea-%26-%E8%8C%B6%3F'))
  const asked = await clickExtension(background, page)
  await expect(asked.getByRole('heading', { name: 'Save to Lectern' })).toBeVisible()
  await expectAccessible(asked)
  await asked.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(asked)
  await asked.getByLabel('Address of your Lectern').fill('http://lectern.example')
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(asked.getByText('Please enter an address with https, or one of this computer.')).toBeVisible()
  await expect(asked.getByLabel('Address of your Lectern')).toBeFocused()
  await chooseServer(asked)
  const opened = await clickExtension(background, page)
  await expect(opened.getByRole('article', { name: 'Tea & 茶? · The Balcony' })).toBeVisible()
  await expect(opened.getByRole('dialog')).toHaveCount(0)
  await expect(opened).toHaveURL(/\/dashboard$/)
  const lastAct = async () => (await (await browserContext.request.get('/api/history')).json()).acts[0]
  await expect.poll(lastAct).toMatchObject({ via: 'extension' })
})

test('a page for members is saved with its text, which nobody else ever sees', async ({
  browserContext,
  background,
  options,
  request,
}) => {
  expect((await browserContext.request.post('/api/signup', { data: newAccount() })).status()).toBe(201)
  await browserContext.addCookies([{ name: 'member', value: 'yes', url: site('/') }])
  await chooseServer(options)
  const address = site(`/members/For-members-${test.info().workerIndex}-${Date.now()}`)
  const page = await browserContext.newPage()
  await page.goto(address)
  const form = await clickExtension(background, page)
  const providing = form.waitForRequest(each => each.method() === 'PUT' && each.url().endsWith('/page'))
  await form.getByRole('button', { name: 'Add its text' }).click()
  expect((await providing).headers()['lectern-via']).toBe('extension')

  const card = form.getByRole('article', { name: /^For members/ })
  await expect(card.getByText(/\d+ min/)).toBeVisible({ timeout: PAGE_READ_MS })
  await card
    .getByRole('link', { name: /^For members/ })
    .first()
    .click()
  await expect(form.getByText('A tomato grown on a balcony asks for three things').first()).toBeVisible()
  const mine = await (await browserContext.request.get('/api/links/1/content')).json()
  expect(mine).toMatchObject({ status: 'ready', isProvided: true })
  expect(mine.content).not.toMatch(/<(script|form|iframe|style)|onerror=/i)

  expect((await request.post('/api/signup', { data: newAccount() })).status()).toBe(201)
  const { id } = await saveLink(request, address, 'Also wanted')
  const theirs = async () => (await request.get(`/api/links/${id}/content`)).json()
  await expect.poll(async () => (await theirs()).status, { timeout: PAGE_READ_MS }).toBe('failed')
  expect((await request.get(`/api/links/${id}/content?version=${mine.contentHash}`)).status()).toBe(404)

  expect((await browserContext.request.post('/api/links/1/reread')).status()).toBe(409)
  await form.getByRole('button', { name: 'More' }).click()
  await form.getByRole('menuitem', { name: 'Use the site’s page' }).click()
  await form.getByRole('dialog').getByRole('button', { name: 'Use it' }).click()
  await expect(form.getByText('This article could not be read')).toBeVisible({ timeout: PAGE_READ_MS })
})

test('a page that has moved on keeps its link alone', async ({ browserContext, background, options }) => {
  expect((await browserContext.request.post('/api/signup', { data: newAccount() })).status()).toBe(201)
  await chooseServer(options)
  const page = await browserContext.newPage()
  await page.goto(site('/a/Here'))
  const form = await clickExtension(background, page)
  const withText = form.getByRole('button', { name: 'Add its text' })
  await withText.focus()
  await page.goto(site('/a/There'))
  await withText.click()
  await expect(form.getByText(/The page is closed, has moved on/)).toBeVisible()
  await expect(form.getByRole('article', { name: /^Here/ })).toBeVisible()
})

test('with a token one click saves, and says what became of it; a refused token opens a tab that saves', async ({
  browserContext,
  background,
  options,
}) => {
  const account = newAccount()
  const { request } = browserContext
  expect((await request.post('/api/signup', { data: account })).status()).toBe(201)
  await grant(account, 'ultra')
  const wanted = { name: 'Extension', scope: 'write', expiresInDays: null, currentPassword: account.password }
  const { id, token } = await (await request.post('/api/account/tokens', { data: wanted })).json()
  await options.getByLabel('API token').fill('a password')
  await options.getByLabel('Address of your Lectern').fill(need('LECTERN_URL'))
  await options.getByRole('button', { name: 'Save' }).click()
  await expect(options.getByText('This is no token of Lectern')).toBeVisible()
  await expect(options.getByLabel('API token')).toBeFocused()
  await options.getByLabel('API token').fill(token)
  await chooseServer(options)
  await expectAccessible(options)

  const page = await browserContext.newPage()
  await page.goto(site('/a/At-once'))
  await pressExtension(background, page)
  await expect.poll(() => signOf(background, page)).toEqual(['✓', 'Saved to Lectern'])
  await pressExtension(background, page)
  await expect.poll(() => signOf(background, page)).toEqual(['=', 'This page is in your Lectern already'])
  const { links } = await (await request.get('/api/links')).json()
  expect(links).toMatchObject([{ url: page.url() }])
  expect(browserContext.pages().filter(each => each.url().includes('/dashboard'))).toEqual([])

  expect((await request.delete(`/api/account/tokens/${id}`)).status()).toBe(200)
  await page.goto(site('/a/In-a-tab'))
  const opened = await clickExtension(background, page)
  await expect(opened.getByRole('article', { name: /^In a tab/ })).toBeVisible()
})
