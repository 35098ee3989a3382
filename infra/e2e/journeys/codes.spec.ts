import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { expect, test } from '../src/journey.ts'

const section = (page: Page) => page.getByRole('region', { name: 'One-time codes' })

test('one-time codes are set up, asked for after the password, and turned off', async ({
  signedIn: page,
  account,
}) => {
  await page.goto('/settings')
  await section(page).getByRole('button', { name: 'Set up' }).click()
  const begin = page.getByRole('dialog', { name: 'Set up one-time codes' })
  await begin.getByLabel('Present password').fill(account.password)
  await begin.getByRole('button', { name: 'Next' }).click()
  const scan = page.getByRole('dialog', { name: 'Scan this with your app' })
  await expect(scan.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await scan.getByRole('textbox', { name: 'Or type this into it' }).inputValue()
  await scan.getByLabel('The code that it shows').fill('000000')
  await scan.getByRole('button', { name: 'Turn on' }).click()
  await expect(scan.getByText(/^This code is not right/)).toBeVisible()
  const now = () => Math.floor(Date.now() / 1_000)
  await scan.getByLabel('The code that it shows').fill(await generate({ secret, epoch: now() - 30 }))
  await scan.getByRole('button', { name: 'Turn on' }).click()
  const keep = page.getByRole('dialog', { name: 'Keep these recovery codes' })
  const codes = keep.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await keep.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section(page)).toContainText('On. 10 recovery codes are left.')

  const signIn = async (code: string) => {
    await page.request.post('/api/logout')
    await page.goto('/login')
    await page.getByLabel('Email or Username').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const field = page.getByLabel('Code of your authenticator app, or a recovery code')
    await expect(field).toBeFocused()
    await field.fill('000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText(/^This code is not right/)).toBeVisible()
    await field.fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'My Saved Links' })).toBeVisible()
  }
  await signIn(await generate({ secret, epoch: now() }))
  await signIn(recovery)

  await page.goto('/settings')
  await expect(section(page)).toContainText('On. 9 recovery codes are left.')
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  const end = page.getByRole('dialog', { name: 'Turn off one-time codes' })
  await end.getByLabel('Present password').fill(account.password)
  await end.getByRole('button', { name: 'Turn off' }).click()
  await expect(section(page)).toContainText('Off')
})
