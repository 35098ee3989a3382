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

/** The acts that the device keeps of its user. */
const COUNT_ACTS = `(async () => {
  const { name } = (await indexedDB.databases()).find(each => each.name.startsWith('lectern-outbox-'))
  const opened = indexedDB.open(name)
  await new Promise(done => { opened.onsuccess = done })
  const asked = opened.result.transaction('acts').objectStore('acts').count()
  await new Promise(done => { asked.onsuccess = done })
  opened.result.close()
  return asked.result
})()`

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

test('a favourite is one write and no read in two tabs and on another device', async ({
  context,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext({
    ...{ baseURL: baseURL ?? '', storageState: await context.storageState() },
    serviceWorkers: 'block',
  })
  const tabs = [await openTab(context), await openTab(context), await openTab(other)] as const
  for (const tab of tabs) {
    await tab.waitForLoadState('networkidle')
    // What was read seconds ago is older than any push on its way. The tab need not wait for that.
    await tab.evaluate('{ const { now } = Date; Date.now = () => now() + 10_000 }')
  }
  const requests: string[] = []
  for (const of of [context, other])
    of.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  for (const [n, tab] of tabs.entries()) {
    await star(tab).click()
    for (const each of tabs) await expect(star(each)).toHaveAttribute('aria-pressed', String(n % 2 === 0))
  }
  // A device forgets an act once its pages show it without reading it, or have read it.
  for (const tab of tabs) await expect.poll(() => tab.evaluate(COUNT_ACTS)).toBe(0)
  const made = requests.filter(request => request.includes('/api/'))
  expect(made).toEqual(tabs.map(() => expect.stringMatching(/^PATCH .*\/favorite$/)))
  await other.close()
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
