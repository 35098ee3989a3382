import type { Page } from '@playwright/test'
import { saveChanged } from '../../src/help-library.ts'
import { expect, PAGE_READ_MS, saveLink, site, test } from '../../src/journey.ts'
import { closeDialog, expectLooksRight, expectLooksRightIn, inEveryLook, isNarrow } from '../../src/looks.ts'
import { stubSpeech } from '../../src/speech-stub.ts'
import { selectByHandles } from '../../src/words-on-page.ts'

const UNBROKEN = 'W'.repeat(90)
const open = async (page: Page, id: number) => {
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible({ timeout: PAGE_READ_MS })
}
const read = async (page: Page, path: string, title: string): Promise<number> => {
  const { id } = await saveLink(page.request, site(path), title)
  await open(page, id)
  return id
}

inEveryLook(() => {
  test('an article looks right in every theme, with its settings, footnotes and pictures', async ({
    signedIn: page,
  }) => {
    await read(page, '/rich', 'Rich')
    await expect(page.getByRole('region', { name: 'Harvest by month' })).toBeAttached()
    for (const theme of ['Light', 'Sepia', 'Dark']) {
      await page.getByRole('button', { name: 'Text size and theme' }).click()
      await page.getByText(theme, { exact: true }).click()
      await expect(page.getByRole('radio', { name: theme })).toBeChecked()
      await expectLooksRight(page)
      await closeDialog(page)
      await expectLooksRight(page)
    }
    await page.locator('article sup a').click()
    await expect(page.getByRole('dialog', { name: 'Footnote' })).toBeVisible()
    await expectLooksRight(page)
    await closeDialog(page)
    await page.getByRole('button', { name: /^Enlarge image: A gradient/ }).click()
    await expect(page.getByRole('dialog', { name: 'A gradient' }).getByRole('img')).toBeVisible()
    await expectLooksRight(page)
  })

  test('an article that could not be read, is being read or is unknown looks right', async ({
    signedIn: page,
  }) => {
    const { id } = await saveLink(page.request, site('/missing'), UNBROKEN)
    await page.goto(`/reader/${id}`)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expectLooksRight(page)
    await page.route('**/content', async route => {
      const answer = await route.fetch()
      const json = { ...(await answer.json()), status: 'pending', content: null }
      await route.fulfill({ response: answer, json })
    })
    await page.reload()
    await expect(page.getByText('This article is being read.')).toBeVisible()
    await expectLooksRight(page)
    await page.goto('/reader/0')
    await expect(page.getByText('Invalid article link')).toBeVisible()
    await expectLooksRight(page)
  })

  test('what one does with an article looks right', async ({ signedIn: page }) => {
    await saveLink(page.request, site('/t/Next'), UNBROKEN)
    const { id } = await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
    await page.goto('/dashboard?view=list')
    await page.getByRole('article', { name: 'Soil and light' }).getByRole('heading').getByRole('link').click()
    await expect(page.locator('article p').first()).toBeVisible({ timeout: PAGE_READ_MS })
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectLooksRight(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await expect(page.getByRole('combobox', { name: 'Tags of "Soil and light"' })).toBeFocused()
    await expectLooksRight(page)
    await closeDialog(page)
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'Create New Collection' })).toBeVisible()
    await expectLooksRight(page)
    await closeDialog(page)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const end = page.getByRole('region', { name: 'After reading' })
    await expect(end).toBeInViewport({ ratio: 1 })
    await expectLooksRightIn(page, 'light', 'sepia', 'dark')
    await page.keyboard.press('a')
    await expect(end).toContainText('ArchivedNext: W')
    await expectLooksRight(page)
    await page.keyboard.press('#')
    const question = page.getByRole('dialog', { name: 'Delete Link' })
    await expect(question).toBeVisible()
    await expectLooksRight(page)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Deleted' })).toBeVisible()
    await expectLooksRight(page)
    expect(id).toBeGreaterThan(0)
  })

  test('the way back to one’s place, a second version and a lost note look right', async ({
    signedIn: page,
  }) => {
    const id = await read(page, '/long', 'A long season')
    const kept = page.waitForResponse(answer => answer.url().endsWith('/position'))
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)')
    await kept
    await open(page, id)
    const top = page.getByRole('button', { name: /^Back to the top/ })
    await top.focus()
    await expectLooksRightIn(page, 'light', 'sepia', 'dark')
    await top.click()
    await expectLooksRight(page)

    await saveChanged(page)
    await expect(page.getByRole('region', { name: 'A note has no place in this text' })).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: '2 versions' }).click()
    await expect(page.getByRole('dialog', { name: 'Versions of this article' })).toBeVisible()
    await expectLooksRight(page)
  })

  test('notes and highlights of an article look right in every theme', async ({ signedIn: page }) => {
    const { id } = await saveLink(page.request, site('/t/Soil-and-light'), 'Soil and light')
    await open(page, id)
    const bar = page.getByRole('toolbar', { name: 'Selected words' })
    await selectByHandles(page, 'Everything else follows')
    await bar.getByRole('button', { name: 'Note' }).click()
    const panel = page.getByRole(isNarrow(page) ? 'dialog' : 'complementary', { name: /^Notes/ })
    await panel.getByLabel('Content').fill('Is that so?')
    await expectLooksRight(page)
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(panel.getByRole('article')).toContainText('Is that so?')
    await expectLooksRightIn(page, 'light', 'sepia', 'dark')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()

    await page.keyboard.press('v')
    await expect(page.getByText(/Arrows move by words/)).toBeVisible()
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(bar.or(page.getByRole('toolbar', { name: 'Highlight' })).first()).toBeVisible()
    await expectLooksRightIn(page, 'light', 'sepia', 'dark')
  })

  test('speech looks right in every theme, with its settings', async ({ signedIn: page }) => {
    await stubSpeech(page)
    await read(page, '/t/Harbour', 'Harbour')
    await page.getByRole('button', { name: 'Listen', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Play' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expectLooksRightIn(page, 'light', 'sepia', 'dark')
    await page.getByRole('button', { name: 'Voice, pitch and volume' }).click()
    await expect(page.getByRole('combobox', { name: 'Voice' })).toBeVisible()
    await expectLooksRight(page)
  })
})
