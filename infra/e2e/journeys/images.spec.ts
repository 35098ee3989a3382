import type { Page } from '@playwright/test'
import { expect, saveLink, site, test } from '../src/journey.ts'

/** Adds up how far the page's parts moved without a person's doing (CLS). */
const MEASURE_SHIFTS = `
  window.shifts = 0
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Saves the article with ten pictures, and waits until they are there. */
const saveGallery = async (page: Page): Promise<number> => {
  const { id } = await saveLink(page.request, site('/gallery'), 'A gallery')
  const copies = async () => {
    const answer = await page.request.get(`/api/links/${id}/content`)
    return (((await answer.json()).content ?? '') as string).split('<img src="/api/images/').length - 1
  }
  await expect.poll(copies, { timeout: 60_000 }).toBe(10)
  return id
}

test('an article shows pictures of our server alone, and nothing jumps', async ({
  signedIn: page,
  baseURL,
}) => {
  const id = await saveGallery(page)
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).origin))
  await page.addInitScript({ content: MEASURE_SHIFTS })
  await page.goto(`/reader/${id}`)
  const pictures = page.locator('.article img')
  await expect(pictures).toHaveCount(10)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate(image => Reflect.get(image, 'naturalWidth'))).toBe(480)
    await expect(picture).toHaveAttribute('width', '480')
    await expect(picture).toHaveAttribute('height', '270')
    await expect(picture).toHaveAttribute('alt', 'Beds of tomatoes')
  }
  expect(await page.evaluate('window.shifts')).toBeLessThan(0.05)
  expect([...hosts]).toEqual([new URL(baseURL ?? '').origin])
})

test('a picture that its site does not have leaves its caption and a quiet frame', async ({
  signedIn: page,
}) => {
  const id = await saveGallery(page)
  await page.goto(`/reader/${id}`)
  const frame = page.locator('.article [data-image-missing]')
  await expect(frame).toHaveCount(1)
  await frame.scrollIntoViewIfNeeded()
  await expect(frame).toBeVisible()
  expect((await frame.boundingBox())?.height).toBeGreaterThan(50)
  const figure = page.locator('.article figure', { has: page.locator('[data-image-missing]') })
  await expect(figure.getByText('A caption')).toBeVisible()
})

test('the card of a link shows its picture once it was fetched', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  await saveLink(page.request, site('/a/Early-tomatoes'), 'Early tomatoes')
  const picture = page.getByRole('article', { name: 'Early tomatoes' }).locator('img[src^="/api/images/"]')
  await expect(picture.first()).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(() => picture.first().evaluate(image => Reflect.get(image, 'naturalWidth')))
    .toBeGreaterThan(0)
})
