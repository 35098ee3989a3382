import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, grant, PAGE_READ_MS, saveLink, saveLinks, site, test } from '../src/journey.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

/** Chooses Export as EPUB in a menu, and gives the file that the browser downloads after a press of Export. */
const bookFrom = async (page: Page, within: Page | Locator) => {
  await within.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export as EPUB' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'EPUB' })).toBeChecked()
  return exported(page)
}
const exported = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

const expectBook = (content: Buffer, chapters: number) => {
  const text = content.toString('latin1')
  // A zip whose first file is the mimetype, which is not compressed.
  expect(text.slice(0, 2)).toBe('PK')
  expect(text.slice(30, 58)).toBe('mimetypeapplication/epub+zip')
  // The directory at the end has each name once more.
  expect(text.match(/EPUB\/text\/\d+\.xhtml/g)).toHaveLength(2 * chapters)
}

test('an open article is downloaded as EPUB on the free plan', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/a/Kept-page'), 'An article that is read')
  const state = async () => (await (await page.request.get(`/api/links/${id}`)).json()).extraction
  await expect.poll(state, { timeout: PAGE_READ_MS }).toBe('ready')
  await page.goto(`/reader/${id}`)
  const { name, content } = await bookFrom(page, page)
  expect(name).toMatch(/^lectern-an-article-that-is-read-\d{4}-\d\d-\d\d\.epub$/)
  expectBook(content, 1)
  await expect(dialog(page)).toContainText('kept until')
})

test('the menu of a card has it, too, and Pro may choose another format there', async ({
  signedIn: page,
  account,
}) => {
  await saveLink(page.request, 'https://many.localhost/one', 'The first one')
  await grant(account, 'pro')
  await page.goto('/dashboard')
  await card(page, 'The first one').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export as EPUB' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'ZIP' })).toBeEnabled()
  await page.keyboard.press('Escape')
  expectBook((await bookFrom(page, card(page, 'The first one'))).content, 1)
})

test('a search is downloaded as one EPUB, also what is not displayed', async ({
  signedIn: page,
  account,
}) => {
  const fogs = Array.from({ length: 120 }, (_, n) => `Fog ${n + 1}`)
  await saveLinks(page.request, [...fogs, 'Sun'])
  // The free plan displays 50 of them.
  await page.goto('/dashboard?q=fog&view=list')
  await expect(page.getByText('120 matching links')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Select all 120 that match' }).click()
  await expect(page.getByText('120 links selected')).toBeVisible()
  await grant(account, 'pro')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'EPUB' }).check()
  const { name, content } = await exported(page)
  expect(name).toMatch(/^lectern-selection-.*\.epub$/)
  expectBook(content, 120)
})
