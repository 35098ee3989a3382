import type { Page } from '@playwright/test'
import { type Place, quotedWords } from '../../../frontend/src/site/help/answer.ts'
import { ANSWERS, CATEGORIES } from '../../../frontend/src/site/help/answers/answers.ts'
import { importLibrary, prepareLibrary, saveChanged } from '../src/help-library.ts'
import { PLACES } from '../src/help-places.ts'
import { type Account, expect, newAccount, test } from '../src/journey.ts'
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

/** Makes something when it is first asked for. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Answers by category. Those of a long one come in two parts, which run beside each other. */
const GROUPS = CATEGORIES.flatMap(({ name, answers }) => {
  const half = Math.ceil(answers.length / 2)
  return answers.length < 20
    ? [{ name, answers }]
    : [
        { name: `${name}, first half`, answers: answers.slice(0, half) },
        { name: `${name}, second half`, answers: answers.slice(half) },
      ]
})

for (const { name, answers } of GROUPS)
  test(`the words that answers of “${name}” quote stand where the answers say`, async ({
    signedIn: page,
    account,
    browser,
    baseURL,
  }) => {
    const shown = new Map<Place, string>()
    await stubSpeech(page)
    const others: Page[] = []
    const visitor = once(async () => {
      const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
      others.push(other)
      return other
    })
    const signUp = async (someone: Account) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '' })
      expect((await context.request.post('/api/signup', { data: someone })).ok()).toBe(true)
      const other = await context.newPage()
      others.push(other)
      return other
    }
    const at = {
      ...{ page, library: await prepareLibrary(page, account), visitor },
      changed: once(() => saveChanged(page)),
      fresh: once(() => signUp(newAccount())),
      large: once(async () => {
        const importer = newAccount()
        const large = await signUp(importer)
        return { large, ledger: await importLibrary(large, importer) }
      }),
    }
    for (const place of new Set(answers.flatMap(({ places }) => places)))
      await test.step(place, async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.context().setOffline(false)
        const on = await PLACES[place](at)
        shown.set(place, await on.evaluate<string>(SHOWN))
      })

    const wrong = answers.flatMap(answer =>
      quotedWords(answer)
        .filter(words => !answer.places.some(place => has(shown.get(place) ?? '', words)))
        .map(words => `${answer.slug}: ${words}`),
    )
    expect(wrong).toEqual([])
    for (const other of others) await other.context().close()
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

test('the pages are read in full without script, and there is no field that would do nothing', async ({
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
