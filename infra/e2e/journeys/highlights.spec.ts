import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, PAGE_READ_MS, saveLink, site, test } from '../src/journey.ts'
import { drawnNotes, endsOf, groundOf, readyToSelect, selectByHandles } from '../src/words-on-page.ts'

type Kept = {
  id: number
  type: string
  content: string
  selectedText: string | null
  color: string
  position: { start: number; end: number } | null
  anchor: { prefix: string; suffix: string; contentHash: string } | null
}

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected words' })
const noteBar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Highlight' })

/** Opens the article of a page and waits until words can be highlighted. */
const read = async (page: Page, path: string): Promise<number> => {
  const { id } = await saveLink(page.request, site(path), 'Tomatoes')
  await open(page, id)
  return id
}
const open = async (page: Page, id: number, query = '') => {
  await page.goto(`/reader/${id}${query}`)
  await expect(page.locator('[data-article] p').first()).toBeVisible({ timeout: PAGE_READ_MS })
  await readyToSelect(page)
}
const notesOf = async (page: Page, id: number): Promise<Kept[]> => {
  const answer = await page.request.get(`/api/links/${id}/notes`)
  expect(answer.ok()).toBe(true)
  return (await answer.json()) as Kept[]
}

const drag = async (page: Page, words: string, keys: { isAlt?: boolean } = {}) => {
  const { start, end } = await endsOf(page, words)
  if (keys.isAlt) await page.keyboard.down('Alt')
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, end.y)
  await page.mouse.move(end.x, end.y)
  await page.mouse.up()
  if (keys.isAlt) await page.keyboard.up('Alt')
  await expect(bar(page)).toBeVisible()
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Notes( \d+)?$/ })

/** Presses a button of the bar that takes a note, and waits for the panel, which makes the column narrower. */
const take = async (page: Page, name: string) => {
  await bar(page).getByRole('button', { name, exact: true }).click()
  await expect(bar(page)).toBeHidden()
  await expect(panel(page)).toBeVisible()
}

const clickOn = async (page: Page, words: string) => {
  const { start } = await endsOf(page, words)
  await page.mouse.click(start.x + 8, start.y)
}

const useTheme = async (page: Page, theme: string) => {
  await page.getByRole('button', { name: 'Text size and theme' }).click()
  await page.getByText(theme, { exact: true }).click()
  await expect(page.getByRole('radio', { name: theme })).toBeChecked()
  await page.keyboard.press('Escape')
}

test('words are highlighted with the mouse, recoloured and removed', async ({ signedIn: page }) => {
  const id = await read(page, '/t/Soil-and-light')
  await drag(page, 'Everything else follows')
  await take(page, 'Highlight')
  await expect(panel(page)).toContainText('Everything else follows')
  await expect.poll(() => drawnNotes(page)).toEqual({ 'note-fbbf24': ['Everything else follows'] })
  await expect.poll(() => notesOf(page, id)).toHaveLength(1)
  const [note] = await notesOf(page, id)
  expect(note).toMatchObject({ type: 'highlight', content: 'Everything else follows', color: '#fbbf24' })
  expect(note?.anchor?.prefix).toMatch(/Soil and light\. $/)
  expect(note?.anchor?.suffix).toMatch(/^ from there\./)

  await page.reload()
  await readyToSelect(page)
  await expect.poll(() => drawnNotes(page)).toEqual({ 'note-fbbf24': ['Everything else follows'] })
  await clickOn(page, 'Everything else')
  await noteBar(page).getByRole('button', { name: 'Color it green' }).click()
  await expect.poll(() => drawnNotes(page)).toEqual({ 'note-34d399': ['Everything else follows'] })

  await clickOn(page, 'Everything else')
  await noteBar(page).getByRole('button', { name: 'Open highlight' }).click()
  await expect(page.getByRole('complementary', { name: /Notes/ })).toContainText('Everything else follows')
  await page.getByRole('button', { name: 'Close notes' }).click()
  await clickOn(page, 'Everything else')
  await noteBar(page).getByRole('button', { name: 'Remove highlight' }).click()
  await expect.poll(() => drawnNotes(page)).toEqual({})
  await expect.poll(() => notesOf(page, id)).toHaveLength(0)
})

