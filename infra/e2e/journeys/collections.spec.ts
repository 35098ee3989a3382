import type { Page } from '@playwright/test'
import { expect, expectAccessible, saveLink, site, test } from '../src/journey.ts'

test.beforeEach(async ({ signedIn: page }) => {
  await saveLink(page.request, site('/t/One'), 'One')
  await saveLink(page.request, site('/t/Two'), 'Two')
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(2)
})

const create = async (page: Page, name: string) => {
  const answer = await page.request.post('/api/collections', { data: { name, color: '#EF4444' } })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { id: number }
}

test('a collection is created for an article, edited and deleted', async ({ signedIn: page }) => {
  await page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Add to Collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to Collection' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Create New Collection' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Collection' })
  await expect(form.getByLabel('Hex')).toHaveValue('#3B82F6')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Please enter a collection name.')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Collection Name').fill('Garden')
  await form.getByRole('radio', { name: 'Green' }).check({ force: true })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Collection created!', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Garden' })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Article added to "Garden".', { exact: true })).toBeVisible()

  const nav = page.getByRole('navigation', { name: 'My Collections' })
  await expect(nav.getByRole('link', { name: /Garden\s*1/ })).toBeVisible()
  await nav.getByRole('link', { name: /Garden/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()

  await nav.getByRole('button', { name: 'Actions for Garden' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Collection' })
  await edit.getByLabel('Collection Name').fill('Balcony')
  await edit.getByLabel('Description').fill('On the fourth floor')
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Collection updated successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Balcony' })).toBeVisible()
  await expect(page.getByText('On the fourth floor')).toBeVisible()

  await nav.getByRole('button', { name: 'Actions for Balcony' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Collection' })
  await expect(question.getByText(/move to No Collection/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Collection deleted successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(nav.getByRole('link')).toHaveCount(1)
})

test('counts follow in every open tab, and a card can be dragged', async ({ signedIn: page, context }) => {
  await create(page, 'Dragged')
  const entry = page.getByRole('link', { name: /Dragged\s*\d/ })
  await expect(entry).toHaveAccessibleName(/0$/)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await page.getByRole('article', { name: 'Two' }).dragTo(entry)
  await expect(entry).toHaveAccessibleName(/1$/)
  await expect(other.getByRole('link', { name: /Dragged\s*1$/ })).toBeVisible()
})

test('a collection that is gone leads back to all articles', async ({ signedIn: page }) => {
  await page.goto('/dashboard?collection=999')
  await expect(page.getByText('This collection is gone')).toBeVisible()
  await page.getByRole('button', { name: 'Show all articles' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})
