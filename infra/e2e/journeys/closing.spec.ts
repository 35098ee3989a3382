import type { Page } from '@playwright/test'
import { expect, saveLink, test } from '../src/journey.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete account' })
const open = async (page: Page) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page
    .getByRole('region', { name: 'Delete account' })
    .getByRole('button', { name: 'Delete account' })
    .click()
  await expect(dialog(page).getByLabel('Present password')).toBeFocused()
}
const give = async (page: Page, password: string, word: string) => {
  await dialog(page).getByLabel('Present password').fill(password)
  await dialog(page).getByLabel('Type DELETE to confirm').fill(word)
  await dialog(page).getByRole('button', { name: 'Delete account' }).click()
}
/** Names of the databases that this browser keeps of somebody. */
const keptOf = (page: Page) =>
  page.evaluate<string[]>(
    'indexedDB.databases().then(all => all.map(({ name }) => name).filter(name => /[0-9a-f]{8}-/.test(name)))',
  )

test('an account is deleted with the password and a typed word, all tabs are told, and its email is free', async ({
  signedIn: page,
  account,
  context,
}) => {
  await saveLink(page.request, 'https://many.localhost/kept', 'To be deleted')
  const second = await context.newPage()
  const followed = second.waitForResponse('**/api/changes')
  await second.goto('/dashboard')
  await expect(second.getByRole('article')).toHaveCount(1)
  await followed

  await open(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Take your data along first' }).click()
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeInViewport()

  await open(page)
  await give(page, account.password, 'yes')
  await expect(dialog(page).getByLabel('Type DELETE to confirm')).toHaveAccessibleDescription(
    'Please type DELETE to confirm.',
  )
  await give(page, 'not the password', 'delete')
  await expect(dialog(page).getByLabel('Present password')).toHaveAccessibleDescription(
    'This is not your present password.',
  )
  await expect(second.getByRole('article')).toHaveCount(1)

  await give(page, account.password, 'DELETE')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('status').filter({ hasText: 'Your account is deleted.' })).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(second.getByRole('article')).toHaveCount(0)
  await expect.poll(() => keptOf(page)).toEqual([])
  expect((await page.request.get('/api/links')).status()).toBe(401)
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(401)

  expect((await page.request.post('/api/signup', { data: account })).status()).toBe(201)
  expect((await (await page.request.get('/api/links')).json()).total).toBe(0)
})
