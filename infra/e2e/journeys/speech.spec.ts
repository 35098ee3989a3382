import type { Page } from '@playwright/test'
import { expect, saveLink, site, test } from '../src/journey.ts'
import { stubSpeech } from '../src/speech-stub.ts'

const open = async (page: Page, path = '/t/Harbour') => {
  const { id } = await saveLink(page.request, site(path), 'Harbour')
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible()
}
const listen = async (page: Page) => {
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Play' })).toBeFocused()
}
const panel = (page: Page) => page.getByRole('region', { name: 'Listen' })

test('an article is read aloud sentence by sentence, which is marked, until its end', async ({
  signedIn: page,
}) => {
  const speech = await stubSpeech(page)
  await open(page)
  await listen(page)
  await expect(panel(page)).toContainText(/About \d+ (s|min)/)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  const [first] = await speech.spoken()
  expect(await speech.marked()).toBe(first?.text)
  await expect(panel(page)).toContainText(/Part 1 of \d+ · .* left of/)

  await speech.finish()
  await expect.poll(async () => (await speech.spoken()).length).toBe(2)
  expect(await speech.marked()).toBe((await speech.spoken())[1]?.text)

  // Space toggles wherever the focus is, on other buttons, too, unless one types.
  await page.locator('#main').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  expect((await speech.spoken())[2]?.text).toBe((await speech.spoken())[1]?.text)

  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(panel(page)).toContainText('About')
  expect(await speech.marked()).toBe('')

  await page.getByRole('button', { name: 'Play' }).click()
  await speech.hurry()
  await expect(panel(page)).toContainText('The end of the article.')
})

test('the spoken sentence scrolls into view', async ({ signedIn: page }) => {
  const speech = await stubSpeech(page)
  await open(page, '/long')
  await listen(page)
  await page.keyboard.press('Space')
  for (let part = 2; part <= 14; part++) {
    await speech.finish()
    await expect(panel(page)).toContainText(`Part ${part} of`)
  }
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(100)
})

test('speed and voice are kept, and voices of the language come first', async ({ signedIn: page }) => {
  const speech = await stubSpeech(page)
  await open(page)
  await listen(page)
  await page.getByText('1.5×').click()
  const settings = page.getByRole('button', { name: 'Voice, pitch and volume' })
  await settings.click()
  const voice = page.getByRole('combobox', { name: 'Voice' })
  expect(await voice.getByRole('option').allTextContents()).toEqual([
    'Samantha (en-US)',
    'Daniel (en-GB)',
    'Anna (de-DE)',
    'Amelie (fr-FR)',
  ])
  await voice.selectOption('Daniel (en-GB)')
  await page.getByRole('slider', { name: 'Pitch' }).fill('0.5')
  await page.keyboard.press('Escape')
  await page.reload()
  await listen(page)
  await page.keyboard.press('Space')
  await expect.poll(() => speech.spoken()).toMatchObject([{ rate: 1.5, pitch: 0.5, voice: 'Daniel' }])
})

test('speech begins at the selection, or at a paragraph', async ({ signedIn: page }) => {
  const speech = await stubSpeech(page)
  await open(page)
  const paragraph = page.locator('article p', { hasText: 'When the first flowers open' }).first()
  await listen(page)
  await paragraph.selectText()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await speech.spoken()).at(-1)?.text).toMatch(/^When the first flowers open/)

  await page.locator('article p', { hasText: 'By August the plant' }).first().hover()
  await page.getByRole('button', { name: 'Listen from here' }).click()
  await expect.poll(async () => (await speech.spoken()).at(-1)?.text).toMatch(/^By August the plant/)
})

test('the next article ends the speech', async ({ signedIn: page }) => {
  const speech = await stubSpeech(page)
  for (const title of ['One', 'Two']) await saveLink(page.request, site(`/t/${title}`), title)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Two', exact: true }).click()
  await listen(page)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.locator('#main').focus()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  const before = (await speech.spoken()).length
  await speech.finish()
  expect(await speech.spoken()).toHaveLength(before)
})

test('media keys pause and play', async ({ signedIn: page }) => {
  await stubSpeech(page)
  // The keys themselves cannot be pressed here, so the handlers are called as the browser calls them.
  await page.addInitScript(`
    window.mediaKeys = {}
    const set = MediaSession.prototype.setActionHandler
    MediaSession.prototype.setActionHandler = function (action, handler) {
      window.mediaKeys[action] = handler
      set.call(this, action, handler)
    }`)
  await open(page)
  await listen(page)
  await page.evaluate('window.mediaKeys.play()')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => page.evaluate('navigator.mediaSession.playbackState')).toBe('playing')
  await page.evaluate('window.mediaKeys.pause()')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.evaluate('window.mediaKeys.nexttrack()')
  await expect(panel(page)).toContainText('Part 2 of')
  await page.getByRole('button', { name: 'Close Listen' }).click()
  expect(await page.evaluate('window.mediaKeys.play')).toBeNull()
})

test('a browser without speech says so', async ({ signedIn: page }) => {
  await page.addInitScript('delete window.SpeechSynthesisUtterance')
  await open(page)
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  await expect(page.getByText('Text-to-speech is not supported in this browser.')).toBeVisible()
})
