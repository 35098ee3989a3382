import type { Page } from '@playwright/test'
import { expect, expectAccessible, saveLink, site, test } from '../src/journey.ts'

const LINKS = 120

const card = (page: Page, n: number) => page.getByRole('article', { name: `Link ${n}`, exact: true })

/** How far a card is from the window's top, px. */
const topOf = async (page: Page, n: number) => (await card(page, n).boundingBox())?.y ?? Number.NaN

/** Waits until the page has rested for some frames: the place is kept once it rests. */
const waitForRest = (page: Page) =>
  page.evaluate(
    `new Promise(resolve => { let at = scrollY, frames = 0; const look = () => { frames = at === scrollY ? frames + 1 : 0; at = scrollY; frames > 20 ? resolve() : requestAnimationFrame(look) }; look() })`,
  )

/** Brings a card wholly into view as a wheel does, in steps that pass over none. */
const scrollToCard = async (page: Page, n: number) => {
  do {
    await page.mouse.wheel(0, 500)
    await waitForRest(page)
  } while (!(await card(page, n).isVisible()))
  await card(page, n).scrollIntoViewIfNeeded()
}

/** Runs in the page: scrolls to the end and collects what each place in the list shows, and the most at once. */
const COLLECT = `(async () => {
  const titles = new Map(), sizes = new Set()
  let most = 0
  for (;;) {
    const items = [...document.querySelectorAll('[aria-posinset]')]
    most = Math.max(most, items.length)
    for (const item of items) {
      titles.set(item.ariaPosInSet, item.querySelector('h2').textContent)
      sizes.add(item.ariaSetSize)
    }
    if (scrollY + innerHeight >= document.documentElement.scrollHeight - 1) break
    scrollBy(0, 400)
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  return { most, titles: [...titles.values()], sizes: [...sizes] }
})()`

test.beforeEach(async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  // One after another: the newest has the highest number. All are the same article, read once.
  for (let n = 1; n <= LINKS; n++) await saveLink(page.request, site(`/t/A-long-list#!/${n}`), `Link ${n}`)
  await page.goto('/dashboard')
  await expect(page.getByText(`${LINKS} saved links`)).toBeVisible()
})

const loadAll = async (page: Page) => {
  const more = page.getByRole('button', { name: 'Load More (+50)' })
  await more.click()
  await expect(page.getByText(`Only the 100 displayed of ${LINKS} links`)).toBeVisible()
  await more.click()
  await expect(more).toBeHidden()
  await page.evaluate('scrollTo(0, 0)')
}

test('only cards near the window are on the page, and each says which of how many it is', async ({
  signedIn: page,
}) => {
  await loadAll(page)
  const seen = (await page.evaluate(COLLECT)) as { most: number; titles: string[]; sizes: string[] }
  expect(new Set(seen.titles).size).toBe(LINKS)
  expect(seen.titles).toHaveLength(LINKS)
  expect(seen.sizes).toEqual([String(LINKS)])
  expect(seen.most).toBeLessThan(50)
  await expectAccessible(page)
})

test('back and a reload find the place again', async ({ signedIn: page }) => {
  await loadAll(page)
  await scrollToCard(page, 60)
  await waitForRest(page)
  const before = await topOf(page, 60)
  await card(page, 60).getByRole('link').click()
  await expect(page).toHaveURL(/reader/)
  await page.goBack()
  await expect(card(page, 60)).toBeInViewport()
  await expect.poll(() => topOf(page, 60)).toBeCloseTo(before, -1)
  await page.reload()
  await expect(card(page, 60)).toBeInViewport()
  await expect.poll(() => topOf(page, 60)).toBeCloseTo(before, -1)
})

test('what comes above and another width leave the place as it is', async ({ signedIn: page }) => {
  await page.goto('/dashboard?view=list')
  await loadAll(page)
  await scrollToCard(page, 30)
  await waitForRest(page)
  const before = await topOf(page, 30)
  await saveLink(page.request, site('/t/A-long-list#!/new'), 'A new one')
  await expect(page.getByText(`${LINKS + 1} saved links`)).toBeVisible()
  await expect.poll(() => topOf(page, 30)).toBeCloseTo(before, -1)
  await page.setViewportSize({ width: 390, height: 720 })
  await waitForRest(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await waitForRest(page)
  await expect(card(page, 30)).toBeInViewport()
})

test('the focus stays with its card, however far the list is scrolled', async ({ signedIn: page }) => {
  await loadAll(page)
  await card(page, LINKS).getByRole('link').focus()
  await scrollToCard(page, 60)
  await expect(card(page, LINKS).getByRole('link')).toBeFocused()
  for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
  await expect(card(page, LINKS - 1)).toBeInViewport()
  await card(page, LINKS - 1)
    .getByRole('button', { name: 'Archive' })
    .press('Enter')
  await expect(card(page, LINKS - 1)).toBeHidden()
  await expect(card(page, LINKS - 2).getByRole('link')).toBeFocused()
})

test('a range reaches over cards that are not on the page', async ({ signedIn: page }) => {
  await loadAll(page)
  await card(page, LINKS).hover()
  await page.getByRole('checkbox', { name: `Select Link ${LINKS}`, exact: true }).click()
  await scrollToCard(page, 61)
  await page.getByRole('checkbox', { name: 'Select Link 61', exact: true }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('60 links selected')).toBeVisible()
})

test('an article that could not be read says why, and what becomes of a retry is seen without a reload', async ({
  signedIn: page,
}) => {
  await saveLink(page.request, site('/flaky/long-list'), 'A flaky one')
  const flaky = page.getByRole('article', { name: 'A flaky one' })
  await expect(flaky.getByText(/Could not be read: /)).toBeVisible()
  await flaky.getByRole('button', { name: 'Retry reading A flaky one' }).click()
  await expect(flaky.getByText(/\d+ min/)).toBeVisible()
})
