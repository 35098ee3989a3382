import type { Page } from '@playwright/test'
import { type Place, quotedWords } from '../../../frontend/src/site/help/answer.ts'
import { ANSWERS } from '../../../frontend/src/site/help/answers/answers.ts'
import { importLibrary, prepareLibrary } from '../src/help-library.ts'
import { PLACES } from '../src/help-places.ts'
import { type Account, expect, expectAccessible, newAccount, test } from '../src/journey.ts'
import { stubSpeech } from '../src/speech-stub.ts'

/** All that is shown: texts, and the names of buttons, fields and choices. */
const SHOWN = `[
  document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [placeholder], option')]
    .filter(element => element.tagName === 'OPTION' || element.checkVisibility())
    .map(element => [element.ariaLabel, element.placeholder, element.textContent].join('\\n')),
].join('\\n')`

const has = (shown: string, words: string) =>
  new RegExp(`(?<!\\w)${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`).test(shown)

test('the words that answers quote stand where the answers say', async ({
  signedIn: page,
  account,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const shown = new Map<Place, string>()
  await stubSpeech(page)
  const library = await prepareLibrary(page, account)
  const other = async () => (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  const signUp = async (someone: Account, on: Page) => {
    expect((await on.request.post('/api/signup', { data: someone })).ok()).toBe(true)
    return on
  }
  const visitor = await other()
  const fresh = await signUp(newAccount(), await other())
  const importer = newAccount()
  const large = await signUp(importer, await other())
  const ledger = await importLibrary(large, importer)

  for (const place of new Set(ANSWERS.flatMap(({ places }) => places)))
    await test.step(place, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.context().setOffline(false)
      const at = await PLACES[place]({ page, library, large, ledger, fresh, visitor })
      shown.set(place, await at.evaluate<string>(SHOWN))
    })

  const wrong = ANSWERS.flatMap(answer =>
    quotedWords(answer)
      .filter(words => !answer.places.some(place => has(shown.get(place) ?? '', words)))
      .map(words => `${answer.slug}: ${words}`),
  )
  expect(wrong).toEqual([])
  for (const each of [visitor, fresh, large]) await each.context().close()
})

test('the screens that answers lead to are there', async ({ signedIn: page }) => {
  for (const path of new Set(ANSWERS.flatMap(({ goTo }) => goTo?.href ?? []))) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    // A dialog hides the screen below it from assistive technology.
    await expect(page.locator('h1'), path).not.toHaveText('This page is not in the book.')
  }
})

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search the help centre' })
const found = (page: Page) => page.getByRole('region', { name: 'Answers found' })

test('answers are found as one types, and the address names the search', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('link', { name: 'How do I import from Pocket?' })).toBeVisible()
  await field(page).pressSequentially('pocket')
  await expect(page).toHaveURL('/help?q=pocket')
  await expect(found(page).getByRole('heading').first()).toHaveText('How do I import from Pocket?')
  await expect(page.getByRole('heading', { name: 'Bulk operations' })).toBeHidden()
  await expectAccessible(page)

  await field(page).press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help/import-from-pocket')
  await expect(page).toHaveTitle('How do I import from Pocket? · Lectern')
  await page.goBack()
  await expect(field(page)).toHaveValue('pocket')
  await expect(found(page).getByRole('heading').first()).toHaveText('How do I import from Pocket?')

  await field(page).fill('zebra crossing')
  await expect(page.getByText('No answer has “zebra crossing”.')).toBeVisible()
  await expect(found(page).getByRole('link', { name: 'write to support' })).toBeVisible()
  await field(page).press('Escape')
  await expect(page).toHaveURL('/help')
  await expect(page.getByRole('heading', { name: 'Bulk operations' })).toBeVisible()
})

const READ = ['/help', '/help/import-a-library', '/privacy', '/terms']

test('help and legal pages are accessible in both themes, and fit 320 px', async ({ page }) => {
  for (const path of READ)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: colorScheme === 'dark' ? 320 : 1440, height: 800 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
    }
})

test('without script the pages are read in full, and there is no field that would do nothing', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/help?q=pocket')
  await expect(field(page)).toBeHidden()
  await page.getByRole('link', { name: 'How do I import 5,000 articles or more?' }).click()
  await expect(page.getByRole('article')).toContainText('batches of 2,000 to 3,000')
  await page
    .getByRole('navigation', { name: 'Import and export' })
    .getByRole('link', { name: /Pocket/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do I import from Pocket?')
  await page.goto('/privacy')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('heading', { name: /Payments/ })).toBeInViewport()
  await context.close()
})
