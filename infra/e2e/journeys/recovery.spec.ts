import type { Page } from '@playwright/test'
import { expect, test } from '../src/journey.ts'
import { linkTo } from '../src/mails.ts'

const NEW = 'another quiet passphrase'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const setPassword = async (page: Page, password: string, confirmation = password) => {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(confirmation)
  await page.getByRole('button', { name: 'Set new password' }).click()
}
const askForLink = async (page: Page, email: string) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Get Recovery Instructions' }).click()
  await expect(heading(page, 'Reset Link Sent')).toBeVisible()
}

test('a forgotten password is set anew by the link of a mail, once', async ({ page, account, context }) => {
  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email or Username').fill(account.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.getByRole('button', { name: 'Get Recovery Instructions' }).click()
  await expect(heading(page, 'Reset Link Sent')).toBeVisible()

  const link = await linkTo('reset-password', account.email)
  const token = new URL(link, 'http://x').searchParams.get('token') ?? ''
  expect(token).toHaveLength(43)
  const site = new URL(page.url()).origin
  const told: string[] = []
  page.on('request', request => {
    const from = request.headers().referer ?? ''
    if (!request.url().startsWith(site) || from.includes(token)) told.push(`${request.url()} from ${from}`)
  })
  await page.goto(link)
  await expect(heading(page, 'Set a new password')).toBeVisible()
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.reload()
  await setPassword(page, NEW, 'something else')
  await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription('Passwords do not match')
  await setPassword(page, 'short')
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    'Password must be at least 6 characters long',
  )
  await page.route('**/api/reset-password', route => route.abort(), { times: 1 })
  await setPassword(page, NEW)
  await expect(page.getByText('Network error. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Confirm new password')).toHaveValue(NEW)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(heading(page, 'Password changed')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(told).toEqual([])

  await page.goto(link)
  await setPassword(page, NEW)
  await expect(page.getByText('This link is no longer valid. Please ask for a new one.')).toBeVisible()
  await page.getByRole('link', { name: 'sign in', exact: true }).click()
  await page.getByLabel('Email or Username').fill(account.email)
  await page.getByLabel('Password').fill(NEW)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a new password signs out every device, and asks those that are at work', async ({
  signedIn: page,
  account,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await elsewhere.newPage()
  expect((await other.request.post('/api/login', { data: account })).ok()).toBe(true)
  const followed = other.waitForResponse('**/api/changes')
  await other.goto('/dashboard')
  await followed
  await other.getByRole('button', { name: 'Account menu' }).focus()

  await askForLink(page, account.email)
  await page.goto(await linkTo('reset-password', account.email))
  await setPassword(page, NEW)
  await expect(heading(page, 'Password changed')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email or Username')).toBeVisible()
  const asked = other.getByRole('dialog', { name: 'Please sign in again' })
  await asked.getByLabel('Password').fill(NEW)
  await asked.getByRole('button', { name: 'Sign in' }).click()
  await expect(asked).toBeHidden()
  await expect(other).toHaveURL(/\/dashboard/)
  await elsewhere.close()
})

test('the link of the welcome mail ends mails by its button only', async ({ page, account, context }) => {
  await context.clearCookies()
  const link = await linkTo('unsubscribe', account.email)
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await page.goto(link)
  await expect(page.getByText(account.email)).toBeVisible()
  expect(posts).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(heading(page, 'You are unsubscribed')).toBeVisible()
  expect(posts).toEqual([expect.stringMatching(/\/api\/unsubscribe$/)])

  await page.goto(link.replace('token=', 'token=x'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This link is not valid. Use the one at the end of a mail from us.',
  )
  for (const email of [account.email, 'nobody@example.test']) {
    await page.goto(`/unsubscribe?email=${email}`)
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(heading(page, 'You are unsubscribed')).toBeVisible()
  }
})
