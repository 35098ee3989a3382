import type { Page } from '@playwright/test'
import { expect, saveLink, site, test } from '../../src/journey.ts'
import { expectLooksRight, inEveryLook } from '../../src/looks.ts'

const take = async (page: Page, linkId: number, note: object): Promise<number> =>
  (await (await page.request.post(`/api/links/${linkId}/notes`, { data: note })).json()).id

inEveryLook(() => {
  test('notes look right on their page, in their form and beside a card', async ({ signedIn: page }) => {
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
    await panel.getByRole('button', { name: 'Keep both' }).click()
    await expect(panel.getByRole('article')).toHaveCount(2)
    await take(page, soil.id, { type: 'quote', content: 'W'.repeat(90), color: '#3B82F6' })
    await page.goto('/notes')
    await expect(page.getByRole('listitem')).toHaveCount(3)
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Export as Markdown' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectLooksRight(page)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search notes' }).fill('nothing like it')
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
    await expectLooksRight(page)

    await page.goto('/dashboard')
    await page.getByRole('button', { name: '3 notes' }).click()
    await expect(panel.getByRole('article')).toHaveCount(3)
    await expectLooksRight(page)
    await panel.getByRole('button', { name: 'Note actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete Note' })).toBeVisible()
    await expectLooksRight(page)
  })
})
