import type { Page } from '@playwright/test'
import { expect, grant, test } from '../src/journey.ts'
import { linkTo } from '../src/mails.ts'

const open = async (page: Page) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()

test('names are changed from the account menu on, and another tab shows them', async ({
  signedIn: page,
  account,
  context,
}) => {
  const second = await context.newPage()
  await open(second)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const change = page.getByRole('button', { name: 'Change first name' })
  await change.click()
  await expect(dialog(page).getByLabel('First name')).toBeFocused()
  await dialog(page).getByLabel('First name').fill('Mina')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(change).toBeFocused()
  await expect(region(second, 'Account')).toContainText('Mina')

  await page.getByRole('button', { name: 'Change username' }).click()
  await dialog(page).getByLabel('Username').fill('a@b')
  await save(page)
  await expect(dialog(page).getByLabel('Username')).toHaveAccessibleDescription('A username cannot contain @')
  await dialog(page).getByLabel('Username').fill(`${account.username}-2`)
  await save(page)
  await expect(dialog(page)).toBeHidden()
  for (const tab of [page, second])
    await expect(region(tab, 'Account')).toContainText(`${account.username}-2`)
})

test('a new email waits for both addresses, can be withdrawn, and counts once both have confirmed it', async ({
  signedIn: page,
  account,
  context,
}) => {
  const next = `new-${account.email}`
  await open(page)
  const askFor = async (email: string) => {
    await page.getByRole('button', { name: 'Change email' }).click()
    await dialog(page).getByLabel('New email').fill(email)
    await dialog(page).getByLabel('Present password').fill('not the password')
    await save(page)
    await expect(dialog(page).getByLabel('Present password')).toHaveAccessibleDescription(
      'This is not your present password.',
    )
    await dialog(page).getByLabel('Present password').fill(account.password)
    await save(page)
    await expect(dialog(page)).toBeHidden()
  }
  const waiting = region(page, 'New email that waits')
  await askFor(`wrong-${account.email}`)
  await expect(waiting).toContainText(`wrong-${account.email}`)
  for (const address of [account.email, `wrong-${account.email}`]) await linkTo('confirm-email', address)
  await waiting.getByRole('button', { name: 'Withdraw' }).click()
  await expect(waiting).toHaveCount(0)

  await askFor(next)
  const second = await context.newPage()
  await second.goto(await linkTo('confirm-email', next))
  await second.getByRole('button', { name: 'Confirm the new email' }).click()
  await expect(second.getByRole('heading', { name: 'Confirmed at this address' })).toBeVisible()
  await expect(waiting).toContainText('Old address: not confirmed yet · New address: confirmed')
  await second.goto(await linkTo('confirm-email', account.email, 2))
  await second.getByRole('button', { name: 'Confirm the new email' }).click()
  await expect(second.getByRole('heading', { name: 'Your email is changed' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await expect(region(page, 'Account')).toContainText(next)
})

test('a device is signed out from another one, and keeps what is typed there', async ({
  signedIn: page,
  account,
  browser,
  baseURL,
}) => {
  await open(page)
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ...(baseURL && { baseURL }),
  })
  const other = await elsewhere.newPage()
  expect((await other.request.post('/api/login', { data: account })).ok()).toBe(true)
  const followed = other.waitForResponse('**/api/changes')
  await open(other)
  await followed
  await other.getByRole('button', { name: 'Change username' }).click()
  await dialog(other).getByLabel('Username').fill(`${account.username}-kept`)

  const devices = region(page, 'Devices').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await expect(devices).toHaveCount(1)

  const asked = other.getByRole('dialog', { name: 'Please sign in again' })
  await asked.getByLabel('Password').fill(account.password)
  await asked.getByRole('button', { name: 'Sign in' }).click()
  await expect(asked).toBeHidden()
  await expect(dialog(other).getByLabel('Username')).toHaveValue(`${account.username}-kept`)
  await save(other)
  await expect(region(page, 'Account')).toContainText(`${account.username}-kept`)

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(asked).toBeVisible()
  expect((await page.request.get('/api/user')).status()).toBe(401)
  await elsewhere.close()
})

test('a new password signs out the other devices and is used from then on', async ({
  signedIn: page,
  account,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'Change password' }).click()
  await dialog(page).getByLabel('Present password').fill(account.password)
  await dialog(page).getByLabel('New password').fill('password')
  await save(page)
  await expect(dialog(page).getByLabel('New password')).toHaveAccessibleDescription(/too common/)
  await dialog(page).getByLabel('New password').fill('another quiet passphrase')
  await save(page)
  await expect(dialog(page)).toBeHidden()
  const login = { email: account.email, password: 'another quiet passphrase' }
  expect((await page.request.post('/api/login', { data: login })).status()).toBe(200)
})

