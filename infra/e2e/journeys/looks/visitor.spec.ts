import type { Page } from '@playwright/test'
import { expect, newAccount, test } from '../../src/journey.ts'
import { expectLooksRight, inEveryLook } from '../../src/looks.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
}

inEveryLook(() => {
  test('the sign-in, the signup and the choice of a plan look right', async ({ page }) => {
    const taken = newAccount()
    expect((await page.request.post('/api/signup', { data: taken })).ok()).toBe(true)
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expectLooksRight(page)
    await fill(page, { 'Email or Username': 'nobody', Password: 'not the password' })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/^Sign in failed/)
    await expectLooksRight(page)

    await page.goto('/signup')
    const create = page.getByRole('button', { name: 'Create Account' })
    await create.click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^Missing Information/)
    await expectLooksRight(page)
    const { email, username, password } = newAccount()
    await fill(page, { Email: email, Username: taken.username, Password: password })
    await create.click()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username is taken/)
    await expectLooksRight(page)
    await fill(page, { Username: username })
    await create.click()
    await expect(page.getByText('Most Popular')).toBeVisible()
    await expectLooksRight(page)
  })

  const PUBLIC = [
    '/pricing',
    '/help',
    '/help?q=pocket',
    '/help/import-a-library',
    '/support',
    '/privacy',
    '/terms',
    '/nowhere/at.all',
  ]

  test('the public pages and the trial of the webhook look right', async ({ page }) => {
    for (const path of PUBLIC)
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectLooksRight(page)
      })

    await page.goto('/webhook-test')
    await page.getByRole('button', { name: 'Test Checkout ($1.00)' }).click()
    await expect(page.getByRole('alert')).toContainText('Email required')
    await expectLooksRight(page)
  })

  test('the documentation looks right, also with the answer of an example', async ({ signedIn: page }) => {
    await page.goto('/docs')
    const list = page.getByRole('region', { name: 'List and search links' })
    await list.getByText('Example and fields').click()
    await list.getByRole('button', { name: 'Send' }).click()
    await expect(list.getByRole('status')).toContainText('200')
    await expectLooksRight(page)
  })

  const RECOVERY = [
    ['/reset-password', 'Invalid reset token'],
    ['/confirm-email', 'This link is not valid'],
    ['/confirm-email?token=x', 'Confirm your new email'],
    ['/unsubscribe?email=a%40b.example', 'Unsubscribe'],
    ['/unsubscribe?email=a%40b.example&token=x', 'Unsubscribe'],
    ['/reset-password?token=x', 'Set a new password'],
  ] as const

  test('the screens of a recovery look right, also with their errors', async ({ page }) => {
    await page.goto('/forgot-password')
    const ask = page.getByRole('button', { name: 'Get Recovery Instructions' })
    await page.getByLabel('Email').fill('nobody')
    await ask.click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email')
    await expectLooksRight(page)
    await page.getByLabel('Email').fill('nobody-has-this-address-which-is-rather-long@lectern.example')
    await ask.click()
    await expect(heading(page, 'Reset Link Sent')).toBeVisible()
    await expectLooksRight(page)
    for (const [path, title] of RECOVERY)
      await test.step(path, async () => {
        await page.goto(path)
        await expect(heading(page, title)).toBeVisible()
        await expectLooksRight(page)
      })
    await page.getByLabel('New password', { exact: true }).fill('another quiet passphrase')
    await page.getByLabel('Confirm new password').fill('another quiet passphrase')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid reset token')
    await expectLooksRight(page)
  })
})
