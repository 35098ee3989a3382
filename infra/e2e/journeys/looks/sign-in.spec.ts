import { expect, need, test } from '../../src/journey.ts'
import { expectLooksRight, inEveryLook } from '../../src/looks.ts'

// Passkeys are for names, and 127.0.0.1 is none.
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  baseURL: async ({}, use) => use(need('LECTERN_URL').replace('127.0.0.1', 'localhost')),
})

inEveryLook(() => {
  test('the sign-in with passkeys, and the settings of passkeys and codes, look right', async ({
    signedIn: page,
    account,
  }) => {
    await page.goto('/settings#passkeys')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible()
    await expectLooksRight(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Present password').fill(account.password)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expectLooksRight(page)

    await page.request.post('/api/logout')
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await expectLooksRight(page)
  })
})
