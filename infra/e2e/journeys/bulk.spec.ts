import type { Page } from '@playwright/test'
import { expect, refuse, saveLink, saveLinks, test } from '../src/journey.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })

test.describe('with four links', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    for (const name of ['One', 'Two', 'Three', 'Four'])
      await saveLink(page.request, `https://bulk.localhost/${name}`, name, { tags: ['before'] })
    await page.goto('/dashboard')
    await expect(page.getByRole('article')).toHaveCount(4)
  })

  test('a range is selected with Shift and edited together', async ({ signedIn: page }) => {
    await page.getByRole('article', { name: 'Four' }).hover()
    await page.getByRole('checkbox', { name: 'Select Four' }).click()
    await page.getByRole('checkbox', { name: 'Select Two' }).click({ modifiers: ['Shift'] })
    await expect(page.getByText('3 links selected')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Selected' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please select at least one field to update.')).toBeVisible()
    for (const field of ['Collection', 'Favorite', 'Tags', 'Archive'])
      await dialog.getByRole('checkbox', { name: field }).check()
    for (const field of ['Collection', 'Archive'])
      await dialog.getByRole('checkbox', { name: field }).uncheck()
    await dialog.getByLabel('What to do with tags').selectOption('Replace all tags')
    await dialog.getByLabel('New tags').fill('after')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('3 links updated successfully', { exact: true })).toBeVisible()
    await expect(page.getByRole('article').getByText('#after')).toHaveCount(3)
    await page.getByRole('button', { name: 'Favorites' }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('the bar replaces the header row, and the cards do not move', async ({ signedIn: page }) => {
    const card = page.getByRole('article', { name: 'Four' })
    await page.evaluate('document.fonts.ready')
    // Cards of later rows move when a card above them has been read.
    const place = async () => {
      const { x, y } = (await card.boundingBox()) ?? {}
      return { x, y }
    }
    const before = await place()
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await all.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('4 links selected')).toBeVisible()
    await expect(bar(page).getByRole('checkbox')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Archived' })).toBeHidden()
    expect(await place()).toEqual(before)
    await page.getByRole('checkbox', { name: 'Select Two' }).uncheck()
    await expect(page.getByText('3 links selected')).toBeVisible()
    await expect(all).toBeChecked({ indeterminate: true })
    await all.click()
    await expect(page.getByText('4 links selected')).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).press('Enter')
    await expect(bar(page)).toBeHidden()
    await expect(all).toBeFocused()
    await expect(all).not.toBeChecked()
    expect(await place()).toEqual(before)
  })

  test('collection, favorite, tags and archive are changed together', async ({ signedIn: page }) => {
    await page.request.post('/api/collections', { data: { name: 'Kept', color: '#10B981' } })
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Edit Selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Selected' })
    for (const field of ['Collection', 'Favorite', 'Tags', 'Archive'])
      await dialog.getByRole('checkbox', { name: field }).check()
    await dialog.getByLabel('New collection').selectOption('Kept')
    await dialog.getByLabel('What to do with tags').selectOption('Replace all tags')
    await dialog.getByLabel('New tags').fill('t'.repeat(101))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('A tag is too long')).toBeVisible()
    await dialog.getByLabel('New tags').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('4 links updated successfully', { exact: true })).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await page.getByRole('button', { name: 'Archived' }).click()
    await expect(page.getByRole('article')).toHaveCount(4)
    await expect(page.getByText('#before')).toHaveCount(0)
    const { links } = await (await page.request.get('/api/links?archived=true')).json()
    for (const link of links)
      expect(link).toMatchObject({ isFavorite: true, isArchived: true, tags: [], collectionId: 1 })
  })

  test('all displayed links are deleted after a confirmation', async ({ signedIn: page }) => {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Selected' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('article')).toHaveCount(4)
    await page.getByRole('checkbox', { name: 'Select Three' }).uncheck()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    await dialog.getByRole('button', { name: 'Delete 3 links' }).click()
    await expect(page.getByText('3 links deleted successfully', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('article', { name: 'Three' })).toBeVisible()
  })

  test('a failed bulk action shows a toast and keeps the selection and the typed values', async ({
    signedIn: page,
  }) => {
    await refuse(page, '**/api/links/bulk', 'DELETE')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    await page.getByRole('button', { name: 'Delete 4 links' }).click()
    await expect(page.getByText('Failed to delete links. Please try again.', { exact: true })).toBeVisible()
    await expect(page.getByText('4 links selected')).toBeVisible()

    await page.getByRole('button', { name: 'Edit Selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Selected' })
    await dialog.getByRole('checkbox', { name: 'Tags' }).check()
    await dialog.getByLabel('What to do with tags').selectOption('Replace all tags')
    await dialog.getByLabel('New tags').fill('after')
    await page.unroute('**/api/links/bulk')
    await refuse(page, '**/api/links/bulk', 'PUT')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Failed to update links. Please try again.', { exact: true })).toBeVisible()
    await expect(dialog.getByLabel('New tags')).toHaveValue('after')
    await page.unroute('**/api/links/bulk')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('4 links updated successfully', { exact: true })).toBeVisible()
  })

  test('the bar is at the bottom of a phone’s screen', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('article', { name: 'Four' }).hover()
    await page.getByRole('checkbox', { name: 'Select Four' }).check()
    const place = async () => {
      const { y = 0, height = 0, width } = (await bar(page).boundingBox()) ?? {}
      return { bottom: y + height, width }
    }
    await expect.poll(place).toEqual({ bottom: 640, width: 320 })
    await page.keyboard.press('End')
    await expect(
      page.getByRole('article', { name: 'One' }).getByRole('heading').getByRole('link'),
    ).toBeInViewport()
    await page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' }).click()
  })
})

