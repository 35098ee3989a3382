import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, grant, PAGE_READ_MS, saveLink, site, test } from '../src/journey.ts'

const data = (page: Page) => page.getByRole('region', { name: 'Data', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

const open = async (page: Page) => {
  await page.goto('/settings#data')
  await expect(data(page).getByRole('button', { name: 'Export', exact: true })).toBeVisible()
}

/** Presses Export, and gives the file that the browser downloads. */
const exported = async (page: Page, within: ReturnType<typeof data>) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

test('a library is downloaded as JSON, and the file stays for a day', async ({ signedIn: page }) => {
  await saveLink(page.request, 'https://many.localhost/one', 'The first one', { tags: ['kept'] })
  await open(page)
  const { name, content } = await exported(page, data(page))
  expect(name).toMatch(/^lectern-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(content.toString()).links).toMatchObject([{ title: 'The first one', tags: ['kept'] }])

  const kept = data(page).getByRole('listitem').filter({ hasText: name })
  await expect(kept).toContainText('kept until')
  const again = await Promise.all([page.waitForEvent('download'), kept.getByRole('link').click()])
  expect(await readFile(await again[0].path())).toEqual(content)
  await kept.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(kept).toHaveCount(0)
})

for (const [format, start] of [
  ['CSV', '\uFEFFurl,title,'],
  ['Bookmarks', '<!DOCTYPE NETSCAPE-Bookmark-file-1>'],
] as const)
  test(`a library is downloaded as ${format}`, async ({ signedIn: page }) => {
    await saveLink(page.request, 'https://many.localhost/one', 'The first one')
    await open(page)
    await data(page).getByRole('radio', { name: format }).check()
    const { content } = await exported(page, data(page))
    expect(content.toString().startsWith(start)).toBe(true)
    expect(content.toString()).toContain('The first one')
  })

test('an audit file has every change, and the private notes', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, 'https://many.localhost/one', 'The first one')
  const note = { type: 'note', content: 'Mine alone', isPrivate: true }
  await page.request.post(`/api/links/${id}/notes`, { data: note })
  await open(page)
  await data(page).getByRole('radio', { name: 'Audit file' }).check()
  await expect(data(page)).toContainText('An audit file always has your private notes.')
  const { name, content } = await exported(page, data(page))
  expect(name).toMatch(/^lectern-audit-\d{4}-\d\d-\d\d\.jsonl$/)
  const lines = content.toString().trimEnd().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ lectern: 'audit', version: 1 })
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true, lines: lines.length - 2 })
  expect(content.toString()).toContain('Mine alone')
})

test('a free plan is shown what Pro exports', async ({ signedIn: page, account }) => {
  await saveLink(page.request, 'https://many.localhost/one', 'The first one')
  await open(page)
  await expect(data(page).getByRole('radio', { name: 'ZIP' })).toBeDisabled()
  await page.goto('/dashboard')
  await page.getByRole('checkbox', { name: 'Select The first one' }).check()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog(page).getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing')
  await expect(dialog(page).getByRole('radio', { name: 'Audit file' })).toHaveCount(0)

  // The plan comes while the dialog is open.
  await grant(account, 'pro')
  await expect(dialog(page).getByRole('radio', { name: 'JSON' })).toBeEnabled()
  const { name, content } = await exported(page, dialog(page))
  expect(name).toContain('selection')
  expect(JSON.parse(content.toString()).scope).toBe('links')
})

test('a collection is downloaded with its articles, on a phone, too', async ({ signedIn: page, account }) => {
  await grant(account, 'pro')
  const made = await page.request.post('/api/collections', { data: { name: 'Kept pages' } })
  const { id: collectionId } = await made.json()
  const { id } = await saveLink(page.request, site('/a/Kept-page'), 'An article that is read')
  await page.request.put(`/api/links/${id}/collection`, { data: { collectionId } })
  await saveLink(page.request, 'https://many.localhost/other', 'Another one')
  const state = async () => (await (await page.request.get(`/api/links/${id}`)).json()).extraction
  await expect.poll(state, { timeout: PAGE_READ_MS }).toBe('ready')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Actions for Kept pages' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect(dialog(page)).toContainText('Export Kept pages')
  await dialog(page).getByRole('radio', { name: 'ZIP' }).check()
  const { name, content } = await exported(page, dialog(page))
  expect(name).toMatch(/^lectern-kept-pages-.*\.zip$/)
  const names = content.toString('latin1')
  expect(names).toContain(`articles/An article that is read (${id}).html`)
  expect(names).toContain(`articles/An article that is read (${id}).md`)
  expect(names).not.toContain('Another one')
  await expect(dialog(page)).toContainText('kept until')
})
