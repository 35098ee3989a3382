import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, saveLinks, test } from '../src/journey.ts'
import { everyLook } from '../src/looks.ts'

// A device that has not shown the tutorial.
test.use({ storageState: { cookies: [], origins: [] } })

const step = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

/** Expects that the ring of the step surrounds this element closely. The step hides it from assistive technology. */
const expectAround = async (page: Page, target: Locator) => {
  const surrounds = async () => {
    const ring = await page.locator('[data-around]').boundingBox()
    const place = await target.boundingBox()
    if (!ring || !place) return false
    const right = ring.x + ring.width - place.x - place.width
    const bottom = ring.y + ring.height - place.y - place.height
    return [place.x - ring.x, place.y - ring.y, right, bottom].every(room => room > 0 && room < 12)
  }
  await expect.poll(surrounds).toBe(true)
}

for (const [viewport, colorScheme, library] of everyLook(
  [{ width: 1440, height: 900 }, 'dark', 'aside > div'] as const,
  // A window of 1920 px at 200 %.
  [{ width: 960, height: 500 }, 'light', 'header button[aria-label=Menu]'] as const,
))
  test.describe(`at ${viewport.width} px, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, reducedMotion: 'reduce' })

    test('a new account is shown the four steps once, each at its element', async ({ signedIn: page }) => {
      await page.goto('/dashboard')
      await expect(step(page, 'Welcome to Lectern')).toBeVisible()
      await expectAccessible(page)
      await next(page)
      await expect(step(page, 'Add a link')).toBeInViewport({ ratio: 1 })
      await expectAround(page, page.locator('header button[data-tutorial]'))
      await expectAccessible(page)
      await next(page)
      await expect(step(page, 'Find it again')).toBeInViewport({ ratio: 1 })
      await expectAround(page, page.locator('header search'))
      await next(page)
      await expect(step(page, 'Your library')).toBeInViewport({ ratio: 1 })
      await expectAround(page, page.locator(library))
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Get Started' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await page.reload()
      await expect(page.getByLabel('Link to save')).toBeFocused()
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('n')
      await expect(page.getByRole('dialog')).toHaveAccessibleName('Add New Link')
    })
  })

test('the keyboard stays inside, Escape leaves, and the focus returns', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  const card = step(page, 'Welcome to Lectern')
  await expect(card.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
  const second = step(page, 'Add a link')
  await expect(second.getByRole('button', { name: 'Next' })).toBeFocused()
  for (const name of ['Skip', 'Previous', 'Next']) {
    await page.keyboard.press('Tab')
    await expect(second.getByRole('button', { name })).toBeFocused()
  }
  // The shortcuts of the page below do nothing.
  await page.keyboard.press('n')
  await expect(second).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  expect(await page.evaluate('localStorage.tutorialCompleted')).toBe('true')
})

test('a library with links is left alone until the settings ask for the tour', async ({ signedIn: page }) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Take the tour' }).click()
  await expect(step(page, 'Welcome to Lectern')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})

test.describe('at 768 px', () => {
  test.use({ viewport: { width: 768, height: 900 } })

  test('a narrow window has no tutorial, and says so when asked', async ({ signedIn: page }) => {
    await page.goto('/dashboard?tutorial=1')
    await expect(page.getByText('The tour needs a wider window').first()).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
