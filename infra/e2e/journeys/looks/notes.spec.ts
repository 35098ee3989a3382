import type { Page } from '@playwright/test'
import { expect, saveLink, saveLinks, site, test } from '../../src/journey.ts'
import { closeDialog, expectLooksRight, inEveryLook } from '../../src/looks.ts'

const take = async (page: Page, linkId: number, note: object): Promise<number> =>
  (await (await page.request.post(`/api/links/${linkId}/notes`, { data: note })).json()).id

inEveryLook(() => {
  test('the page of notes looks right, with its form and a text that changed elsewhere', async ({
    signedIn: page,
  }) => {
    const soil = await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
    const id = await take(page, soil.id, { type: 'note', content: 'Dig deeper', isPrivate: true })
    await page.goto('/notes')
    await page.getByRole('button', { name: 'Note actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const panel = page.getByRole('dialog', { name: 'Notes' })
    await panel.getByLabel('Content').fill('Dig here')
    await expectLooksRight(page)
    expect((await page.request.put(`/api/notes/${id}`, { data: { content: 'Dig there' } })).ok()).toBe(true)
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(panel.getByRole('region', { name: 'Changed elsewhere' })).toBeVisible()
    await expectLooksRight(page)
    await take(page, soil.id, { type: 'quote', content: 'W'.repeat(90), color: '#3B82F6' })
    await page.goto('/notes')
    await expect(page.getByRole('listitem')).toHaveCount(2)
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Export as Markdown' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectLooksRight(page)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search notes' }).fill('nothing like it')
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
    await expectLooksRight(page)
  })

  test('the notes of a card look right', async ({ signedIn: page }) => {
    const [one] = await saveLinks(page.request, ['One'])
    await take(page, one?.id ?? 0, { type: 'note', content: 'Dig deeper', isPrivate: true })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: '1 note' }).click()
    const panel = page.getByRole('dialog', { name: 'Notes' })
    await expect(panel.getByText('Dig deeper')).toBeVisible()
    await expectLooksRight(page)
    await panel.getByRole('button', { name: 'Note actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete Note' })).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closeDialog(page)
  })
})
