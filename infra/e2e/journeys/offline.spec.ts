import type { Locator, Route } from '@playwright/test'
import { expect, expectAccessible, grant, saveLink, saveLinks, site, test } from '../src/journey.ts'
import { everyLook } from '../src/looks.ts'

test('an act without a connection shows, survives a reload and takes effect once', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  const star = page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' })
  await expect(star).toBeVisible()
  // The reload may come between the request and its answer: it is sent again then, and its key says that it is the same act.
  const sent = new Set<string | undefined>()
  page.on('requestfinished', request => {
    if (request.method() === 'PATCH') sent.add(request.headers()['idempotency-key'])
  })
  await context.setOffline(true)
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/^Offline( ·|$)/)).toBeHidden()
  await expect.poll(() => sent.size).toBe(1)
  await page.reload()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  expect(sent.size).toBe(1)
})

test('a dialog that cannot be loaded shows a toast, and opens when the connection is back', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('?')
  await expect(page.getByText('This could not be opened')).toBeVisible()
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

for (const [fault, answer] of [
  ['refuses connections', (route: Route) => route.abort('connectionrefused')],
  ['answers 502', (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })],
] as const) {
  test(`an act waits while the server ${fault}, and is sent once after`, async ({
    signedIn: page,
    context,
  }) => {
    await saveLinks(page.request, ['One', 'Two'])
    await page.goto('/dashboard')
    const star = page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' })
    await expect(star).toBeVisible()
    await context.route('**/api/**', answer)
    await star.click()
    await page.getByRole('article', { name: 'Two' }).getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText('2 changes not sent yet')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.reload()
    await expect(page.getByText('2 changes not sent yet')).toBeVisible()

    const statuses: number[] = []
    context.on('response', response => {
      if (response.request().method() === 'PATCH') statuses.push(response.status())
    })
    await context.unroute('**/api/**')
    await expect.poll(() => statuses).toEqual([200, 200])
    await expect(page.getByText(/changes? not sent yet/)).toBeHidden()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    expect(statuses).toEqual([200, 200])
  })
}

test('a library that the device has never seen shows once the server is back', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One'])
  await context.route(/\/api\/(?!user)/, route => route.fulfill({ status: 503, body: '' }))
  await page.goto('/dashboard')
  await expect(page.getByText('Your links could not be loaded')).toBeVisible()
  await context.unroute(/\/api\/(?!user)/)
  await expect(page.getByRole('article')).toHaveCount(1)
})

for (const width of everyLook(320, 390)) {
  test(`the line covers nothing at ${width} px`, async ({ signedIn: page, context }) => {
    await saveLinks(
      page.request,
      Array.from({ length: 6 }, (_, n) => `Link ${n + 1}`),
    )
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/dashboard')
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.route('**/favorite', route => route.fulfill({ status: 503, body: '' }))
    const last = page.getByRole('article', { name: 'Link 1' })
    await last.getByRole('button', { name: 'Favorite' }).click()
    const line = page.getByText('Waiting for the server · 1 change not sent yet')
    await expect(line).toBeVisible()
    await page.keyboard.press('End')
    const lineTop = async () => (await line.locator('..').boundingBox())?.y ?? 0
    const bottom = async (of: Locator) => {
      const { y = 0, height = 0 } = (await of.boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(() => bottom(last)).toBeLessThanOrEqual(await lineTop())
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)

    await page.getByRole('checkbox', { name: 'Select Link 1', exact: true }).check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await expect.poll(() => bottom(bar)).toBe(await lineTop())
    await page.keyboard.press('End')
    const barTop = (await bar.boundingBox())?.y ?? 0
    await expect.poll(() => bottom(last)).toBeLessThanOrEqual(barTop)
    // Everything fits here. axe counts a target that a fixed bar covers halfway as too small, though it can be scrolled.
    await page.setViewportSize({ width, height: 2_400 })
    await expectAccessible(page)
    await context.setOffline(true)
    await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })
}

test('the line covers neither the foot of the sidebar nor the way back to the top of an article', async ({
  signedIn: page,
  account,
}) => {
  await grant(account, 'basic')
  const { id } = await saveLink(page.request, site('/long'), 'A long season')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible()
  await page.route('**/favorite', route => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('banner').getByRole('button', { name: 'Favorite' }).click()
  const line = page.getByText('Waiting for the server · 1 change not sent yet').locator('..')
  await expect(line).toBeVisible()
  const placed = page.waitForResponse('**/position')
  await page.evaluate('window.scrollTo(0, 2_000)')
  await placed
  const expectAboveLine = async (of: Locator) => {
    await expect(of).toBeVisible()
    const { y = 0, height = 0 } = (await of.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual((await line.boundingBox())?.y ?? 0)
  }
  await page.reload()
  await expect(line).toBeVisible()
  await expectAboveLine(page.getByRole('button', { name: /^Back to the top/ }))
  await page.goto('/dashboard')
  await expect(line).toBeVisible()
  await expectAboveLine(page.getByRole('complementary', { name: 'Library' }))
})
