import type { Page } from '@playwright/test'
import { openWithOffer } from '../../src/help-library.ts'
import { expect, refuse, saveLink, saveLinks, site, test } from '../../src/journey.ts'
import { closeDialog, expectLooksRight, inEveryLook, openSidebar } from '../../src/looks.ts'

const UNBROKEN = 'W'.repeat(90)
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

inEveryLook(() => {
  test('the form of a new link looks right, with its errors, a draft, a duplicate and the limit', async ({
    signedIn: page,
  }) => {
    await saveLink(page.request, site('/t/Known'), 'x'.repeat(90))
    await page.goto('/save')
    const form = dialog(page, 'Add New Link')
    const save = form.getByRole('button', { name: 'Save Link' })
    await save.click()
    await expect(form.getByText('Title is required')).toBeVisible()
    await expectLooksRight(page)
    await refuse(page, '**/api/links', 'POST')
    await form.getByLabel('URL').fill(site('/t/Refused'))
    await form.getByLabel('Title').fill('Refused')
    await save.click()
    await expect(form.getByText('Something went wrong.')).toBeVisible()
    await expectLooksRight(page)
    await page.unroute('**/api/links')

    const known = { save: site('/t/Known'), title: 'Again', source: 'chrome_extension' }
    await page.goto(`/dashboard?${new URLSearchParams(known)}`)
    await form.getByLabel('Note (Optional)').fill('A note')
    await page.reload()
    await expect(form.getByText('What you typed before is still here.')).toBeVisible()
    await expect(form.getByText('From the page')).toBeVisible()
    await expectLooksRight(page)
    await save.click()
    await expect(
      dialog(page, 'Duplicate Link Detected').getByRole('button', { name: 'Open it' }),
    ).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Keep Existing' }).click()

    await openWithOffer(page, site('/t/Offered'))
    await expectLooksRight(page)
    await page.route('**/api/links', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 402, json: { message: 'Full', error: 'Full', limit: 500 } })
        : route.fallback(),
    )
    await page.goto(`/share?${new URLSearchParams({ url: site('/t/One-more'), title: 'One more' })}`)
    await expect(dialog(page, "You've reached your limit!")).toBeVisible()
    await expectLooksRight(page)
  })

  test('the form of a link looks right, also with questions in it', async ({ signedIn: page }) => {
    await saveLink(page.request, 'https://many.localhost/other', 'The other one')
    const tags = ['t'.repeat(100), 'עברית', 'c']
    const { id } = await saveLink(page.request, site(`/a/${'x'.repeat(300)}`), 'W'.repeat(120), { tags })
    await page.goto('/dashboard?view=list')
    await card(page, 'W'.repeat(120)).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    const sheet = dialog(page, 'Edit details')
    await expect(sheet.getByRole('combobox', { name: 'Tags' })).toBeVisible()
    await expectLooksRight(page)
    await sheet.getByLabel('URL').fill('https://many.localhost/other')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet.getByRole('link', { name: 'The other one' })).toBeVisible()
    await sheet.getByLabel(/^Note/).fill('Mine')
    await page.request.patch(`/api/links/${id}`, { data: { note: 'Theirs' } })
    await expect(sheet.getByRole('button', { name: 'Keep mine' })).toBeVisible()
    await expectLooksRight(page)
    expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('collections and their dialogs look right', async ({ signedIn: page }) => {
    const data = { name: UNBROKEN, description: UNBROKEN, color: '#EC4899' }
    await page.request.post('/api/collections', { data })
    const { id } = await saveLink(page.request, site('/t/Unbroken'), UNBROKEN)
    await page.goto('/dashboard?collection=1')
    await expect(page.getByRole('heading', { level: 1, name: UNBROKEN })).toBeVisible()
    await expectLooksRight(page)
    await page.goto('/dashboard')
    await card(page, UNBROKEN).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Add to Collection' }).click()
    const choice = dialog(page, 'Add to Collection')
    await choice.getByRole('radio', { name: UNBROKEN }).check({ force: true })
    await expectLooksRight(page)
    await choice.getByRole('button', { name: 'Create New Collection' }).click()
    const form = dialog(page, 'Create New Collection')
    await form.getByLabel('Hex').fill('#12')
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(form.getByText('Please enter a color such as #3B82F6')).toBeVisible()
    await expectLooksRight(page)
    await page.goto('/dashboard')
    for (const [entry, title] of [
      ['Edit', 'Edit Collection'],
      ['Delete', 'Delete Collection'],
    ] as const) {
      await openSidebar(page)
      await page.getByRole('link', { name: UNBROKEN, exact: false }).first().hover()
      await page.getByRole('button', { name: `Actions for ${UNBROKEN}` }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectLooksRight(page)
      await page.getByRole('menuitem', { name: entry }).click()
      await expect(dialog(page, title)).toBeVisible()
      await expectLooksRight(page)
      await closeDialog(page)
    }
    await openSidebar(page)
    await page.getByRole('button', { name: `Actions for ${UNBROKEN}` }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await expect(page.getByRole('dialog').filter({ hasText: 'Export W' })).toBeVisible()
    await expectLooksRight(page)
    await page.request.put(`/api/links/${id}/collection`, { data: { collectionId: 1 } })
    await page.goto('/dashboard?collection=none')
    await expect(page.getByText('Everything is in a collection')).toBeVisible()
    await expectLooksRight(page)
  })

  test('the tags and their dialogs look right', async ({ signedIn: page }) => {
    const tags = Array.from({ length: 13 }, (_, n) => `topic ${n}`)
    await saveLink(page.request, 'https://tags.localhost/many', 'Many', { tags })
    for (const n of [1, 2])
      await saveLink(page.request, `https://tags.localhost/${n}`, `${n}`, { tags: ['kafka'] })
    await page.goto('/dashboard')
    await openSidebar(page)
    const nav = page.getByRole('navigation', { name: 'Tags' })
    await expect(nav.getByRole('link', { name: /kafka/ })).toBeVisible()
    await expectLooksRight(page)
    await nav.getByRole('button', { name: /All tags/ }).click()
    const all = dialog(page, 'All Tags')
    await expect(all.getByText('14 tags')).toBeVisible()
    await expectLooksRight(page)
    const row = all.getByRole('button', { name: 'kafka 2 links' })
    await row.focus()
    await page.keyboard.press('F2')
    const rename = dialog(page, 'Rename Tag')
    await expect(rename.getByText('2 links, archived ones included, get')).toBeVisible()
    await expectLooksRight(page)
    await rename.getByRole('textbox', { name: 'Name' }).fill('topic 3')
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Merge Tags').getByText('Another tag is named')).toBeVisible()
    await expectLooksRight(page)
    await page.keyboard.press('Escape')
    await expect(row).toBeVisible()
    for (const [entry, title] of [
      ['Merge into…', 'Merge Tag'],
      ['Delete', 'Delete Tag'],
    ] as const) {
      await all.getByRole('button', { name: 'Actions for kafka' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await expect(dialog(page, title)).toBeVisible()
      await expectLooksRight(page)
      await page.keyboard.press('Escape')
      await expect(row).toBeVisible()
    }
  })

  test('the questions of a session that ended look right', async ({ signedIn: page, account }) => {
    await saveLinks(page.request, ['One'])
    await page.goto('/dashboard')
    const star = card(page, 'One').getByRole('button', { name: 'Favorite' })
    await expect(star).toBeVisible()
    await page.route('**/favorite', route => route.fulfill({ status: 503, body: '' }))
    await star.click()
    await expect(page.getByText('Waiting for the server · 1 change not sent yet')).toBeVisible()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(dialog(page, 'Sign out and lose changes?')).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await page.request.post('/api/logout')
    await page.unroute('**/favorite')
    const asked = dialog(page, 'Please sign in again')
    await expect(asked.getByLabel('Email or Username')).toHaveValue(account.email)
    await expectLooksRight(page)
    await asked.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText('You are signed out · 1 change not sent yet')).toBeVisible()
    await expectLooksRight(page)
  })
})
