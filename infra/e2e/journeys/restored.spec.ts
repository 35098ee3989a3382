import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, saveLinks, site, test } from '../src/journey.ts'

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true })
const star = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Favorite' })
const held = (page: Page) => page.getByRole('dialog', { name: 'Not sent yet' })

/** The store as it was before a restore, as this device knows it. @returns what ends that: the restored one answers */
const beforeRestore = async (context: BrowserContext) => {
  await context.route('**/api/user', async route => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, ...(response.ok() && { epoch: 'before' }) } })
  })
  return () => context.unroute('**/api/user')
}

/** The requests that change something in the library, as they are answered. */
const writesOf = (context: BrowserContext): string[] => {
  const writes: string[] = []
  context.on('response', answer => {
    const { pathname } = new URL(answer.url())
    if (answer.request().method() !== 'GET' && pathname.startsWith('/api/links'))
      writes.push(`${answer.status()} ${answer.request().method()} ${pathname.replace(/\d+/, '#')}`)
  })
  return writes
}

const favourites = async (page: Page): Promise<Record<string, boolean>> => {
  const { links } = await (await page.request.get('/api/links')).json()
  return Object.fromEntries(
    links.map(({ title, isFavorite }: { title: string; isFavorite: boolean }) => [title, isFavorite]),
  )
}

test('what a device did offline before a restore waits for the person, in every tab', async ({
  signedIn: page,
  context,
  account,
}) => {
  await saveLinks(page.request, ['One', 'Two'])
  const restore = await beforeRestore(context)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/dashboard')
    await expect(star(tab, 'One')).toBeVisible()
  }
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Add New Link' })
  await form.getByLabel('URL').fill(site('/a/New'))
  await form.getByLabel('Title').fill('New')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Save Link' }).click()
  await expect(card(page, 'New')).toBeVisible()
  await star(page, 'New').click()
  await star(page, 'One').click()
  await star(other, 'Two').click()
  for (const tab of [page, other]) await expect(tab.getByText('4 changes not sent yet')).toBeVisible()

  const writes = writesOf(context)
  await page.request.post('/api/logout')
  await restore()
  await context.setOffline(false)
  const signIn = page.getByRole('dialog', { name: 'Please sign in again' })
  await signIn.getByLabel('Password').fill(account.password)
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  await expect(
    held(page).getByText(
      /^Lectern was restored from a backup\. 4 changes on this device were not sent yet\./,
    ),
  ).toBeVisible()
  await expect(held(other)).toBeVisible()
  expect(await favourites(page)).toEqual({ One: false, Two: false })

  await held(page).getByRole('listitem').last().getByRole('button', { name: 'Discard' }).click()
  await expect(held(page).getByRole('listitem')).toHaveCount(2)
  await expect(held(other).getByRole('listitem')).toHaveCount(2)
  await held(page).getByRole('button', { name: 'Send all' }).click()
  await expect(held(page)).toBeHidden()
  await expect(held(other)).toBeHidden()
  await expect.poll(() => favourites(page)).toEqual({ New: true, One: true, Two: false })
  await expect(star(other, 'New')).toHaveAttribute('aria-pressed', 'true')
  await expect(star(other, 'Two')).toHaveAttribute('aria-pressed', 'false')
  // The server took none before the person had said so.
  expect(writes.filter(write => !/^4\d\d/.test(write)).sort()).toEqual([
    '200 PATCH /api/links/#/favorite',
    '200 PATCH /api/links/#/favorite',
    '201 POST /api/links',
  ])
  await page.reload()
  await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'true')
  await expect(held(page)).toBeHidden()
})

test('a device that is opened after a restore asks once it is signed in, and can put that off', async ({
  signedIn: page,
  context,
  account,
}) => {
  await saveLinks(page.request, ['One'])
  const restore = await beforeRestore(context)
  await page.goto('/dashboard')
  await expect(star(page, 'One')).toBeVisible()
  await context.setOffline(true)
  await star(page, 'One').click()
  await expect(page.getByText('1 change not sent yet')).toBeVisible()
  await page.goto('about:blank')
  await page.request.post('/api/logout')
  await restore()
  await context.setOffline(false)

  await page.goto('/dashboard')
  await page.getByLabel('Email or Username').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(held(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: '1 held since a restore' }).click()
  await held(page).getByRole('button', { name: 'Discard all' }).click()
  await expect(held(page)).toBeHidden()
  await page.reload()
  await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('held since a restore')).toBeHidden()
})