test('the delete dialog warns more strongly above 100 links', async ({ signedIn: page }) => {
  await saveLinks(
    page.request,
    Array.from({ length: 101 }, (_, n) => `Link ${n + 1}`),
  )
  await page.goto('/dashboard?view=list')
  await expect(page.getByText('101 saved links')).toBeVisible()
  for (const loaded of [100, 101]) {
    await page.getByRole('button', { name: 'Load More (+50)' }).click()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await expect(page.getByText(`${loaded} links selected`)).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
  }
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Selected' })
  await expect(dialog.getByText('You are about to delete 101 links.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('101 links selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await dialog.getByRole('button', { name: 'Delete 101 links' }).click()
  await expect(page.getByText('101 links deleted successfully', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Link to save')).toBeVisible()
})

test.describe('with 120 links', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await saveLinks(
      page.request,
      Array.from({ length: 120 }, (_, n) => `Link ${n + 1}`),
    )
    await page.goto('/dashboard?view=list')
    await expect(page.getByText('120 saved links')).toBeVisible()
  })

  test('all that match are selected and edited, and a link can be left out', async ({ signedIn: page }) => {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await expect(page.getByText('50 links selected')).toBeVisible()
    await bar(page).getByRole('button', { name: 'Select all 120 that match' }).press('Enter')
    await expect(page.getByText('120 links selected')).toBeVisible()
    await expect(bar(page).getByRole('checkbox', { name: 'Select all' })).toBeFocused()
    await page.getByRole('checkbox', { name: 'Select Link 100', exact: true }).uncheck()
    await expect(page.getByText('119 links selected')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Selected' })
    await expect(dialog.getByText('Changes 119 links.')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Archive' }).check()
    const sent = page.waitForRequest('**/api/links/bulk')
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      linkIds: [
        [1, 99],
        [101, 120],
      ],
    })
    await expect(page.getByText('119 links updated successfully', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByText('1 saved link', { exact: true })).toBeVisible()
  })

  test('the keys * a twice select all that match, and a filter unselects them', async ({
    signedIn: page,
  }) => {
    await page.keyboard.type('*a')
    await expect(page.getByText('50 links selected')).toBeVisible()
    await page.keyboard.type('*a')
    await expect(page.getByText('120 links selected')).toBeVisible()
    await page.getByRole('searchbox').fill('Link 1')
    await expect(page.getByText('matching links')).toBeVisible()
    await expect(bar(page)).toBeHidden()
  })
})
