import { expect, grant, PAGE_READ_MS, saveLink, site, test } from '../src/journey.ts'
import { everyLook } from '../src/looks.ts'

test.beforeEach(async ({ signedIn: page }) => {
  await saveLink(page.request, 'https://garden.localhost/tomatoes', 'Growing Tomatoes', { tags: ['garden'] })
  await saveLink(page.request, 'https://logs.localhost/kafka', 'What a log is', { note: 'Réread it.' })
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a search runs while typing, marks the matches and is kept in the address', async ({
  signedIn: page,
}) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('mato')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article').locator('mark').first()).toHaveText('mato')
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('mato')
  await expect(page.getByRole('article')).toHaveCount(1)
  for (const [text, title, marked] of [
    ['#garden', 'Growing Tomatoes', 'garden'],
    ['site:logs.localhost', 'What a log is', 'logs.localhost'],
    ['REREAD', 'What a log is', 'Réread'],
  ] as const) {
    await page.getByRole('searchbox').fill(text)
    await expect(page.getByRole('article', { name: title })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.locator('article mark')).toHaveText([marked])
  }
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('Nothing matches “nothing like it”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('pages that could not be read are found and tried again, all at once', async ({ signedIn: page }) => {
  await saveLink(page.request, site('/flaky/search-1'), 'A flaky one')
  await saveLink(page.request, site('/flaky/search-2'), 'Another flaky one')
  await page.goto('/dashboard?q=is:unreadable+flaky')
  await expect(page.getByText('2 pages could not be read.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry all' }).click()
  await expect(page.getByText('Trying 2 pages again')).toBeVisible()
  await expect(page.getByText('Nothing matches “is:unreadable flaky”')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'A flaky one' }).getByText(/\d+ min/)).toBeVisible()
})

for (const width of everyLook(320, 1280))
  test(`the help explains the syntax at ${width} px`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 640 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const button = page.getByRole('button', { name: 'How to search' })
    const help = page.getByRole('dialog', { name: 'How to search' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(help.getByText('site:example.org')).toBeVisible()
    await expect(help.getByText('More, with a lifetime plan')).toBeVisible()
    await expect(help.getByRole('button', { name: 'Close' })).toBeFocused()
    const [box, under] = [await help.boundingBox(), await page.getByRole('searchbox').boundingBox()]
    expect(box?.y).toBeGreaterThanOrEqual((under?.y ?? 0) + (under?.height ?? 0))
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640)
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await expect(button).toBeFocused()
    // The search works while the help is open; its button closes it.
    await button.click()
    await page.getByRole('searchbox').fill('#garden')
    await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(1)
    await expect(help).toBeVisible()
    await button.click()
    await expect(help).toBeHidden()
  })

test('advanced terms are explained on the free plan and searched on a paid plan', async ({
  signedIn: page,
  account,
}) => {
  await page.goto('/dashboard?q=is%3Afavorite')
  await expect(page.getByText('Nothing matches “is:favorite”')).toBeVisible()
  const note = page.getByText('need a lifetime plan; they were read as plain words.')
  await expect(note).toBeVisible()
  await expect(note.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/pricing')

  await grant(account, 'basic')
  await page.goto('/dashboard')
  const card = page.getByRole('article', { name: 'What a log is' })
  await card.getByRole('button', { name: 'Favorite' }).click()
  await page.getByRole('searchbox').fill('is:favorite -tomatoes')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card).toBeVisible()
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'How to search' }).click()
  await expect(page.getByText('With your plan, too')).toBeVisible()
})

test('a late answer never replaces the result of a newer search', async ({ signedIn: page }) => {
  const late = Promise.withResolvers<void>()
  await page.route(/\/api\/links\?.*q=log(&|$)/, async route => {
    await late.promise
    await route.continue().catch(() => undefined)
  })
  const asked = page.waitForRequest(/q=log(&|$)/)
  await page.getByRole('searchbox').fill('log')
  await asked
  await page.getByRole('searchbox').fill('tomato')
  await expect(page.getByRole('article')).toHaveCount(1)
  late.resolve()
  await page
    .getByRole('article', { name: 'Growing Tomatoes' })
    .getByRole('button', { name: 'Favorite' })
    .click()
  await expect(page.getByRole('article', { name: 'Growing Tomatoes' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL(/q=tomato/)
})

test('a link that only its article matches shows the words around the match, in cards and rows', async ({
  signedIn: page,
  account,
}) => {
  await grant(account, 'pro')
  const { id } = await saveLink(page.request, site('/t/Balconies'), 'On balconies', {
    note: 'Read it twice.',
  })
  await expect
    .poll(async () => (await (await page.request.get(`/api/links/${id}`)).json()).extraction, {
      timeout: PAGE_READ_MS,
    })
    .toBe('ready')
  const card = page.getByRole('article', { name: 'On balconies' })
  for (const [view, width] of [
    ['grid', 1280],
    ['list', 1280],
    ['list', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/dashboard?view=${view}&q=overnight`)
    await expect(card.locator('mark')).toHaveText(['overnight'])
    await expect(card.locator('p', { has: page.locator('mark') })).toContainText('Soak the roots overnight')
    await expect(card.locator('mark')).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('searchbox').fill('twice')
  await expect(card.locator('mark')).toHaveText(['twice'])
  await expect(card).not.toContainText('overnight')
})
