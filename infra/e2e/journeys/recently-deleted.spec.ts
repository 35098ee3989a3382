import type { Page } from '@playwright/test'
import { expect, saveLink, saveLinks, test } from '../src/journey.ts'
import { expectLooksRight, expectLooksRightIn } from '../src/looks.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

const deleteFirst = async (page: Page) => {
  await page.keyboard.press('j')
  await page.keyboard.press('#')
  const dialog = page.getByRole('dialog', { name: 'Delete Link' })
  await expect(dialog.getByText('This action cannot be undone.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toasts(page).getByText('Link deleted')).toBeVisible()
}

test('what was deleted comes back with what it had: by the toast, by z and from the account menu', async ({
  signedIn: page,
}) => {
  const { id } = await saveLink(page.request, 'https://deleted.localhost/a', 'A road', { tags: ['maps'] })
  await page.request.post(`/api/links/${id}/notes`, { data: { type: 'note', content: 'Take the bridge' } })
  await page.goto('/dashboard')
  await expect(card(page, 'A road')).toBeVisible()
  await deleteFirst(page)
  await toasts(page).getByRole('button', { name: 'Recently deleted' }).click()
  await expect(page).toHaveURL('/history/deleted')
  await expect(rows(page)).toHaveText(/A road.*30 days left · 1 note · #maps/)
  await page.getByRole('button', { name: 'Bring back: A road' }).click()
  await expect(toasts(page).getByText('1 link brought back')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing to bring back' })).toBeVisible()

  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(card(page, 'A road').getByText('maps')).toBeVisible()
  await deleteFirst(page)
  await page.keyboard.press('z')
  await expect(page).toHaveURL('/history/deleted')
  await expect(toasts(page).getByText('A deletion is not undone: bring the link back here')).toBeVisible()
  await expect(rows(page)).toHaveText(/A road.*1 note/)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click()
  await page.getByRole('button', { name: 'Bring back: A road' }).click()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page).getByText('1 link deleted again')).toBeVisible()
  await expect(rows(page)).toHaveText(/A road/)
})

test('what went together comes back together, and Delete for good ends it', async ({ signedIn: page }) => {
  const saved = await saveLinks(page.request, ['One', 'Two', 'Three'])
  await page.request.delete(`/api/links/${saved[2]?.id}`)
  await page.request.delete('/api/links/bulk', { data: { linkIds: [saved[0]?.id, saved[1]?.id] } })
  await page.goto('/history')
  await page.getByRole('link', { name: 'Recently deleted', exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await expectLooksRight(page)
  await expectLooksRightIn(page, 'light', 'dark')
  await page.getByRole('button', { name: 'Bring all 2 links back' }).click()
  await expect(toasts(page).getByText('2 links brought back')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Delete for good: Three' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete for good' })
  await expect(dialog.getByText('This action cannot be undone.')).toBeVisible()
  await expectLooksRight(page)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to bring back' })).toBeVisible()
  await expectLooksRight(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goto('/history')
  await expect(page.getByRole('article', { name: 'Deleted "Three" for good' })).toBeVisible()
})
