import type { Page } from '@playwright/test'
import { expect, saveLink, saveLinks, test } from '../src/journey.ts'
import { everyLook } from '../src/looks.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const select = async (page: Page, name: string) => {
  await card(page, name).getByRole('button', { name: 'More actions' }).tap()
  await page.getByRole('menuitem', { name: 'Select' }).tap()
  await expect(card(page, name).getByRole('checkbox')).toBeChecked()
}

for (const colorScheme of everyLook('light', 'dark'))
  test.describe(`at 320 px, ${colorScheme}`, () => {
    test.use({ viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true, colorScheme })

    test('one touch archives the selected links or makes them favorites', async ({ signedIn: page }) => {
      await saveLinks(page.request, ['One', 'Two', 'Three'])
      await page.goto('/dashboard?view=list')
      await select(page, 'Three')
      await select(page, 'Two')
      await expect(bar(page)).toContainText('2 links selected')
      const boxes = await bar(page)
        .getByRole('button')
        .evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect().toJSON()))
      expect(boxes.map(({ height }) => height)).toEqual(boxes.map(() => 44))
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(320)
      await bar(page).getByRole('button', { name: 'Add to favorites' }).tap()
      await expect(page.getByText('2 added to favorites', { exact: true })).toBeVisible()
      await expect(bar(page)).toHaveCount(0)
      await expect(card(page, 'Two').getByRole('img', { name: 'Favorite' })).toBeVisible()

      await select(page, 'Three')
      await expect(bar(page).getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
      await select(page, 'One')
      await bar(page).getByRole('button', { name: 'Archive' }).tap()
      await expect(page.getByText('2 archived', { exact: true })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(1)
    })

    test('the tags of a selection have the focus once they are ticked', async ({ signedIn: page }) => {
      await saveLinks(page.request, ['One'])
      await page.goto('/dashboard?view=list')
      await select(page, 'One')
      await bar(page).getByRole('button', { name: 'Edit Selected' }).tap()
      await page.getByRole('checkbox', { name: 'Tags' }).tap()
      await expect(page.getByLabel('Tags to add')).toBeFocused()
    })

    test('All Tags stands above the keyboard of a phone', async ({ signedIn: page }) => {
      const tags = Array.from({ length: 9 }, (_, n) => `topic ${n}`)
      await saveLink(page.request, 'https://tags.localhost/many', 'Many', { tags })
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Menu', exact: true }).tap()
      await page.getByRole('button', { name: /All tags/ }).tap()
      const rows = page.getByRole('dialog', { name: 'All Tags' }).getByRole('listitem')
      await expect(rows).toHaveCount(9)
      const { bottom } = await rows.nth(2).evaluate(row => row.getBoundingClientRect().toJSON())
      expect(bottom).toBeLessThan(350)
    })

    test('the word that was found in an article is seen in its row', async ({ signedIn: page }) => {
      await saveLink(page.request, 'https://tags.localhost/found', 'Found', { tags: ['history', 'systems'] })
      await page.route('**/api/links?**', async route => {
        const answer = await route.fetch()
        const { links, ...list } = await answer.json()
        const snippet = { text: '…the keeper kept a barometer called Penelope…', marks: [[19, 28]] }
        await route.fulfill({
          json: { ...list, links: links.map((link: object) => ({ ...link, extraction: 'ready', snippet })) },
        })
      })
      await page.goto('/dashboard?view=list&q=tag:history')
      const mark = card(page, 'Found').getByText('barometer', { exact: true })
      await expect(mark).toBeVisible()
      const [found, menu] = [
        await mark.boundingBox(),
        await card(page, 'Found').getByRole('button', { name: 'More actions' }).boundingBox(),
      ]
      expect((found?.x ?? 0) + (found?.width ?? 0)).toBeLessThanOrEqual(menu?.x ?? 0)
      await expect(mark).toBeInViewport({ ratio: 1 })
      await expect(card(page, 'Found').getByRole('list', { name: 'Tags' })).toBeHidden()
    })
  })
