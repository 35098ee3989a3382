import type { Page } from '@playwright/test'
import { expect, expectAccessible, newAccount, saveLink, site, test } from '../src/journey.ts'

const UNBROKEN = 'W'.repeat(90)

/** Expects an accessible page whose content does not extend beyond the sides of the screen. */
const expectAccessibleAndFitting = async (page: Page) => {
  await expectAccessible(page)
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  for (const layer of await page.getByRole('dialog').or(page.getByRole('menu')).all()) {
    const box = await layer.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  }
}

const chooseFromMore = async (page: Page, entry: string) => {
  const card = page.getByRole('article', { name: UNBROKEN })
  await card.getByRole('button', { name: 'More actions' }).click()
  await expectAccessibleAndFitting(page)
  await page.getByRole('menuitem', { name: entry }).click()
}

// The other journeys check the light theme on a wide screen. 640 px is a desktop of 1280 px at 200 % zoom.
const SCREENS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 640, height: 400 }, colorScheme: 'dark' },
] as const

for (const { viewport, colorScheme } of SCREENS)
  test.describe(`at ${viewport.width} px, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('login, signup and the 404 page', async ({ page }) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expectAccessibleAndFitting(page)
      await page.goto('/signup')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expectAccessibleAndFitting(page)
      const { email, username, password } = newAccount()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expect(page.getByText('Most Popular')).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.goto('/nowhere')
      await expectAccessibleAndFitting(page)
    })

    test('the dashboard and its dialogs', async ({ signedIn: page }) => {
      await page.goto('/dashboard')
      await expect(page.getByLabel('Link to save')).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.goto('/dashboard?favorite=true')
      await expect(page.getByText('No favorites here yet')).toBeVisible()
      await expectAccessibleAndFitting(page)

      await saveLink(page.request, site('/a/Ready'), 'كيف تنمو الطماطم على الشرفة', { tags: ['أ', '庭'] })
      await saveLink(page.request, site('/missing'), 'A page that is not there')
      await saveLink(page.request, site('/t/Unbroken'), UNBROKEN, {
        note: 'N'.repeat(500),
        tags: ['t'.repeat(100), 'b', 'c', 'd'],
      })
      for (const view of ['list', 'grid']) {
        await page.goto(`/dashboard?view=${view}`)
        await expect(page.getByRole('article')).toHaveCount(3)
        await expect(page.getByRole('button', { name: /^Retry/ })).toBeVisible()
        await expectAccessibleAndFitting(page)
      }

      await page.getByRole('button', { name: 'Add Link' }).click()
      await page.getByRole('button', { name: 'Save Link' }).click()
      await expect(page.getByText('Title is required')).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.getByLabel('URL').fill(site('/t/Unbroken'))
      await page.getByLabel('Title').fill('M'.repeat(120))
      await page.getByRole('button', { name: 'Save Link' }).click()
      await expect(page.getByRole('dialog', { name: 'Duplicate Link Detected' })).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.getByRole('button', { name: 'Keep Existing' }).click()

      await page.route('**/api/links', route =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 402, json: { message: 'Full', error: 'Full', limit: 500 } })
          : route.fallback(),
      )
      await page.getByRole('button', { name: 'Add Link' }).click()
      await page.getByLabel('URL').fill(site('/t/One-more'))
      await page.getByLabel('Title').fill('One more')
      await page.getByRole('button', { name: 'Save Link' }).click()
      await expect(page.getByRole('dialog', { name: "You've reached your limit!" })).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.getByRole('button', { name: 'Maybe Later' }).click()

      await chooseFromMore(page, 'Delete')
      await expect(page.getByRole('dialog', { name: 'Delete Link' })).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.getByRole('button', { name: 'Cancel' }).click()

      await page.getByRole('button', { name: 'Account menu' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.keyboard.press('Escape')
      if (viewport.width < 1024) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
        await expectAccessibleAndFitting(page)
        await page.keyboard.press('Escape')
      }

      await page.route('**/archive', route =>
        route.fulfill({ status: 500, json: { message: 'No', error: 'No' } }),
      )
      await page.getByRole('article', { name: UNBROKEN }).getByRole('button', { name: 'Archive' }).click()
      await expect(page.getByText('Failed to toggle archive', { exact: true })).toBeVisible()
      await expectAccessibleAndFitting(page)

      await page.route('**/api/links?*', route =>
        route.fulfill({ status: 500, json: { message: 'A fault', error: 'A fault' } }),
      )
      await page.reload()
      await expect(page.getByText('Your links could not be loaded')).toBeVisible()
      await expectAccessibleAndFitting(page)
    })

    test('collections, bulk actions, shortcuts and search', async ({ signedIn: page }) => {
      await page.request.post('/api/collections', {
        data: { name: UNBROKEN, description: UNBROKEN, color: '#EC4899' },
      })
      await saveLink(page.request, site('/t/Unbroken'), UNBROKEN)
      await page.goto('/dashboard?collection=1')
      await expect(page.getByRole('heading', { level: 1, name: UNBROKEN })).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.goto('/dashboard?q=in%3Ait')
      await expect(page.getByText('need a lifetime plan')).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.goto('/dashboard')
      await expect(page.getByRole('article')).toHaveCount(1)

      await page.getByRole('button', { name: 'How to search' }).click()
      await expect(page.getByRole('dialog', { name: 'How to search' })).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.keyboard.press('Escape')

      await chooseFromMore(page, 'Add to Collection')
      const dialog = page.getByRole('dialog', { name: 'Add to Collection' })
      await expect(dialog.getByRole('radio', { name: UNBROKEN })).toBeAttached()
      await expectAccessibleAndFitting(page)
      await dialog.getByRole('button', { name: 'Create New Collection' }).click()
      await page.getByLabel('Hex').fill('#12')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.getByText('Please enter a color such as #3B82F6')).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.keyboard.press('Escape')

      const isNarrow = viewport.width < 1024
      for (const entry of ['Edit', 'Delete']) {
        if (isNarrow) {
          await page.getByRole('button', { name: 'Menu', exact: true }).click()
          await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
        }
        const link = page.getByRole('link', { name: UNBROKEN, exact: false }).first()
        await link.hover()
        await page.getByRole('button', { name: `Actions for ${UNBROKEN}` }).click()
        await expect(page.getByRole('menu')).toBeVisible()
        await expectAccessibleAndFitting(page)
        await page.getByRole('menuitem', { name: entry }).click()
        await expect(page.getByRole('dialog', { name: `${entry} Collection` })).toBeVisible()
        await expectAccessibleAndFitting(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }

      await page.keyboard.type('*a')
      await expect(page.getByText('1 link selected')).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.getByRole('button', { name: 'Edit Selected' }).click()
      for (const field of ['Collection', 'Favorite', 'Tags', 'Archive'])
        await page.getByRole('dialog').getByRole('checkbox', { name: field }).check()
      await expectAccessibleAndFitting(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Delete Selected' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete Selected' })).toBeVisible()
      await expectAccessibleAndFitting(page)
    })

    test('the reader in every theme and state', async ({ signedIn: page }) => {
      const rich = await saveLink(page.request, site('/rich'), 'Rich')
      const missing = await saveLink(page.request, site('/missing'), UNBROKEN)
      await page.goto(`/reader/${rich.id}`)
      await expect(page.getByRole('region', { name: 'Harvest by month' })).toBeAttached()
      for (const theme of ['Light', 'Sepia', 'Dark']) {
        await page.getByRole('button', { name: 'Text size and theme' }).click()
        await page.getByText(theme, { exact: true }).click()
        await expectAccessibleAndFitting(page)
        await page.keyboard.press('Escape')
        await expectAccessibleAndFitting(page)
      }
      await page.goto(`/reader/${missing.id}`)
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.route('**/content', async route => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          json: { ...(await answer.json()), status: 'pending', content: null },
        })
      })
      await page.goto(`/reader/${rich.id}`)
      await expect(page.getByText('This article is being read.')).toBeVisible()
      await expectAccessibleAndFitting(page)
      await page.goto('/reader/0')
      await expectAccessibleAndFitting(page)
    })
  })
