import type { Page } from '@playwright/test'
import { expect, expectAccessible, saveLink, site, test } from '../src/journey.ts'

const open = async (page: Page, path = '/rich') => {
  const { id } = await saveLink(page.request, site(path), 'Rich')
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible()
  return id
}

test('a footnote opens in place, and its way back scrolls', async ({ signedIn: page }) => {
  await open(page)
  const mark = page.locator('article sup a')
  await mark.click()
  const note = page.getByRole('dialog', { name: 'Footnote' })
  await expect(note).toContainText('The footnote says a little more.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(mark).toBeFocused()
  await page.keyboard.press('Enter')
  await note.getByRole('button', { name: 'Show in the article' }).click()
  await expect(page.locator('article li', { hasText: 'The footnote says' })).toBeInViewport()
})

test('an image opens large, by mouse and by keyboard', async ({ signedIn: page }) => {
  await open(page)
  const image = page.getByRole('button', { name: /^Enlarge image: A gradient/ })
  await image.scrollIntoViewIfNeeded()
  await image.click()
  const dialog = page.getByRole('dialog', { name: 'A gradient' })
  await expect(dialog.getByRole('img')).toBeVisible()
  await expect(dialog).toContainText('Two colours that run into each other')
  await expectAccessible(page)
  await dialog.getByRole('img').click()
  await expect(dialog).toBeHidden()
  await expect(image).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(image).toBeFocused()
})

test('code is copied', async ({ signedIn: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  const code = page.locator('article .code').first()
  await code.hover()
  await code.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Code copied', { exact: true })).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('throw new Error')
})

test('formulas are drawn, and one that cannot be drawn stays text', async ({ signedIn: page }) => {
  await open(page)
  const formulas = page.locator('article [data-math]')
  await formulas.first().scrollIntoViewIfNeeded()
  await expect(formulas.first()).toHaveAttribute('data-tex', 'E = mc^2')
  await expect(formulas.first().locator('math')).toBeAttached()
  await expect(formulas.last()).toHaveText('\\frac{1}{')
})

test('reading continues on another device', async ({ signedIn: page, browser, account, baseURL }) => {
  const id = await open(page, '/long')
  const half = 'document.documentElement.scrollHeight / 2'
  const kept = page.waitForResponse(answer => answer.url().endsWith('/position'))
  await page.evaluate(`window.scrollTo(0, ${half})`)
  expect((await kept).status()).toBe(204)

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await elsewhere.newPage()
  const { email, password } = account
  expect((await elsewhere.request.post('/api/login', { data: { email, password } })).ok()).toBe(true)
  await other.goto(`/reader/${id}`)
  await other.getByRole('button', { name: /continue/i }).click()
  await expect.poll(() => other.evaluate('window.scrollY')).toBeGreaterThan(1_000)
  const words = (of: Page) =>
    of.evaluate('document.caretRangeFromPoint(innerWidth / 2, 90)?.startContainer.textContent')
  expect(await words(other)).toBe(await words(page))
  await elsewhere.close()
})

test('typeface and line length change the column and are kept', async ({ signedIn: page }) => {
  await open(page, '/long')
  const text = page.locator('article p').first()
  const width = async () => (await text.boundingBox())?.width ?? 0
  const before = await width()
  const settings = () => page.getByRole('button', { name: 'Text size and theme' }).click()
  await settings()
  await page.getByText('Narrow', { exact: true }).click()
  await page.getByText('Plain', { exact: true }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  expect(await width()).toBeLessThan(before)
  await page.reload()
  await expect(text).toHaveCSS('font-family', /^"?Inter/)
  await settings()
  await expect(page.getByRole('radio', { name: 'Narrow' })).toBeChecked()
})

test('a line has 60 to 75 characters in every face and width', async ({ signedIn: page }) => {
  await open(page, '/long')
  await page.getByRole('button', { name: 'Text size and theme' }).click()
  for (const face of ['Book', 'Plain'])
    for (const width of ['Narrow', 'Medium', 'Wide']) {
      await page.getByText(face, { exact: true }).click()
      await page.getByText(width, { exact: true }).click()
      const characters = (await page.evaluate(CHARACTERS_A_LINE)) as number
      expect(characters, `${face}, ${width}`).toBeGreaterThanOrEqual(60)
      expect(characters, `${face}, ${width}`).toBeLessThanOrEqual(75)
    }
})

/** Script for the page. How many of the article's characters fit into a line, were there no words. */
const CHARACTERS_A_LINE = `document.fonts.ready.then(() => {
  const column = document.querySelector('article')
  const line = document.createElement('span')
  line.style.whiteSpace = 'nowrap'
  line.textContent = [...column.querySelectorAll('p')].map(p => p.textContent).join(' ').slice(0, 1000)
  column.append(line)
  const characters = column.clientWidth / (line.getBoundingClientRect().width / 1000)
  line.remove()
  return characters
})`

const readAgain = async (page: Page) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Read the page again' }).click()
}

test('a page is read again, and each of its versions can be read', async ({ signedIn: page }) => {
  await open(page, `/edited/${Date.now()}`)
  const old = page.getByText('Pick the fruit when it comes off')
  const changed = page.getByText('This spring we looked at every sentence again')
  await expect(old).toBeVisible()
  await readAgain(page)
  await expect(page.getByText('The article has changed', { exact: true })).toBeVisible()
  await expect(changed).toBeVisible()
  await page.getByRole('button', { name: '2 versions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions of this article' })
  await expectAccessible(page)
  await dialog.getByRole('listitem').last().getByRole('button').click()
  await expect(old).toBeVisible()
  await page.getByRole('button', { name: 'Show the newest' }).click()
  await expect(changed).toBeVisible()
})

test('a page that has not changed is up to date', async ({ signedIn: page }) => {
  await open(page, '/t/Unchanged')
  await readAgain(page)
  await expect(page.getByText('The article is up to date', { exact: true })).toBeVisible()
})

test('the dark theme follows the app, and sepia stays', async ({ signedIn: page }) => {
  const id = await open(page, '/t/Themes')
  const root = page.locator('html')
  await page.getByRole('button', { name: 'Text size and theme' }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.goto('/dashboard')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /light theme/i }).click()
  await page.goto(`/reader/${id}`)
  await expect(root).toHaveAttribute('data-theme', 'light')
})
