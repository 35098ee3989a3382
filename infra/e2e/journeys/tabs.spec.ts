import type { BrowserContext, Page } from '@playwright/test'
import { expect, saveLinks, test } from '../src/journey.ts'

const star = (page: Page) =>
  page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' })

/** The connections for pushed changes that the tabs open, as they are requested. */
const countConnections = (context: BrowserContext): string[] => {
  const opened: string[] = []
  context.on('request', request => {
    if (new URL(request.url()).pathname === '/api/changes') opened.push(request.url())
  })
  return opened
}

const openTab = async (context: BrowserContext): Promise<Page> => {
  const tab = await context.newPage()
  await tab.goto('/dashboard')
  await expect(star(tab)).toBeVisible()
  return tab
}

test.beforeEach(({ signedIn: page }) => saveLinks(page.request, ['One']))

test('an act in one tab shows in the other, and one tab alone follows the changes', async ({ context }) => {
  const connections = countConnections(context)
  const [first, second] = [await openTab(context), await openTab(context)]
  await star(first).click()
  await expect(star(second)).toHaveAttribute('aria-pressed', 'true')
  await star(second).click()
  await expect(star(first)).toHaveAttribute('aria-pressed', 'false')
  await saveLinks(context.request, ['Two'])
  for (const tab of [first, second]) await expect(tab.getByRole('article', { name: 'Two' })).toBeVisible()
  expect(connections).toHaveLength(1)
})

test('an act without a connection shows in the other tab, too, and a refusal takes it away in both', async ({
  context,
}) => {
  const [first, second] = [await openTab(context), await openTab(context)]
  await context.setOffline(true)
  await star(second).click()
  for (const tab of [first, second]) {
    await expect(star(tab)).toHaveAttribute('aria-pressed', 'true')
    await expect(tab.getByText('Offline · 1 change not sent yet')).toBeVisible()
  }
  await context.route('**/favorite', route =>
    route.fulfill({ status: 500, json: { message: 'No.', error: 'No.' } }),
  )
  await context.setOffline(false)
  for (const tab of [first, second]) {
    await expect(star(tab)).toHaveAttribute('aria-pressed', 'false')
    await expect(tab.getByText(/^Offline( ·|$)/)).toBeHidden()
  }
  await expect(second.getByText('Failed to toggle favorite', { exact: true })).toBeVisible()
})

test('eight tabs load and stay live, and the lead passes on when the leading tab closes', async ({
  context,
}) => {
  const connections = countConnections(context)
  const tabs: Page[] = []
  for (let n = 0; n < 8; n += 1) tabs.push(await openTab(context))
  await saveLinks(context.request, ['Two'])
  for (const tab of tabs) await expect(tab.getByRole('article', { name: 'Two' })).toBeVisible()
  expect(connections).toHaveLength(1)

  const [leading, ...others] = tabs
  await leading?.close()
  await expect.poll(() => connections.length).toBe(2)
  await saveLinks(context.request, ['Three'])
  for (const tab of others) await expect(tab.getByRole('article', { name: 'Three' })).toBeVisible()
  const [second, third] = others
  if (!second || !third) throw new Error('there are not enough tabs')
  await star(third).click()
  await expect(star(second)).toHaveAttribute('aria-pressed', 'true')
  const found = async () => (await (await context.request.get('/api/links?favorite=true')).json()).total
  await expect.poll(found).toBe(1)
  expect(connections).toHaveLength(2)
})
