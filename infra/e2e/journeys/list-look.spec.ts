import type { Page } from '@playwright/test'
import { expect, saveLink, site, test } from '../src/journey.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Runs in the page: the background of an element. */
const colorOf = (selector: string) =>
  `getComputedStyle(document.querySelector('${selector}')).backgroundColor`

test('rows are compact, show words and the collection, and a selected row is tinted', async ({
  signedIn: page,
}) => {
  await page.request.post('/api/collections', { data: { name: 'Garden', color: '#EC4899' } })
  await saveLink(page.request, site('/a/Ready'), 'Ready', { tags: ['one', 'two', 'three'] })
  const noted = await saveLink(page.request, site('/t/Noted'), 'Noted', { note: 'Read this twice.' })
  await page.request.put(`/api/links/${noted.id}/collection`, { data: { collectionId: 1 } })
  await page.goto('/dashboard?view=list')
  const ready = card(page, 'Ready')
  await expect(ready).toContainText('Everything else follows from there')
  await expect(ready).toContainText('#one#two+1')
  await expect(card(page, 'Noted')).toContainText('Read this twice.')
  await expect(card(page, 'Noted')).toContainText('in Garden')
  const height = (await ready.boundingBox())?.height ?? 0
  expect(height).toBeGreaterThan(48)
  expect(height).toBeLessThan(64)

  const archive = ready.getByRole('button', { name: 'Archive' })
  await page.mouse.move(0, 0)
  await expect(archive).toHaveCSS('opacity', '0')
  await ready.hover()
  await expect(archive).toHaveCSS('opacity', '1')
  const hovered = String(await page.evaluate(colorOf('article:hover')))
  await page.mouse.move(0, 0)
  await ready.getByRole('heading').getByRole('link').focus()
  await expect(archive).toHaveCSS('opacity', '1')

  const box = ready.getByRole('checkbox')
  const [picture, tick] = [await ready.locator('div[aria-hidden]').boundingBox(), await box.boundingBox()]
  expect(tick?.x).toBeGreaterThan(picture?.x ?? 0)
  expect((tick?.x ?? 0) + (tick?.width ?? 0)).toBeLessThan((picture?.x ?? 0) + (picture?.width ?? 0))
  await page.keyboard.press('x')
  await expect(box).toBeChecked()
  const selected = String(await page.evaluate(colorOf('article:has(:checked)')))
  const plain = String(await page.evaluate(colorOf('article:not(:has(:checked))')))
  expect(new Set([hovered, selected, plain]).size).toBe(3)

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(colorOf('article:has(:checked)'))).not.toBe(selected)
  expect(await page.evaluate(colorOf('article:has(:checked)'))).not.toBe(plain)
})
