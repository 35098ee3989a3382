import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, refuse, saveLink, site, test } from '../src/journey.ts'

const PHONE = { width: 390, height: 844 }

const takeNote = async (page: Page, linkId: number, note: object): Promise<number> => {
  const answer = await page.request.post(`/api/links/${linkId}/notes`, { data: note })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: number }).id
}
const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title })
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Notes' })

/** Opens the notes of a card's link from its menu. */
const openNotes = async (page: Page, title: string): Promise<Locator> => {
  await card(page, title).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Notes' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'New note' })).toBeVisible()
  return panelOf(page)
}

test('a note is taken from a card, counted on it, edited and deleted', async ({ signedIn: page }) => {
  await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
  await page.goto('/dashboard')
  const panel = await openNotes(page, 'Soil and light')
  await panel.getByRole('button', { name: 'New note' }).click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Please enter note content before saving.')).toBeVisible()
  await panel.getByLabel('Content').fill('Dig deeper')
  await panel.getByLabel('Private').check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Note created').first()).toBeVisible()
  const note = panel.getByRole('article', { name: 'Note: Dig deeper' })
  await expect(note.getByText('Private')).toBeVisible()
  await note.getByRole('button', { name: 'Note actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await panel.getByLabel('Content').fill('Dig twice as deep')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Note updated').first()).toBeVisible()
  await expect(panel.getByText('Dig twice as deep')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  const count = card(page, 'Soil and light').getByRole('button', { name: '1 note' })
  await expect(count).toBeVisible()
  await count.click()
  await panel.getByRole('button', { name: 'Note actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('This action cannot be undone.')).toBeVisible()
  await page.getByRole('dialog', { name: 'Delete Note' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Note deleted').first()).toBeVisible()
  await expect(panel.getByText('No notes on this article yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(count).toBeHidden()
})

test('typed text outlasts a tab that crashes, and a server in trouble', async ({ signedIn: page }) => {
  await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
  await page.goto('/dashboard')
  let panel = await openNotes(page, 'Soil and light')
  await panel.getByRole('button', { name: 'New note' }).click()
  await panel.getByLabel('Content').fill('A thought that')
  const client = await page.context().newCDPSession(page)
  const crash = page.waitForEvent('crash')
  client.send('Page.crash').catch(() => undefined)
  await crash
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  panel = await openNotes(other, 'Soil and light')
  await expect(panel.getByText('Not saved yet')).toBeVisible()
  await expect(panel.getByLabel('Content')).toHaveValue('A thought that')
  await refuse(other, '**/api/links/*/notes', 'POST')
  await panel.getByLabel('Content').fill('A thought that stays')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Failed to create note').first()).toBeVisible()
  await expect(panel.getByLabel('Content')).toHaveValue('A thought that stays')
  await other.unroute('**/api/links/*/notes')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('article', { name: 'Note: A thought that stays' })).toBeVisible()
  await other.reload()
  panel = await openNotes(other, 'Soil and light')
  await expect(panel.getByText('A thought that stays')).toBeVisible()
  await expect(panel.getByLabel('Content')).toBeHidden()
})

test('a note that is begun in the reader is a draft after Escape, a reload and a crash, until the sign-out', async ({
  signedIn: page,
  account,
}) => {
  const { id } = await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
  const read = async (tab: Page) => {
    await tab.goto(`/reader/${id}`)
    await expect(tab.locator('[data-article] p').first()).toBeVisible()
  }
  const goOn = async (tab: Page) => {
    await expect(tab.getByRole('button', { name: 'Notes with a draft' })).toBeVisible()
    await tab.keyboard.press('n')
    await expect(tab.getByLabel('Content')).toBeFocused()
  }
  await read(page)
  await page.keyboard.press('n')
  await page.getByLabel('Content').fill('Half')
  await page.keyboard.press('Escape')
  await goOn(page)
  await page.getByLabel('Content').fill('Half a')
  await page.reload()
  await goOn(page)
  await page.getByLabel('Content').fill('Half a thought')
  const client = await page.context().newCDPSession(page)
  const crash = page.waitForEvent('crash')
  client.send('Page.crash').catch(() => undefined)
  await crash
  const other = await page.context().newPage()
  await read(other)
  await goOn(other)
  await expect(other.getByLabel('Content')).toHaveValue('Half a thought')

  const drafts = () =>
    other.evaluate<number>(`Object.keys(localStorage).filter(key => key.startsWith('draft:')).length`)
  expect(await drafts()).toBe(1)
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByLabel('Email or Username')).toBeVisible()
  await expect.poll(drafts).toBe(0)
  const { email, password } = account
  expect((await other.request.post('/api/login', { data: { email, password } })).ok()).toBe(true)
  await read(other)
  await expect(other.getByRole('button', { name: 'Notes', exact: true })).toBeVisible()
})

test('the panel stands beside the article on wide screens and over it on phones', async ({
  signedIn: page,
}) => {
  const { id } = await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
  await takeNote(page, id, { type: 'note', content: 'Dig deeper' })
  await page.goto(`/reader/${id}`)
  const text = page.locator('[data-article] p').first()
  await expect(text).toBeVisible()
  const open = page.getByRole('button', { name: /^Notes/ })
  const aside = page.getByRole('complementary', { name: /^Notes/ })
  const right = async (of: Locator) => of.evaluate(element => element.getBoundingClientRect().right)
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open.click()
    await expect(aside.getByText('Dig deeper')).toBeVisible()
    const left = await aside.evaluate(element => element.getBoundingClientRect().left)
    await expect.poll(() => right(text)).toBeLessThanOrEqual(left)
    // The column keeps its usual 31rem.
    expect((await text.boundingBox())?.width).toBe(496)
    await page.keyboard.press('Escape')
    await expect(aside).toBeHidden()
    await expect(open).toBeFocused()
  }

  await page.setViewportSize(PHONE)
  await open.click()
  await expect(panelOf(page).getByText('Dig deeper')).toBeVisible()
})

test('the Notes page finds notes by their words and by the titles of their articles', async ({
  signedIn: page,
}) => {
  const soil = await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
  const bees = await saveLink(page.request, site('/t/Bees'), 'Bees on balconies')
  const place = { position: { start: 16, end: 31 } }
  await takeNote(page, soil.id, { type: 'note', content: 'Dig deeper', isPrivate: true })
  await takeNote(page, bees.id, { type: 'quote', content: 'shake the stem', color: '#3B82F6' })
  await page.goto(`/reader/${soil.id}`)
  await expect(page.locator('[data-article] p').first()).toBeVisible()
  await takeNote(page, soil.id, { type: 'highlight', content: 'Everything else', ...place })

  await page.goto('/dashboard')
  await page.getByRole('complementary', { name: 'Library' }).getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByText('1 note · 1 highlight · 1 quote')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(3)
  const search = page.getByRole('searchbox', { name: 'Search notes' })
  await search.fill('balconies')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('tab', { name: 'Quotes 1' })).toBeVisible()
  await page.getByRole('tab', { name: /^Highlights/ }).click()
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
  await expect(search).toHaveValue('balconies')
  await search.fill('')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Open Soil and light' }).click()
  await expect(page).toHaveURL(new RegExp(`/reader/${soil.id}\\?note=\\d+$`))
  await page.goBack()
  await expect(page.getByRole('tab', { name: /^Highlights/ })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: 'Export as Markdown' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Without private notes' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('shake the stem')
  expect(file).not.toContain('Dig deeper')

  await page.setViewportSize(PHONE)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Notes' }).click()
  await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible()
})

test('a text that another device changed meanwhile is shown beside the own one', async ({
  signedIn: page,
}) => {
  const { id } = await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
  const noteId = await takeNote(page, id, { type: 'note', content: 'Dig deeper' })
  await page.goto('/notes')
  await page.getByRole('button', { name: 'Note actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const panel = panelOf(page)
  await panel.getByLabel('Content').fill('Dig here')
  const answer = await page.request.put(`/api/notes/${noteId}`, { data: { content: 'Dig there' } })
  expect(answer.ok()).toBe(true)
  // Nobody is interrupted while typing.
  await panel.getByRole('button', { name: 'Save' }).click()
  const conflict = panel.getByRole('region', { name: 'Changed elsewhere' })
  await expect(conflict.getByRole('region', { name: 'Your text' })).toContainText('Dig here')
  await expect(conflict.getByRole('region', { name: 'The text as it is now' })).toContainText('Dig there')
  await conflict.getByRole('button', { name: 'Keep both' }).click()
  await expect(panel.getByText('Dig here')).toBeVisible()
  await expect(panel.getByText('Dig there')).toBeVisible()
})

test('5,000 notes scroll to their end, and few of them are drawn', async ({ signedIn: page }) => {
  const TOTAL = 5_000
  const at = '2026-07-03T09:41:00.000Z'
  const noteOf = (id: number) => ({
    note: {
      ...{ id, linkId: 1, type: 'note', content: `Note ${id}`, selectedText: null, color: '#fbbf24' },
      ...{ isPrivate: false, position: null, anchor: null, createdAt: at, updatedAt: at },
    },
    link: { title: 'Soil', url: 'https://soil.example/', previewImage: null, siteName: null },
  })
  await page.route('**/api/notes?*', route => {
    const { searchParams } = new URL(route.request().url())
    const from = Number(searchParams.get('cursor') ?? 0)
    const to = Math.min(from + Number(searchParams.get('limit')), TOTAL)
    return route.fulfill({
      json: Array.from({ length: to - from }, (_, n) => noteOf(TOTAL - from - n)),
      headers: to < TOTAL ? { 'lectern-cursor': String(to) } : {},
    })
  })
  await page.route('**/api/notes/counts?*', route =>
    route.fulfill({ json: { all: TOTAL, note: TOTAL, highlight: 0, quote: 0 } }),
  )
  await page.goto('/notes')
  await expect(page.getByText(`Note ${TOTAL}`, { exact: true })).toBeVisible()
  const last = page.getByText('Note 1', { exact: true })
  const isThere = async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    return last.isVisible()
  }
  await expect.poll(isThere, { timeout: 100_000, intervals: [20] }).toBe(true)
  expect(await page.getByRole('listitem').count()).toBeLessThan(40)
})
