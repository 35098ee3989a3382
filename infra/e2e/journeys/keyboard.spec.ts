import type { Locator, Page } from '@playwright/test'
import { expect, newAccount, saveLink, site, test } from '../src/journey.ts'

/** Runs in the page: whether the focused element, its ::after or its label shows a focus ring. The body needs none. */
const HAS_RING = `(() => {
  const element = document.activeElement
  const drawn = [getComputedStyle(element), getComputedStyle(element, '::after')]
  if (element.closest('label')) drawn.push(getComputedStyle(element.closest('label')))
  return element === document.body || drawn.some(style => style.outlineStyle !== 'none' && style.outlineWidth !== '0px')
})()`

/** Presses Tab until the element has the focus. The focus must be visible at every stop. */
const tabTo = async (page: Page, target: Locator, key = 'Tab') => {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key)
    expect(await page.evaluate(HAS_RING), await page.evaluate('document.activeElement.outerHTML')).toBe(true)
    if (await target.evaluate(element => element.matches(':focus'))) return
  }
  throw new Error(`${target} cannot be reached with ${key}`)
}

/** Waits for the menu to open and focuses its last entry. The focus follows the key a moment later. */
const toLastEntry = async (page: Page) => {
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toBeAttached()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem').last()).toBeFocused()
}

test('the keyboard alone leads from the login to the reader and back', async ({ page }) => {
  const account = newAccount()
  await page.request.post('/api/signup', { data: account })
  await saveLink(page.request, site('/long'), 'A long season')
  await page.context().clearCookies()

  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email or Username'))
  await page.keyboard.type(account.username)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Saved Links' })).toBeVisible()

  await page.keyboard.press('Tab')
  const addLink = page.getByRole('banner').getByRole('button', { name: 'Add Link' })
  await tabTo(page, addLink, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await page.keyboard.type(site('/a/By-keyboard'))
  await page.keyboard.press('Tab')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(addLink).toBeFocused()

  const card = page.getByRole('article', { name: 'By keyboard' })
  const star = card.getByRole('button', { name: 'Favorite' })
  await tabTo(page, star)
  await page.keyboard.press('Space')
  await expect(star).toHaveAttribute('aria-pressed', 'true')

  const more = card.getByRole('button', { name: 'More actions' })
  await tabTo(page, more)
  await page.keyboard.press('Enter')
  await toLastEntry(page)
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await toLastEntry(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(card).toBeHidden()

  const title = page.getByRole('article', { name: 'A long season' }).getByRole('heading').getByRole('link')
  await expect(title).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.article p').first()).toBeVisible()

  const settings = page.getByRole('button', { name: 'Text size and theme' })
  await tabTo(page, settings, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Larger text' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('.article')).toHaveCSS('font-size', '18px')
  await tabTo(page, page.getByRole('radio', { name: 'Light' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Sepia' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(settings).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Back', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('article')).toHaveCount(1)

  await tabTo(page, page.getByRole('button', { name: 'Account menu' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await toLastEntry(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})

test('the first Tab stop is a link that skips the navigation', async ({ signedIn: page }) => {
  await saveLink(page.request, site('/t/One'), 'One')
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to your links' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a screen takes the focus when it opens, and its first Tab stop skips to its content', async ({
  signedIn: page,
}) => {
  await saveLink(page.request, site('/t/One'), 'One')
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Notes', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await page.getByRole('article').getByRole('link', { name: 'One' }).click()
  await expect(page).toHaveURL(/\/reader\//)
  await expect(page.getByRole('main')).toBeFocused()

  for (const path of ['/notes', '/settings', '/import']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    expect(new URL(page.url()).hash).toBe('')
  }
})
