import type { Page } from '@playwright/test'
import { expect, saveLink, test } from '../src/journey.ts'

const tagNav = (page: Page) => page.getByRole('navigation', { name: 'Tags' })
const entry = (page: Page, name: RegExp) => tagNav(page).getByRole('link', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const row = (page: Page, tag: string) => dialog(page, 'All Tags').getByRole('button', { name: tag })
const deleted = async (page: Page, name: string) => {
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Delete Tag')).toContainText(name)
  await expect(dialog(page, 'Delete Tag').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Delete Tag')).toHaveCount(0)
}

test('the focus goes on in the sidebar after a tag is renamed, merged and deleted by keyboard', async ({
  signedIn: page,
}) => {
  for (const [n, tags] of [['a1', 'b2', 'c3'], ['a1', 'b2', 'c3'], ['a1', 'b2'], ['a1'], ['d4']].entries())
    await saveLink(page.request, `https://tags.localhost/${n}`, `Link ${n}`, { tags })
  await page.goto('/dashboard')
  await entry(page, /b2/).press('F2')
  await expect(dialog(page, 'Rename Tag').getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(entry(page, /b2/)).toBeFocused()

  await page.keyboard.press('F2')
  await expect(dialog(page, 'Rename Tag').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('two words')
  await page.keyboard.press('Enter')
  await expect(entry(page, /two words/)).toBeFocused()

  await page.keyboard.press('Tab')
  const actions = tagNav(page).getByRole('button', { name: 'Actions for two words' })
  await expect(actions).toBeFocused()
  await page.keyboard.press('Enter')
  await deleted(page, 'two words')
  // The next tag has taken its place.
  await expect(tagNav(page).getByRole('link')).toHaveText([/a1/, /c3/, /d4/])
  await expect(entry(page, /c3/)).toBeFocused()

  await page.keyboard.press('F2')
  await expect(dialog(page, 'Rename Tag').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('a1')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Merge Tags').getByRole('button', { name: 'Merge' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tagNav(page).getByRole('link')).toHaveText([/a1/, /d4/])
  await expect(entry(page, /a1/)).toBeFocused()
})

test('All Tags keeps what was typed and one’s row, and merging begins in its field', async ({
  signedIn: page,
}) => {
  const tags = Array.from({ length: 13 }, (_, n) => `topic ${n}`)
  await saveLink(page.request, 'https://tags.localhost/many', 'Many', {
    tags: [...tags, 'java', 'java 2', 'javas'],
  })
  await page.goto('/dashboard')
  await tagNav(page)
    .getByRole('button', { name: /All tags/ })
    .press('Enter')
  const field = dialog(page, 'All Tags').getByRole('searchbox')
  await expect(field).toBeFocused()
  await page.keyboard.type('jav')
  await expect(dialog(page, 'All Tags').getByText('3 tags')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const [first, second, third] = ['java', 'java 2', 'javas'] as const
  await expect(row(page, `${second} 1 link`)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  // The focus follows the key a moment later.
  await expect(page.getByRole('menuitem', { name: 'Merge into…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Merge Tag').getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, `${second} 1 link`)).toBeFocused()
  await expect(field).toHaveValue('jav')

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await deleted(page, second)
  await expect(dialog(page, 'All Tags').getByText('2 tags')).toBeVisible()
  await expect(field).toHaveValue('jav')
  await expect(row(page, `${third} 1 link`)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, `${first} 1 link`)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tagNav(page).getByRole('button', { name: /All tags/ })).toBeFocused()
})
