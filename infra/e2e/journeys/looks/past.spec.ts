import type { Locator, Page } from '@playwright/test'
import { expect, saveLink, saveLinks, test } from '../../src/journey.ts'
import { expectLooksRight, inEveryLook } from '../../src/looks.ts'

const act = (page: Page, sentence: string | RegExp): Locator =>
  page.getByRole('article', { name: sentence, ...(typeof sentence === 'string' && { exact: true }) })

inEveryLook(() => {
  test('the history looks right, with details, filters and what was left', async ({ signedIn: page }) => {
    const [one, two] = await saveLinks(page.request, ['One', 'Two'])
    await saveLink(
      page.request,
      'https://many.localhost/long',
      'Averyverylongtitlewithoutanyspace'.repeat(3).slice(0, 90),
    )
    const data = { name: 'Systems', color: '#3B82F6' }
    const { id } = await (await page.request.post('/api/collections', { data })).json()
    const updates = { collectionId: id }
    await page.request.put('/api/links/bulk', { data: { linkIds: [one?.id, two?.id], updates } })
    await page.request.put(`/api/links/${one?.id}/collection`, { data: { collectionId: null } })
    await page.goto('/history')
    const moved = act(page, 'Moved 2 articles to Systems')
    await moved.getByRole('button', { name: 'Details' }).click()
    await moved.getByRole('button', { name: /^Undo/ }).click()
    await expect(moved).toContainText('Undone: 1 link was changed since and stays: One')
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(page.getByLabel('Source')).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('searchbox', { name: 'Search the history' }).fill('tomatoes')
    await expect(page.getByRole('heading', { name: 'No changes found' })).toBeVisible()
    await expectLooksRight(page)
  })

  test('the library as it was looks right, also before it was there', async ({ signedIn: page }) => {
    const data = { name: 'Garden', color: '#16A34A' }
    const { id } = await (await page.request.post('/api/collections', { data })).json()
    const more = { tags: ['soil', 'two words'], note: 'in spring' }
    const [tomato, beans] = [
      await saveLink(page.request, 'https://past.localhost/1', 'Growing tomatoes', more),
      await saveLink(page.request, 'https://past.localhost/2', 'W'.repeat(90)),
    ]
    await page.request.put(`/api/links/${tomato.id}/collection`, { data: { collectionId: id } })
    await page.request.patch(`/api/links/${tomato.id}/favorite`, { data: {} })
    const { createdAt } = await saveLink(page.request, 'https://past.localhost/3', 'Saved last')
    await page.request.delete(`/api/links/${beans.id}`)
    await page.request.delete(`/api/collections/${id}`)
    await page.goto(`/dashboard?at=${createdAt}`)
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.getByText('Deleted since', { exact: true })).toBeVisible()
    await expectLooksRight(page)
    await page.goto('/dashboard?at=2001-01-01T00:00:00.000Z')
    await expect(page.getByRole('heading', { name: 'Your library was not there yet' })).toBeVisible()
    await expectLooksRight(page)
  })
})