test('a selection takes whole words, with Alt letters, and Undo takes the highlight back', async ({
  signedIn: page,
}) => {
  const id = await read(page, '/t/Soil-and-light')
  const selected = () => page.evaluate<string>('String(getSelection())')
  const toasts = page.getByRole('region', { name: 'Notifications (F8)' })
  await drag(page, 'erything else fol')
  await expect.poll(selected).toBe('Everything else follows')
  // A press on the bar leaves the selection as it is.
  await bar(page).click({ position: { x: 2, y: 2 } })
  await page.keyboard.press('Escape')
  await drag(page, 'erything else fol', { isAlt: true })
  await expect.poll(selected).toBe('erything else fol')
  await take(page, 'Highlight')
  await expect(toasts).toContainText('Highlighted')
  await expect.poll(() => notesOf(page, id)).toMatchObject([{ content: 'erything else fol' }])
  await toasts.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => drawnNotes(page)).toEqual({})
  await expect.poll(() => notesOf(page, id)).toEqual([])

  await drag(page, 'erything else fol')
  await take(page, 'Quote')
  await expect(toasts).toContainText('Quoted')
  await expect.poll(() => notesOf(page, id)).toMatchObject([{ content: 'Everything else follows' }])
  await page.locator('[data-article] p').first().click()
  await page.keyboard.press('z')
  await expect.poll(() => notesOf(page, id)).toEqual([])
})

test('the bar goes with the selection and leaves with it', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await read(page, '/long')
  await drag(page, 'note on measuring')
  const gap = () =>
    page.evaluate<number>(
      `getSelection().getRangeAt(0).getBoundingClientRect().top - document.querySelector('[role=toolbar]').getBoundingClientRect().bottom`,
    )
  const before = await gap()
  await page.mouse.wheel(0, -40)
  await expect(page.getByRole('banner')).toBeInViewport()
  await expect.poll(gap).toBeCloseTo(before, 0)
  // The panel moves the column.
  await page.getByRole('button', { name: 'Notes' }).click()
  await expect(panel(page)).toBeVisible()
  const besides = () =>
    page.evaluate<number>(
      `Math.abs(getSelection().getRangeAt(0).getBoundingClientRect().left - document.querySelector('[role=toolbar]').getBoundingClientRect().left)`,
    )
  await expect.poll(besides).toBeLessThan(300)
  const at = await page.evaluate('scrollY')
  await page.evaluate('scrollTo(0, 0)')
  await expect(bar(page)).toBeHidden()
  await page.evaluate(`scrollTo(0, ${at})`)
  await expect(bar(page)).toBeVisible()
  await page.locator('[data-article] p').first().click()
  await expect(bar(page)).toHaveCount(0)

  // More words than fit on the screen: the bar stays in view with them.
  await page.evaluate(
    `(() => { const [first, , , , , , , , last] = document.querySelectorAll('[data-article] p'); getSelection().setBaseAndExtent(first.firstChild, 0, last.firstChild, 9) })()`,
  )
  await expect(bar(page)).toBeVisible()
  await page.evaluate('scrollBy(0, 600)')
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
})

