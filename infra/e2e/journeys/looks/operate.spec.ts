import { anOperation, aTroubledOperation } from '@lectern/contracts/test-support/operation.ts'
import { expect, test } from '../../src/journey.ts'
import { closeDialog, expectLooksRight, inEveryLook } from '../../src/looks.ts'

inEveryLook(() => {
  test("the operator's page looks right, in health, in trouble and for strangers", async ({
    signedIn: page,
  }) => {
    await page.goto('/operate')
    await expect(page.getByRole('heading', { name: 'This page is for operators' })).toBeVisible()
    await expectLooksRight(page)

    await page.route('**/api/operation', route => route.fulfill({ json: anOperation() }))
    await page.reload()
    await expect(page.getByText('Everything runs.')).toBeVisible()
    await expectLooksRight(page)

    await page.route('**/api/operation', route => route.fulfill({ json: aTroubledOperation() }))
    await page.reload()
    await expect(page.getByRole('list', { name: 'Problems' })).toBeVisible()
    for (const summary of await page.getByText(/^Failed Jul/).all()) await summary.click()
    await expectLooksRight(page)
    await page.getByRole('button', { name: /^Drop receipt/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectLooksRight(page)
    await closeDialog(page)

    await page.route('**/api/operation', route => route.fulfill({ status: 503, json: {} }))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectLooksRight(page)
  })
})
