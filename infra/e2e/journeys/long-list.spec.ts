import type { Page } from '@playwright/test'
import { expect, saveLink, saveLinks, site, test } from '../src/journey.ts'
import { waitForRest, wheelTo } from '../src/scrolling.ts'

const LINKS = 120

const card = (page: Page, n: number) => page.getByRole('article', { name: `Link ${n}`, exact: true })

/** The distance of a card from the top of the window, px. */
const topOf = async (page: Page, n: number) => (await card(page, n).boundingBox())?.y ?? Number.NaN

const scrollToCard = (page: Page, n: number) => wheelTo(page, card(page, n))

/** Runs in the page: scrolls to the end and collects the title at each position and the largest number of cards drawn at once. */
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
  // Saved in order, so the newest link has the highest number. All have the same article, so it is extracted once.
  const titles = Array.from({ length: LINKS }, (_, n) => `Link ${n + 1}`)
  await saveLinks(page.request, titles, title => site(`/t/A-long-list#!/${title}`))
  await page.goto('/dashboard')
  await expect(page.getByText(`${LINKS} saved links`)).toBeVisible()
})

const loadAll = async (page: Page) => {
  const more = page.getByRole('button', { name: 'Load More (+50)' })
  await more.click()
  await expect(page.getByText(`The first 100 of ${LINKS} links`)).toBeVisible()
  await more.click()
  // The first new link takes the focus of the buttons, which are gone, and is scrolled to.
  await expect(
    card(page, LINKS - 100)
      .getByRole('heading')
      .getByRole('link'),
  ).toBeFocused()
  await page.evaluate('scrollTo(0, 0)')
}

test('only cards near the window are drawn, and each states its position and the total', async ({
  signedIn: page,
}) => {
  await loadAll(page)
  const seen = (await page.evaluate(COLLECT)) as { most: number; titles: string[]; sizes: string[] }
  expect(new Set(seen.titles).size).toBe(LINKS)
  expect(seen.titles).toHaveLength(LINKS)
  expect(seen.sizes).toEqual([String(LINKS)])
  expect(seen.most).toBeLessThan(50)
})

test('Back and a reload restore the place', async ({ signedIn: page }) => {
  await loadAll(page)
  await scrollToCard(page, 60)
  await waitForRest(page)
  const before = await topOf(page, 60)
  await card(page, 60).getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/reader/)
  await page.goBack()
  await expect(card(page, 60)).toBeInViewport()
  await expect.poll(() => topOf(page, 60)).toBeCloseTo(before, -1)
  await page.reload()
  await expect(card(page, 60)).toBeInViewport()
  await expect.poll(() => topOf(page, 60)).toBeCloseTo(before, -1)
})

test('j in the reader opens the next link, and Back focuses the link read last', async ({
  signedIn: page,
}) => {
  await loadAll(page)
  await scrollToCard(page, 60)
  await waitForRest(page)
  const before = await topOf(page, 60)
  // The links of a library are numbered from 1.
  const read = (n: number) => expect(page).toHaveURL(new RegExp(`/reader/${n}$`))
  const link = (n: number) => card(page, n).getByRole('heading').getByRole('link')
  await link(60).click()
  await read(60)
  await expect(page.getByRole('heading', { level: 1, name: 'Link 60' })).toBeVisible()
  await page.keyboard.press('j')
  await read(59)
  await page.goBack()
  await expect(link(59)).toBeFocused()
  await expect.poll(() => topOf(page, 60)).toBeCloseTo(before, -1)
  // A cached article starts at its top too.
  await link(59).press('Enter')
  await read(59)
  await expect(page.getByRole('heading', { level: 1, name: 'Link 59' })).toBeVisible()
  expect(await page.evaluate('scrollY')).toBe(0)
  for (let n = 58; n >= 50; n -= 1) {
    await page.keyboard.press('j')
    await read(n)
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Next: Link 49' })).toBeAttached()
  await page.keyboard.press('j')
  await read(49)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(link(49)).toBeFocused()
  await expect(card(page, 49)).toBeInViewport()
})

test('a new link above and another width keep the place', async ({ signedIn: page }) => {
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

test('the focus stays on its card when the list scrolls far away', async ({ signedIn: page }) => {
  await loadAll(page)
  await card(page, LINKS).getByRole('heading').getByRole('link').focus()
  await scrollToCard(page, 60)
  await expect(card(page, LINKS).getByRole('heading').getByRole('link')).toBeFocused()
  for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
  await expect(card(page, LINKS - 1)).toBeInViewport()
  await card(page, LINKS - 1)
    .getByRole('button', { name: 'Archive' })
    .press('Enter')
  await expect(card(page, LINKS - 1)).toBeHidden()
  await expect(
    card(page, LINKS - 2)
      .getByRole('heading')
      .getByRole('link'),
  ).toBeFocused()
})

test('a range includes cards that are not drawn', async ({ signedIn: page }) => {
  await loadAll(page)
  await card(page, LINKS).hover()
  await page.getByRole('checkbox', { name: `Select Link ${LINKS}`, exact: true }).click()
  await scrollToCard(page, 61)
  await page.getByRole('checkbox', { name: 'Select Link 61', exact: true }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('60 links selected')).toBeVisible()
})

test('a failed article shows its reason, and the result of a retry appears without a reload', async ({
  signedIn: page,
}) => {
  await saveLink(page.request, site('/flaky/long-list'), 'A flaky one')
  const flaky = page.getByRole('article', { name: 'A flaky one' })
  await expect(flaky.getByText(/Could not be read: /)).toBeVisible()
  await flaky.getByRole('button', { name: 'Retry reading A flaky one' }).click()
  await expect(flaky.getByText(/\d+ min/)).toBeVisible()
})
