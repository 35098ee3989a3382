import type { Page } from '@playwright/test'
import { expect, PAGE_READ_MS, saveLink, site, test } from '../src/journey.ts'
import { drawnNotes, groundOf, selectByHandles } from '../src/words-on-page.ts'

const open = async (page: Page, path = '/rich') => {
  const { id } = await saveLink(page.request, site(path), 'Rich')
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible({ timeout: PAGE_READ_MS })
  return id
}

test('a footnote opens in place, and its way back scrolls', async ({ signedIn: page }) => {
  await open(page)
  const mark = page.locator('article sup a')
  await mark.click()
  const note = page.getByRole('dialog', { name: 'Footnote' })
  await expect(note).toContainText('The footnote says a little more.')
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
  await expect(other.getByRole('button', { name: /^Back to the top/ })).toBeVisible()
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
  await page.keyboard.press('Escape')
  expect(await width()).toBeLessThan(before)
  await page.reload()
  await expect(text).toHaveCSS('font-family', /^"?Inter/)
  for (const [face, family] of [
    ['Humanist', 'Source Sans 3 Variable'],
    ['Dyslexic', 'OpenDyslexic'],
  ] as const) {
    const isLoaded = () =>
      page.evaluate<boolean>(
        `document.fonts.check('16px "${family}"') && [...document.fonts].some(({ family, status }) => family.includes('${family}') && status === 'loaded')`,
      )
    expect(await isLoaded()).toBe(false)
    await settings()
    await page.getByText(face, { exact: true }).click()
    await page.getByText('Open', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect.poll(isLoaded).toBe(true)
  }
  await page.reload()
  await expect(text).toHaveCSS('line-height', '31.2px')
  await settings()
  await expect(page.getByRole('radio', { name: 'Narrow' })).toBeChecked()
  await page.goto('/settings')
  await expect(page.getByRole('figure').getByText('The lamp was low')).toHaveCSS(
    'font-family',
    /^"?OpenDyslexic/,
  )
})

test('a line has 60 to 75 characters at every size, in every face and width, and the title follows the size', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/long')
  await page.getByRole('button', { name: 'Text size and theme' }).click()
  const smaller = page.getByRole('button', { name: 'Smaller text' })
  const larger = page.getByRole('button', { name: 'Larger text' })
  while (await smaller.isEnabled()) await smaller.click()
  const title = page.getByRole('heading', { level: 1 })
  const titleSize = () =>
    page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)`)
  const sizes: number[] = []
  for (;;) {
    sizes.push(await titleSize())
    // The faces that come when they are chosen are tried at one size.
    const later = sizes.length === 1 ? ['Humanist', 'Dyslexic'] : []
    for (const face of ['Book', 'Plain', ...later])
      for (const width of ['Narrow', 'Medium', 'Wide']) {
        for (const choice of [face, width]) {
          await page.getByText(choice, { exact: true }).click()
          await expect(page.getByRole('radio', { name: choice })).toBeChecked()
        }
        const what = `${await page.getByRole('status').first().textContent()}, ${face}, ${width}`
        const fits = async () => {
          const characters = (await page.evaluate(CHARACTERS_A_LINE)) as number
          return characters >= 60 && characters <= 75 ? 'fits' : `${characters} characters`
        }
        await expect.poll(fits, what).toBe('fits')
      }
    if (await larger.isDisabled()) break
    await larger.click()
  }
  expect(sizes).toEqual([35, 37.5, 40, 42.5, 45, 47.5, 50])
  await expect(title).toHaveCSS('text-wrap', 'balance')
})

test('a wide table scrolls inside, by keyboard too, and fades where it goes on', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  const table = page.getByRole('region', { name: 'Harvest by month' })
  await table.scrollIntoViewIfNeeded()
  const hasEdges = async (start: string, end: string) => {
    await expect(table).toHaveCSS('--fade-start', start)
    await expect(table).toHaveCSS('--fade-end', end)
  }
  await hasEdges('0px', '48px')
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate(node => node.scrollLeft)).toBeGreaterThan(0)
  await table.evaluate(node => node.scrollTo({ left: node.scrollWidth, behavior: 'instant' }))
  await hasEdges('48px', '0px')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('a tall picture is as high as the screen allows, and opens large by click and by Enter', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/tall')
  const picture = page.getByRole('button', { name: 'Enlarge image: Beds of tomatoes' })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => page.evaluate(`document.querySelector('article img[alt="Beds of tomatoes"]').naturalHeight`))
    .toBe(1_600)
  const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 }
  expect(height).toBeLessThanOrEqual(0.85 * 900 + 1)
  expect(height / width).toBeCloseTo(4, 1)
  const large = page.getByRole('dialog', { name: 'Beds of tomatoes' }).getByRole('img')
  for (const open of [() => picture.click(), () => picture.press('Enter')]) {
    await open()
    await expect(large).toBeVisible()
    expect((await large.boundingBox())?.height).toBe(1_600)
    await page.keyboard.press('Escape')
    await expect(picture).toBeFocused()
  }
})

test('an article on paper is black on white, with its links and highlights and without bars', async ({
  signedIn: page,
}) => {
  await open(page)
  const content = 'worth keeping safe'
  await page.evaluate('localStorage.setItem("theme", "dark")')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('article p').first()).toBeVisible()
  await selectByHandles(page, content)
  await page.getByRole('button', { name: 'Highlight', exact: true }).click()
  await expect.poll(() => drawnNotes(page)).toEqual({ 'note-fbbf24': [content] })
  const dark = await groundOf(page, 'note-fbbf24')
  await expect(page.getByRole('complementary', { name: 'Notes' })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  for (const gone of [
    page.getByRole('banner'),
    page.getByRole('complementary', { name: 'Notes' }),
    page.getByRole('navigation', { name: 'In this article' }),
    page.getByRole('button', { name: 'Copy code' }).first(),
  ])
    await expect(gone).toBeHidden()
  await expect(page.locator('article p').first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const light = await groundOf(page, 'note-fbbf24')
  expect(light).not.toBe(dark)
  expect(light).toBe('rgb(253, 220, 135)')
  expect(
    await page.evaluate(
      `getComputedStyle(document.querySelector('article a[href$="/soil"]'), '::after').content`,
    ),
  ).toContain(site('/soil'))
  await expect(page.getByText(site('/rich'))).toBeVisible()
  const table = page.getByRole('region', { name: 'Harvest by month' })
  await expect(table).toHaveCSS('overflow-x', 'visible')
  await expect(table).toHaveCSS('mask-image', 'none')
  expect((await page.pdf({ format: 'A4' })).byteLength).toBeGreaterThan(10_000)
})

/** Script for the page. How many of the article's characters fit into a line, were there no words. */
const CHARACTERS_A_LINE = `(async () => {
  const column = document.querySelector('article')
  // The typeface may not have been asked for yet. The fallbacks after it need not be on this machine.
  const [family] = getComputedStyle(column.querySelector('p')).fontFamily.split(',')
  await document.fonts.load('1em ' + family)
  const line = document.createElement('span')
  line.style.whiteSpace = 'nowrap'
  line.textContent = [...column.querySelectorAll('p')].map(p => p.textContent).join(' ').slice(0, 1000)
  column.append(line)
  const characters = column.clientWidth / (line.getBoundingClientRect().width / 1000)
  line.remove()
  return characters
})()`

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