test('a quote and highlights overlap, across paragraphs and code', async ({ signedIn: page }) => {
  const id = await read(page, '/t/Soil-and-light')
  await drag(page, 'Everything else follows from there.')
  await take(page, 'Quote')
  await drag(page, 'follows from there.')
  await take(page, 'Highlight in blue')
  await expect
    .poll(() => drawnNotes(page))
    .toEqual({
      'note-fbbf24': ['Everything else follows from there.'],
      'note-60a5fa': ['follows from there.'],
      'note-overlap': ['follows from there.'],
    })
  await clickOn(page, 'follows from')
  await expect(noteBar(page).getByRole('group')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(noteBar(page)).toBeHidden()

  await drag(page, 'note on measuring const litres')
  await take(page, 'Highlight')
  await expect.poll(() => notesOf(page, id)).toHaveLength(3)
  const last = (await notesOf(page, id)).at(-1)
  expect(last).toMatchObject({
    type: 'highlight',
    content: 'note on measuring\nconst litres',
    color: '#60a5fa',
  })
  await expect
    .poll(async () => (await drawnNotes(page))['note-60a5fa']?.at(-1))
    .toMatch(/^note on measuring\s*const litres$/)

  await drag(page, 'Before planting')
  await page.keyboard.press('n')
  await expect(page.getByRole('complementary', { name: /Notes/ })).toContainText('Before planting')

  await expect(page.getByRole('banner').getByRole('button', { name: /Clear highlights/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Clear highlights (2)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Clear/ }).click()
  await expect.poll(() => notesOf(page, id)).toMatchObject([{ type: 'quote' }])
})

test('words are selected by keyboard alone', async ({ signedIn: page }) => {
  const id = await read(page, '/t/Soil-and-light')
  for (const last of ['Escape', 'Enter']) {
    await page.keyboard.press('v')
    await expect(page.getByText(/Arrows move by words/)).toBeVisible()
    expect(page.context().pages()).toHaveLength(1)
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight'])
      await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Highlight', exact: true })).toBeFocused()
    await page.keyboard.press(last)
    await expect(bar(page)).toBeHidden()
    await expect(page.getByText(/Arrows move by words/)).toBeHidden()
  }
  await expect.poll(() => notesOf(page, id)).toHaveLength(1)
  const [note] = await notesOf(page, id)
  expect(note?.content.split(/\s+/)).toHaveLength(3)

  await page.getByRole('button', { name: 'Select words by keyboard' }).focus()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(noteBar(page).getByRole('button', { name: 'Open highlight' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/Arrows move by words/)).toBeHidden()
})

test('a note on words opens the panel, and stands in the margin beside them', async ({ signedIn: page }) => {
  const id = await read(page, '/t/Soil-and-light')
  await drag(page, 'Everything else follows')
  await bar(page).getByRole('button', { name: 'Note' }).click()
  const panel = page.getByRole('complementary', { name: /Notes/ })
  await expect(panel).toContainText('Everything else follows')
  await panel.getByRole('textbox').first().fill('Is that so?')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => notesOf(page, id))
    .toMatchObject([{ type: 'note', content: 'Is that so?', selectedText: 'Everything else follows' }])
  await expect.poll(() => drawnNotes(page)).toEqual({ 'note-fbbf24': ['Everything else follows'] })
  await page.getByRole('button', { name: 'Close notes' }).click()
  const card = page.getByRole('complementary', { name: 'Notes in the margin' }).getByRole('button')
  await expect(card).toContainText('Is that so?')
  const grounds = new Set<string>()
  for (const theme of ['Light', 'Sepia', 'Dark']) {
    await useTheme(page, theme)
    await expect
      .poll(async () => grounds.has(await groundOf(page, 'note-fbbf24')), 'each theme has its own ground')
      .toBe(false)
    grounds.add(await groundOf(page, 'note-fbbf24'))
  }
  await card.click()
  await expect(panel).toContainText('Is that so?')
})

test('highlights keep their place when the article changes, or are kept under it', async ({
  signedIn: page,
}) => {
  const id = await read(page, `/edited/${Date.now()}`)
  for (const words of [
    'long neck',
    'Feed the plant every second week, from the first flower',
    'a quarter turn',
  ]) {
    await drag(page, words)
    await take(page, 'Highlight')
  }
  await expect.poll(() => notesOf(page, id)).toHaveLength(3)
  const [, , lost] = await notesOf(page, id)
  await page.request.post(`/api/links/${id}/reread`)
  await expect(page.getByText('This spring we looked')).toBeVisible({ timeout: PAGE_READ_MS })

  await expect
    .poll(() => drawnNotes(page))
    .toEqual({ 'note-fbbf24': ['long neck', 'Feed the plant every week, from the first flower'] })
  const orphans = page.getByRole('region', { name: 'A note has no place in this text' })
  await expect(orphans).toContainText('a quarter turn')
  await orphans.getByRole('button', { name: 'Show the text it was made on' }).click()
  await expect.poll(async () => (await drawnNotes(page))['note-fbbf24']).toContain('a quarter turn')

  await open(page, id, `?note=${lost?.id}`)
  await expect(orphans.locator(`[data-orphan="${lost?.id}"]`)).toBeFocused()
})

test("a note's address leads to its words", async ({ signedIn: page }) => {
  const id = await read(page, '/long')
  await drag(page, 'note on measuring')
  await take(page, 'Highlight')
  await expect.poll(() => notesOf(page, id)).toHaveLength(1)
  const [note] = await notesOf(page, id)
  await page.goto('/dashboard')
  await open(page, id, `?note=${note?.id}`)
  await expect.poll(() => drawnNotes(page)).toMatchObject({ 'note-active': ['note on measuring'] })
  await expect(page.getByRole('heading', { name: 'A note on measuring' })).toBeInViewport()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('words are highlighted, and the bar stands at the foot of the screen', async ({ signedIn: page }) => {
    const id = await read(page, '/t/Soil-and-light')
    const { start } = await selectByHandles(page, 'Everything else')
    await expect(bar(page)).toBeVisible()
    const box = await bar(page).boundingBox()
    expect(box?.y).toBeGreaterThan(600)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'Highlight', exact: true }).tap()
    await expect(page.getByRole('dialog', { name: 'Notes' })).toContainText('Everything else')
    await page.getByRole('button', { name: 'Close notes' }).tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => drawnNotes(page)).toEqual({ 'note-fbbf24': ['Everything else'] })
    await expect.poll(() => notesOf(page, id)).toHaveLength(1)

    await page.touchscreen.tap(start.x + 8, start.y)
    await expect(noteBar(page)).toBeVisible()
    await expectAccessible(page)
    await noteBar(page).getByRole('button', { name: 'Close' }).tap()
    await expect(noteBar(page)).toBeHidden()
  })
})
