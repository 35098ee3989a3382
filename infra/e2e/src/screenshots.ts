import { mkdirSync } from 'node:fs'
import { startStack } from '@lectern/stack/start-stack.ts'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { startFixtureSite } from './fixture-site.ts'

/** Draws the README's pictures with a real stack and real extraction. Fixture pages stand for sites with the names below. */

const OUT = new URL('../../../docs/screenshots/', import.meta.url).pathname

const LINKS: [path: string, title: string, note: string | null, tags: string[]][] = [
  [
    'research.example/t/The-cloud-gives-us-collaboration-and-takes-away-ownership',
    'Software that keeps working when the network does not',
    null,
    ['crdt', 'sync'],
  ],
  [
    'typography.example/a/Designing-for-reading-at-night',
    'Designing for reading at night: contrast and warmth',
    null,
    ['type', 'a11y'],
  ],
  [
    'essays.example/t/I-had-copied-the-line-out-three-times-in-three-decades-without-remembering',
    'Why the best notes are the ones you never meant to keep',
    'For the talk.',
    ['writing', 'memory', 'essay'],
  ],
  [
    'garden.example/a/A-practical-guide-to-growing-tomatoes-on-a-balcony',
    'A practical guide to growing tomatoes on a balcony',
    'Soak the roots overnight first.',
    ['garden'],
  ],
  [
    'notes.example/t/An-anchor-that-only-counts-characters-is-a-promise-the-web-cannot-keep',
    'Highlights that survive: robust anchoring on a web that changes',
    null,
    ['annotation', 'web'],
  ],
  [
    'engineering.example/a/What-a-log-is,-and-why-every-system-ends-up-with-one',
    'What a log is, and why every system ends up with one',
    'The chapter on compaction is the one to reread.',
    ['kafka', 'logs', 'systems', 'databases'],
  ],
]

mkdirSync(OUT, { recursive: true })
const site = await startFixtureSite()
const stack = await startStack({ env: { RATE_LIMITS: 'off', FETCH_ALLOW_HOSTS: site.host } })
const browser = await chromium.launch(config.use?.launchOptions)

/** Shows the fixture pages under the site names that they stand for. */
const serveUnderOwnNames = async (context: BrowserContext) => {
  await context.route('**/api/links**', async route => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(`${site.url}/`, 'https://'),
    })
  })
  await context.route(/^https:\/\/[\w-]+\.example\//, async route => {
    const { host, pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${site.url}/${host}${pathname}` }) })
  })
}

const open = async (viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') => {
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport,
    colorScheme,
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  await serveUnderOwnNames(context)
  return context.newPage()
}

/** An export with rows of every fate. */
const POCKET_CSV = [
  'title,url,time_added,tags,status',
  ...Array.from({ length: 480 }, (_, n) => {
    const url = `https://harbour-notes.example/${n % 468}`
    return `Letter ${n} from the harbour,${url},${1_400_000_000 + n * 86_400},letters|sea,unread`
  }),
  'A page that was never saved,,1500000000,,unread',
  'A bookmarklet,javascript:void(0),1500000000,,unread',
].join('\n')

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const account = { email: 'mina@lectern.example', username: 'mina', password: 'a quiet reading room' }

const signIn = async (page: Page) => {
  await page.request.post('/api/login', { data: { email: account.email, password: account.password } })
  return page
}

const draw = async (page: Page, name: string) => {
  await page.evaluate('document.fonts.ready')
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${OUT}${name}.png` })
}

try {
  const first = await open(DESK, 'light')
  await first.request.post('/api/signup', { data: account })
  const ids: number[] = []
  for (const [path, title, note, tags] of LINKS) {
    const answer = await first.request.post('/api/links', {
      data: { url: `${site.url}/${path}`, title, note, tags },
    })
    ids.push((await answer.json()).id)
  }
  const reader = `/reader/${ids.at(-1)}`
  await first.request.patch(`/api/links/${ids.at(-1)}/favorite`, { data: { isFavorite: true } })
  await first.goto('/dashboard')
  await first.locator('article').nth(5).waitFor()
  await first.getByText('Being read').first().waitFor({ state: 'detached' })
  await draw(first, 'dashboard-light')
  await first.goto('/dashboard?view=list')
  await draw(first, 'list-light')
  await first.keyboard.press('n')
  await first.getByRole('dialog').waitFor()
  await draw(first, 'add-link-light')
  await first.goto('/dashboard')
  await first.locator('article').nth(5).waitFor()
  await first.keyboard.press('j')
  await first.keyboard.press('e')
  await first.getByRole('dialog').waitFor()
  await draw(first, 'details-light')
  await first.goto('/dashboard')
  await first.locator('article').nth(5).waitFor()
  await first.keyboard.press('*')
  await first.keyboard.press('a')
  await first.keyboard.press('t')
  await first.getByRole('dialog').waitFor()
  await draw(first, 'bulk-edit-light')
  await first.goto(reader)
  await first.locator('article p').first().waitFor()
  await draw(first, 'reader-light')

  const night = await signIn(await open(DESK, 'dark'))
  await night.goto('/dashboard')
  await night.locator('article').nth(5).waitFor()
  await draw(night, 'dashboard-dark')

  const phone = await signIn(await open(PHONE, 'light'))
  await phone.goto('/dashboard')
  await phone.locator('article').nth(5).waitFor()
  await draw(phone, 'dashboard-phone')
  await phone.goto('/dashboard?view=list')
  await phone.locator('article').nth(5).waitFor()
  await draw(phone, 'list-phone')
  await phone.goto(reader)
  await phone.getByRole('button', { name: 'Text size and theme' }).click()
  await phone.getByText('Sepia', { exact: true }).click()
  await phone.keyboard.press('Escape')
  await phone.locator('article p').first().waitFor()
  await draw(phone, 'reader-phone-sepia')

  const newcomer = await open(DESK, 'light')
  await newcomer.request.post('/api/signup', {
    data: { ...account, email: 'jonas@lectern.example', username: 'jonas' },
  })
  await newcomer.goto('/import')
  await newcomer.getByRole('group').getByText('Pocket', { exact: true }).click()
  await newcomer
    .getByLabel(/^Browse files/)
    .setInputFiles({ name: 'part_000000.csv', mimeType: 'text/csv', buffer: Buffer.from(POCKET_CSV) })
  await newcomer.getByRole('button', { name: 'Start Import' }).click()
  await newcomer.getByText('Import complete').waitFor()
  await newcomer.getByRole('button', { name: 'Close' }).click()
  await draw(newcomer, 'import-light')
  await newcomer.goto('/pricing')
  await newcomer.getByRole('button', { name: 'Upgrade to Lifetime Pro' }).waitFor()
  await draw(newcomer, 'pricing-light')
  await newcomer.goto('/settings')
  await newcomer.getByRole('region', { name: 'Devices' }).waitFor()
  await draw(newcomer, 'settings-light')
} finally {
  await browser.close()
  await stack.stop()
  await site.close()
}
