import { expect, grant, saveLinks, test } from '../src/journey.ts'

test('the header shows every entry, and the free plan shows its banner', async ({
  signedIn: page,
  account,
}) => {
  await saveLinks(page.request, ['One', 'Two'])
  await page.goto('/dashboard')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Add Link' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Import' })).toHaveAttribute('href', '/import')
  await expect(header.getByRole('link', { name: 'Free - Upgrade' })).toHaveAttribute('href', '/pricing')
  const banner = page.getByRole('region', { name: 'Free plan' })
  await expect(banner).toContainText('2 of 500 articles')
  await expect(banner.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/pricing')
  await expect(page.getByRole('region', { name: 'Your plan' })).toHaveCount(0)

  await header.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await header.getByRole('button', { name: 'Account menu' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(account.email)
  await expect(menu.getByRole('menuitem')).toHaveText([
    'History',
    'Recently deleted',
    'Look back',
    'Settings',
    'Keyboard shortcuts',
    'Help & Support',
    'Sign out',
  ])
  await menu.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('each plan shows its badge and card, also in an open tab', async ({ signedIn: page, account }) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Free plan' })).toBeVisible()
  const card = page.getByRole('region', { name: 'Your plan' })
  for (const [plan, badge, used] of [
    ['basic', 'Basic', '1 of 2,000 articles'],
    ['pro', 'Pro', '1 of 10,000 articles'],
    ['ultra', 'Ultra', '1 of 50,000 articles'],
    ['legacy_unlimited', 'Unlimited', '1 article · Unlimited'],
  ] as const) {
    await grant(account, plan)
    const link = page.getByRole('banner').getByRole('link', { name: badge, exact: true })
    await expect(link).toHaveAttribute('href', '/pricing')
    await expect(card).toContainText('Lifetime')
    await expect(card).toContainText(used)
    await expect(page.getByRole('region', { name: 'Free plan' })).toHaveCount(0)
  }
})

test('the menu of a phone shows the entries of the header and the sidebar', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await button.click()
  await expect(sheet.getByRole('link', { name: /All Articles/ })).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Free - Upgrade' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await button.click()
  await sheet.getByRole('button', { name: 'Add Link' }).click()
  await expect(page.getByRole('dialog', { name: 'Add New Link' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const [entry, path] of [
    ['Import', '/import'],
    ['Help & Support', '/help'],
    ['Sign out', '/login'],
  ] as const) {
    await page.goto('/dashboard')
    await button.click()
    await sheet.getByRole('button', { name: entry }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('the banner of the free plan is a thin line until 60 % are used', async ({ signedIn: page }) => {
  let used = 299
  await page.route('**/api/counts', async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), used } })
  })
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  const banner = page.getByRole('region', { name: 'Free plan' })
  await expect(banner).toContainText('299 of 500 articles')
  expect((await banner.boundingBox())?.height).toBeLessThan(36)
  used = 300
  await page.reload()
  await expect(banner).toContainText('300 of 500 articles')
  await expect.poll(async () => (await banner.boundingBox())?.height).toBeGreaterThan(44)
})
