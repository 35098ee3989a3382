import { globSync, readFileSync } from 'node:fs'
import { expect, saveLinks, test } from '../src/journey.ts'

const PAGES = [
  ['/pricing', 'Pay once. Keep it for life.', 'The price of the earlier plan is not taken off.'],
  ['/help', 'How can we help?', 'import'],
  ['/support', 'Ask us. A person answers.', 'within 30 days of the payment'],
  ['/docs', 'Your library, from your programs.', 'DELETE /api/links/bulk'],
  ['/privacy', 'Privacy policy', 'Responsible for the data on this server is the operator of this site.'],
  ['/terms', 'Terms', 'with notice, so that you can take your notes and links along'],
] as const
const UNKNOWN = '/nowhere/at.all'
const SOURCES = new URL('../../../frontend/src/', import.meta.url).pathname

/** The addresses of our own that a text links to, without query and fragment. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/(?:href|to)=["{`']{1,2}(\/[\w/-]*)(?=["'`?#])|navigate\('(\/[\w/-]*)/g)]
    .map(([, href, to]) => href ?? to ?? '')
    .filter(path => !path.startsWith('//'))

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the public pages can be read', async ({ page }) => {
    for (const [path, heading, text] of PAGES) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
      await expect(page.getByRole('main')).toContainText(text)
      await expect(page.getByRole('main')).not.toContainText('lectern.invalid')
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible()
    }
  })

  test('an unknown address is a 404 that searches the help', async ({ page }) => {
    const answer = await page.goto(UNKNOWN)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('not in the book')
    await page.getByLabel('Search the help centre').fill('import')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/help\?q=import$/)
  })
})

test('the first Tab stop of a public page skips its navigation', async ({ page }) => {
  await page.goto('/support')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the public pages are printed without their frame, in ink on white', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const path of [...PAGES.map(([path]) => path), '/help/save-a-link']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
  }
})

test('a person who uses the app finds the way back to it', async ({ signedIn: page }) => {
  await saveLinks(page.request, ['Tomatoes on a balcony'])
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Free - Upgrade' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click()
  const mail = page.getByRole('link', { name: 'Write to support' })
  await expect(mail).toHaveAttribute('href', /^mailto:[^?]+\?subject=Support&body=.*Plan%3A%20free/)
  await page.getByRole('link', { name: 'Your library' }).click()
  await expect(page.getByRole('article', { name: 'Tomatoes on a balcony' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Ask us.' })).toBeVisible()

  await page.goto(UNKNOWN)
  await page.getByLabel('Search your library').fill('balcony')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/dashboard\?q=balcony$/)
  await expect(page.getByRole('article', { name: 'Tomatoes on a balcony' })).toBeVisible()
})

test('a link of the app to a public page loads that page', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay once.')
  await page.goBack()
  await expect(page.getByLabel('Email or Username')).toBeVisible()
})

test('no link leads to the 404 page', async ({ request }) => {
  const accept = 'text/html'
  const code = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.*'] })
  const wanted = new Set(code.flatMap(file => linksIn(readFileSync(`${SOURCES}${file}`, 'utf8'))))
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const [, url = ''] of sitemap.matchAll(/<loc>(.*?)<\/loc>/g)) wanted.add(new URL(url).pathname)
  expect(wanted.size).toBeGreaterThan(20)
  const broken: string[] = []
  // A set's loop also reaches what is added meanwhile.
  for (const path of wanted) {
    const answer = await request.get(path, { headers: { accept } })
    if (answer.status() !== 200) broken.push(`${path}: ${answer.status()}`)
    for (const link of linksIn(await answer.text())) wanted.add(link)
  }
  expect(broken).toEqual([])
})
