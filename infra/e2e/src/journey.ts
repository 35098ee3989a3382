import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { fillLibrary, grantPlan } from './operator.ts'

export { expect } from '@playwright/test'

export const need = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: the global setup has not run`)
  return value
}

export const site = (path: string): string => `${need('FIXTURE_SITE')}${path}`

const MANIFEST = new URL('../../../frontend/dist/.vite/manifest.json', import.meta.url)

/** A pattern of the address of a lazy part's file. @param source the part's path in frontend/src */
export const lazyFile = (source: string): string => {
  const { file } = JSON.parse(readFileSync(MANIFEST, 'utf8'))[`src/${source}`]
  return `**/${file}`
}

export type Account = { readonly email: string; readonly username: string; readonly password: string }

let accounts = 0
export const newAccount = (): Account => {
  accounts += 1
  const name = `reader-${process.pid}-${Date.now()}-${accounts}`
  return { email: `${name}@lectern.example`, username: name, password: 'a quiet reading room' }
}

/** Longest time until a saved page is read, on the busiest machine. */
export const PAGE_READ_MS = 100_000

/**
 * Saves a link through the API, with the session of this request context, and waits until its page was read or could not be.
 * A card changes its height then, and a click would miss its button. Workers never ask hosts below localhost: such pages fail
 * at once, and others may have to wait for their host.
 */
export const saveLink = async (request: APIRequestContext, url: string, title: string, more: object = {}) => {
  const answer = await request.post('/api/links', { data: { url, title, ...more } })
  expect(answer.status(), await answer.text()).toBe(201)
  const saved = (await answer.json()) as { id: number; createdAt: string }
  const state = async () => (await (await request.get(`/api/links/${saved.id}`)).json()).extraction
  await expect.poll(state, { timeout: PAGE_READ_MS, intervals: [20, 50, 100] }).not.toBe('pending')
  return saved
}

export const grant = ({ email }: Account, plan: string): Promise<void> => grantPlan(email, plan)

/** From this many on, links are written to the store at once. */
const MANY = 10

/** Addresses that differ behind #! are links of their own, and share one page, which is known to have failed after the first test. */
export const ownPage = (title: string): string => `https://many.localhost/#!/${encodeURIComponent(title)}`

/** Saves one link per title, in order; the last one is the newest. */
export const saveLinks = async (
  request: APIRequestContext,
  titles: readonly string[],
  urlOf: (title: string) => string = ownPage,
) => {
  if (titles.length < MANY) {
    const saved: { id: number }[] = []
    for (const title of titles) saved.push(await saveLink(request, urlOf(title), title))
    return saved
  }
  const used = async (): Promise<number> => (await (await request.get('/api/counts')).json()).used
  const before = await used()
  const { email } = await (await request.get('/api/user')).json()
  const links = titles.map(title => ({ title, url: urlOf(title) }))
  const ids = await fillLibrary(email, links)
  await expect.poll(used).toBe(before + titles.length)
  return ids.map(id => ({ id }))
}

/** Waits until the service worker serves the page. One that became active while the page loaded leaves that page to the server. */
export const servedByWorker = async (page: Page): Promise<void> => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  if (!(await page.evaluate('navigator.serviceWorker.controller !== null'))) await page.reload()
}

/** Refuses this call with 500, like a server with a fault. */
export const refuse = async (page: Page, url: string, method: string): Promise<void> => {
  await page.route(url, route =>
    route.request().method() === method
      ? route.fulfill({
          status: 500,
          json: { message: 'Something went wrong.', error: 'Something went wrong.' },
        })
      : route.fallback(),
  )
}

type Journey = {
  /** A page that fails the test on a script error or a breach of the content security policy. */
  page: Page
  /** A new account; the page has its session. */
  account: Account
  /** The page with the session of a new account. */
  signedIn: Page
}

export const test = base.extend<Journey>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
  baseURL: async ({}, use) => use(need('LECTERN_URL')),

  // The tutorial would stand over each new library. Its own journey has none of this.
  storageState: async ({ baseURL }, use) =>
    use({
      cookies: [],
      origins: [{ origin: String(baseURL), localStorage: [{ name: 'tutorialCompleted', value: 'true' }] }],
    }),

  page: async ({ page }, use) => {
    const faults: string[] = []
    page.on('pageerror', error => faults.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
        faults.push(message.text())
    })
    await use(page)
    // The page may ask once more while the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(faults, 'script errors and policy breaches').toEqual([])
  },

  account: async ({ page }, use) => {
    const account = newAccount()
    const answer = await page.request.post('/api/signup', { data: account })
    expect(answer.ok(), await answer.text()).toBe(true)
    await use(account)
  },

  signedIn: async ({ page, account: _ }, use) => use(page),
})

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Of WCAG 2.1 A, too. axe leaves it out unless asked, as an experiment. */
const NAMES_CONTAIN_WORDS = "rules: { 'label-content-name-mismatch': { enabled: true } }"
const RUN = `axe.run(document, { runOnly: ${JSON.stringify(STANDARDS)}, ${NAMES_CONTAIN_WORDS}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' | ')))`

/** Expects that axe finds no violation of WCAG 2.2 AA. Switches animations off for the rest of the test. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Playwright evaluates in the page whatever its content security policy says.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  expect(await page.evaluate(RUN)).toEqual([])
}