test('a payment shows with its receipt, and the plan with its marks', async ({ signedIn: page, context }) => {
  await open(page)
  await expect(region(page, 'Receipts')).toContainText('You have not paid for anything.')
  const answer = await page.request.post('/api/create-tier-checkout', { data: { tier: 'basic' } })
  const checkout = await context.newPage()
  await checkout.goto((await answer.json()).url)
  await checkout.getByLabel('Card number').fill('4242 4242 4242 4242')
  await checkout.getByLabel('Expiration date').fill('12 / 40')
  await checkout.getByLabel('Security code').fill('123')
  await checkout.getByRole('button', { name: 'Pay $19.00' }).click()
  await checkout.waitForURL(/\/checkout\/success/)
  await expect(region(page, 'Plan')).toContainText('Priority support')
  const receipt = region(page, 'Receipts').getByRole('listitem')
  await expect(receipt).toContainText('Lifetime Basic')
  await expect(receipt).toContainText(/\$19\.00.* · Paid/)
  await expect(receipt.getByRole('link')).toHaveAttribute('href', /^https:\/\/pay\.stripe\.com\/receipts\//)
  await expect(receipt.getByRole('link')).toHaveAttribute('target', '_blank')
})

test('settings of the device are reached by keyboard, saved at once, and follow in another tab', async ({
  signedIn: page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const second = await context.newPage()
  await open(second)
  await open(page)
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Reading' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Reading' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Reading' })).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(region(page, 'Reading').getByRole('radio', { name: 'Light' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(region(page, 'Reading')).toContainText('Saved on this device')
  await expect(region(second, 'Reading').getByRole('radio', { name: 'Sepia' })).toBeChecked()

  await region(page, 'Shortcuts').getByRole('checkbox').uncheck()
  await expect(region(page, 'Shortcuts')).toContainText('Saved on this device')
  await expect(region(second, 'Shortcuts').getByRole('checkbox')).not.toBeChecked()
  await page.reload()
  await expect(region(page, 'Shortcuts').getByRole('checkbox')).not.toBeChecked()
  await expect(region(page, 'Reading').getByRole('radio', { name: 'Sepia' })).toBeChecked()
})

test('visitors are asked to sign in, and come to the settings then', async ({ page, account, context }) => {
  await context.clearCookies()
  await page.goto('/settings')
  await page.getByLabel('Email or Username').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('a token is made for the API, used without a session, and revoked', async ({
  signedIn: page,
  account,
  playwright,
  baseURL,
}) => {
  await open(page)
  const api = region(page, 'API access')
  await expect(api.getByText('API access is part of the Ultra plan.')).toBeVisible()
  await grant(account, 'ultra')
  await api.getByRole('button', { name: 'New token' }).click()
  await dialog(page).getByLabel('Name').fill('Backup')
  await dialog(page).getByLabel('It may').selectOption('Read and change the library')
  await dialog(page).getByLabel('Present password').fill(account.password)
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  const token = await dialog(page).getByRole('textbox', { name: 'Token' }).inputValue()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(api.getByRole('listitem')).toContainText('never used')

  const program = await playwright.request.newContext({
    baseURL: String(baseURL),
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  const saved = await program.post('/api/links', {
    data: { url: 'https://example.com/script', title: 'By a script' },
  })
  expect(saved.status()).toBe(201)
  expect((await program.get('/api/account')).status()).toBe(403)
  await page.reload()
  await expect(api.getByRole('listitem')).toContainText('last used')
  await api.getByRole('button', { name: 'Revoke Backup' }).click()
  await expect(api.getByText('You have no token yet.')).toBeVisible()
  await expect.poll(async () => (await program.get('/api/counts')).status()).toBe(401)
  await program.dispose()
})
