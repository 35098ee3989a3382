import type { Page } from '@playwright/test'
import { expect, saveLink, site, test } from '../src/journey.ts'
import { readyToSelect } from '../src/words-on-page.ts'

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

test('pictures that arrive while one reads move and unmark nothing', async ({ signedIn: page }) => {
  const id = await saveGallery(page)
  let areThere = false
  await page.route(`**/api/links/${id}/content`, async route => {
    const response = await route.fetch()
    const body = await response.json()
    const frame = '<span data-image-missing="" data-source="https://cdn.example/a.png"></span>'
    if (!areThere) body.content = body.content.replaceAll(/<img[^>]*>/g, frame)
    await route.fulfill({ response, json: body })
  })
  await page.goto(`/reader/${id}`)
  const frames = page.locator('.article [data-image-missing]')
  await expect(frames).toHaveCount(11)
  await readyToSelect(page)
  const words = page.locator('.article p', { hasText: 'By August' }).last()
  await words.scrollIntoViewIfNeeded()
  await words.click({ clickCount: 3 })
  const bar = page.getByRole('toolbar', { name: 'Selected words' })
  await expect(bar).toBeVisible()
  const top = (await words.boundingBox())?.y ?? 0
  const between = top - ((await bar.boundingBox())?.y ?? 0)

  areThere = true
  // The same text is read again, which has the client ask for it.
  await page.request.post(`/api/links/${id}/reread`)
  await expect(frames).toHaveCount(1)
  await expect(page.locator('.article img')).toHaveCount(10)
  expect(await page.evaluate('String(getSelection())')).toMatch(/^By August/)
  expect(Math.abs(((await words.boundingBox())?.y ?? 0) - top)).toBeLessThan(2)
  await expect(bar).toBeVisible()
  await expect
    .poll(async () => ((await words.boundingBox())?.y ?? 0) - ((await bar.boundingBox())?.y ?? 0))
    .toBeCloseTo(between, 0)
})
