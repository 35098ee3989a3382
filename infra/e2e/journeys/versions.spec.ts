import type { Route } from '@playwright/test'
import { expect, saveLinks, test } from '../src/journey.ts'

const tooOld = (route: Route) =>
  route.fulfill({ status: 426, json: { message: 'Too old.', error: 'Too old.' } })

test('a client that the server no longer answers asks to be loaded again, and loses no act', async ({
  signedIn: page,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  const star = page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' })
  await expect(star).toBeVisible()
  await page.route('**/api/**', tooOld)
  await star.click()
  await expect(page.getByText('This version no longer works')).toBeVisible()
  await expect(page.getByText('1 change not sent yet')).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  // It signs nobody out, and asks again where it is loaded from the browser's own store.
  await page.reload()
  await expect(page.getByText('This version no longer works')).toBeVisible()
  await expect(page.getByText('1 change not sent yet')).toBeVisible()
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  expect((await sent).headers()['lectern-client']).toMatch(/^\d+$/)
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('not sent yet')).toBeHidden()
  await expect(page.getByText('This version no longer works')).toBeHidden()
})

test('the line covers nothing and fits 320 px', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/api/**', tooOld)
  await page.reload()
  const reload = page.getByRole('button', { name: 'Reload', exact: true })
  await expect(reload).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  const connection = page.getByText('Offline', { exact: true }).locator('..')
  await expect(connection).toBeVisible()
  const [above, below] = [await reload.locator('..').boundingBox(), await connection.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await reload.focus()
  await page.keyboard.press('Enter')
  await expect(reload).toBeVisible()
})
