import type { Page } from '@playwright/test'
import { expect, grant, saveLinks, test } from '../../src/journey.ts'
import { closeDialog, expectLooksRight, inEveryLook } from '../../src/looks.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

inEveryLook(() => {
  test('the settings and their dialogs look right', async ({ signedIn: page, account }) => {
    await grant(account, 'legacy_unlimited')
    const email = `a-new-address-that-is-rather-long-${account.email}`
    await page.request.post('/api/account/email', { data: { email, currentPassword: account.password } })
    await page.goto('/settings')
    await expect(region(page, 'New email that waits')).toBeVisible()
    await expect(region(page, 'Plan')).toContainText('Unlimited')
    await expect(region(page, 'Devices').getByRole('listitem')).toHaveCount(1)
    await expectLooksRight(page)
    for (const name of [
      'Change first name',
      'Change username',
      'Change email',
      'Change password',
      'Sign out everywhere',
      'Delete account',
    ]) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(dialog(page)).toBeVisible()
      await expectLooksRight(page)
      await closeDialog(page)
      await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
    }
  })

  test('tokens, exports and the sign-in after an account was deleted look right', async ({
    signedIn: page,
    account,
  }) => {
    await grant(account, 'ultra')
    await saveLinks(page.request, ['One'])
    await page.goto('/settings')
    await page.getByRole('button', { name: 'New token' }).click()
    await dialog(page).getByLabel('Name').fill('Backup')
    await dialog(page).getByLabel('Present password').fill(account.password)
    await expectLooksRight(page)
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Token' })).toBeVisible()
    await expectLooksRight(page)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    const data = region(page, 'Data')
    await data.getByRole('radio', { name: 'Audit file' }).check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      data.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    await expect(data.getByRole('listitem').filter({ hasText: download.suggestedFilename() })).toBeVisible()
    await expectLooksRight(page)

    await page.getByRole('button', { name: 'Delete account' }).click()
    await dialog(page).getByLabel('Present password').fill(account.password)
    await dialog(page).getByLabel('Type DELETE to confirm').fill('DELETE')
    await dialog(page).getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByText('Your account is deleted.').first()).toBeVisible()
    await expectLooksRight(page)
  })
})
