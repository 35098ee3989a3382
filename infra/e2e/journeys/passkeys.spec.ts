import type { BrowserContext, Page } from '@playwright/test'
import { expect, need, test } from '../src/journey.ts'

// Passkeys are for names, and 127.0.0.1 is none.
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  baseURL: async ({}, use) => use(need('LECTERN_URL').replace('127.0.0.1', 'localhost')),
})

/** A device that has a fingerprint at hand, and keeps passkeys. */
const withDevice = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

/** Without the list at the field, whose question the device would answer at once. */
const withoutList = (page: Page) =>
  page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

test('a passkey is added, opens the account without the password, and is removed', async ({
  signedIn: page,
  context,
  account,
}) => {
  await withoutList(page)
  const device = await withDevice(context, page)
  await page.goto('/settings')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel('Name').fill('Laptop')
  await adding.getByLabel('Present password').fill('not it at all')
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(adding.getByText('This is not your present password.')).toBeVisible()
  await adding.getByLabel('Present password').fill(account.password)
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(adding).toBeHidden()
  await expect(section(page).getByRole('listitem')).toContainText('Laptop')
  expect(await device.passkeys()).toHaveLength(1)

  await page.request.post('/api/logout')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'My Saved Links' })).toBeVisible()
  await page.goto('/settings')
  await expect(section(page).getByRole('listitem')).toContainText('last used')
  await expect(page.getByRole('list', { name: 'Signed-in devices' })).toContainText('with a passkey')

  await section(page).getByRole('button', { name: 'Rename Laptop' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename the passkey' })
  await renaming.getByLabel('Name').fill('Old laptop')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await section(page).getByRole('button', { name: 'Remove Old laptop' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove the passkey' })
  await removing.getByLabel('Present password').fill(account.password)
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(section(page).getByText('You have none yet.')).toBeVisible()

  await page.request.post('/api/logout')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey is not known here any more.')
})

test('a device without a passkey says nothing, and the password still signs in', async ({
  signedIn: page,
  context,
  account,
}) => {
  await withoutList(page)
  await withDevice(context, page)
  await page.request.post('/api/logout')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeEnabled()
  await page.getByLabel('Email or Username').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My Saved Links' })).toBeVisible()
})

test('the list at the login field signs in, too', async ({ signedIn: page, context, account }) => {
  await withDevice(context, page)
  await page.goto('/settings')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel('Name').fill('Laptop')
  await adding.getByLabel('Present password').fill(account.password)
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(adding).toBeHidden()
  await page.request.post('/api/logout')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'My Saved Links' })).toBeVisible()
})
