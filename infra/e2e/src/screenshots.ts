import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { startStack } from '@lectern/stack/start-stack.ts'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { PICTURE_SIZE, pictureFile } from '../../../frontend/src/site/help/answer.ts'
import { ANSWERS } from '../../../frontend/src/site/help/answers/answers.ts'
import config from '../playwright.config.ts'
import { startArticleSite } from './pictures/article-site.ts'
import { buildLibrary } from './pictures/build-library.ts'
import { importFile } from './pictures/import-file.ts'
import { POCKET_CSV } from './pictures/pocket-export.ts'
import { SHARING, shareCollection, sharedScreens } from './pictures/share-collection.ts'

/**
 * Draws the pictures of the README and the documents in docs/screenshots, with a real stack and real extraction:
 * {screen}-{look}.png, for example reader-dark.png. Screens that help answers show are in frontend/public/pictures, too.
 */

const ROOT = new URL('../../../', import.meta.url).pathname
const OUT = `${ROOT}docs/screenshots/`
const PUBLIC = `${ROOT}frontend/public/`

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const LOOKS = {
  light: { viewport: DESK, colorScheme: 'light' },
  dark: { viewport: DESK, colorScheme: 'dark' },
  phone: { viewport: PHONE, colorScheme: 'light', hasTouch: true, isMobile: true },
  'phone-dark': { viewport: PHONE, colorScheme: 'dark', hasTouch: true, isMobile: true },
} as const
type Look = keyof typeof LOOKS

const person = (name: string) => ({
  email: `${name}@lectern.example`,
  username: name,
  password: 'a quiet reading room',
})
const MINA = person('mina')
const JONAS = person('jonas')
const LENA = person('lena')

for (const folder of [OUT, `${PUBLIC}pictures`]) mkdirSync(folder, { recursive: true })
const site = await startArticleSite()
const stack = await startStack({ env: { RATE_LIMITS: 'off', FETCH_ALLOW_HOSTS: site.host } })
const browser = await chromium.launch(config.use?.launchOptions)

/** Shows the pages of the article site under the names that they stand for. */
const serveUnderOwnNames = async (context: BrowserContext) => {
  await context.route(/\/api\/(links|notes|tags|counts)/, async route => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(`${site.url}/`, 'https://')
    await route.fulfill({ response: answer, body })
  })
  await context.route(/^https:\/\/[\w-]+\.example\//, async route => {
    const { host, pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${site.url}/${host}${pathname}` }) })
  })
}

/** A page of a device that has shown the tutorial, with a session of this person. */
const openAs = async (account: typeof MINA, look: Look) => {
  const context = await browser.newContext({
    ...LOOKS[look],
    baseURL: stack.url,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: stack.url, localStorage: [{ name: 'tutorialCompleted', value: 'true' }] }],
    },
  })
  await serveUnderOwnNames(context)
  await context.request.post('/api/login', { data: account })
  return context.newPage()
}

const IN_HELP = new Set(ANSWERS.flatMap(({ picture }) => picture?.of ?? []))

const draw = async (page: Page, screen: string, look: string) => {
  const name = `${screen}-${look}`
  await page.evaluate('document.fonts.ready')
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot()
  // 256 colours halve the size, and nobody sees it.
  await sharp(picture).png({ palette: true, quality: 92, effort: 10 }).toFile(`${OUT}${name}.png`)
  if ((look === 'light' || look === 'dark') && IN_HELP.has(screen))
    await sharp(picture)
      .resize(PICTURE_SIZE)
      .webp({ quality: 80, effort: 6 })
      .toFile(PUBLIC + pictureFile({ of: screen }, look))
  process.stdout.write(`${name}\n`)
}

type Screen = (page: Page) => Promise<unknown>

const cards = (page: Page) => page.locator('article').nth(3).waitFor()
const dashboard =
  (path: string, then: Screen = async () => undefined): Screen =>
  async page => {
    await page.goto(path)
    await cards(page)
    await then(page)
  }
const keys =
  (...pressed: string[]): Screen =>
  async page => {
    for (const key of pressed) await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
  }

/** The screens of Mina's library. */
const screensOf = (ids: ReadonlyMap<string, number>): Readonly<Record<string, Screen>> => ({
  dashboard: dashboard('/dashboard?view=grid'),
  list: dashboard('/dashboard?view=list'),
  search: dashboard('/dashboard?view=list&q=night'),
  reader: async page => {
    await page.goto(`/reader/${ids.get('notes-you-never-meant-to-keep')}`)
    const heading = page.getByRole('heading', { name: 'The notebook as a stage' })
    await heading.waitFor()
    await page.evaluate('new Promise(done => requestIdleCallback(done))')
    // Back a little, which brings the bar.
    for (const by of [720, -60]) {
      await page.mouse.wheel(0, by)
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    }
  },
  notes: async page => {
    await page.goto('/notes')
    await page.locator('main article, main li').nth(3).waitFor()
  },
  settings: async page => {
    await page.goto('/settings')
    await page.getByRole('region', { name: 'Devices' }).getByRole('listitem').first().waitFor()
  },
  data: async page => {
    await page.goto('/settings#data')
    await page.getByRole('region', { name: 'Data', exact: true }).scrollIntoViewIfNeeded()
    await page.getByRole('radio', { name: 'JSON' }).waitFor()
  },
  history: async page => {
    await page.goto('/history')
    await page.getByRole('list', { name: 'Changes' }).getByRole('article').nth(5).waitFor()
  },
  past: async page => {
    await page.goto(`/dashboard?at=${new Date().toISOString()}`)
    await page.getByRole('article').nth(3).waitFor()
  },
  docs: async page => {
    await page.goto('/docs')
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
})

/** Dialogs of Mina's library, drawn on the desk only. */
const dialogsOf = (ids: ReadonlyMap<string, number>): Readonly<Record<string, Screen>> => ({
  tutorial: dashboard('/dashboard?view=grid&tutorial=1', async page => {
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('dialog', { name: 'Add a link' }).waitFor()
  }),
  'add-link': dashboard('/dashboard?view=grid', keys('n')),
  details: dashboard('/dashboard?view=grid', keys('j', 'e')),
  'bulk-edit': dashboard('/dashboard?view=grid', keys('*', 'a', 't')),
  'text-and-theme': async page => {
    await screensOf(ids).reader?.(page)
    await page.getByRole('button', { name: 'Text size and theme' }).click()
    await page.getByRole('radio', { name: 'Sepia' }).waitFor()
  },
})

/** The screens of Jonas, who has just imported his library on the free plan. */
const NEWCOMER: Readonly<Record<string, Screen>> = {
  import: async page => {
    const { imports } = await (await page.request.get('/api/imports')).json()
    await page.goto(`/import/${imports[0].id}`)
    await page.getByText('Imported', { exact: true }).first().waitFor()
  },
  pricing: async page => {
    await page.goto('/pricing')
    await page.getByRole('button', { name: 'Upgrade to Lifetime Pro' }).waitFor()
  },
}

const drawAll = async (account: typeof MINA, look: Look, screens: Readonly<Record<string, Screen>>) => {
  const page = await openAs(account, look)
  for (const [name, show] of Object.entries(screens)) {
    await show(page)
    await draw(page, name, look)
  }
  await page.context().close()
}

const signUp = async (account: typeof MINA) => {
  const context = await browser.newContext({ baseURL: stack.url })
  await context.request.post('/api/signup', { data: account })
  await context.close()
}

const grant = ({ email }: typeof MINA, plan: string) =>
  execFileSync(
    process.execPath,
    [`${ROOT}infra/stack/src/with-stack-env.ts`, 'gateway', `${ROOT}command-api/src/grant.ts`],
    { env: { ...process.env, DATA_DIR: stack.dataDir, EMAIL: email, PLAN: plan } },
  )

try {
  for (const account of [MINA, JONAS, LENA]) await signUp(account)
  grant(MINA, 'pro')
  grant(LENA, 'ultra')
  const first = await openAs(MINA, 'light')
  const ids = await buildLibrary(first, site.url)
  await first.request.put('/api/account/first-name', { data: { firstName: 'Mina' } })

  const newcomer = await openAs(JONAS, 'light')
  await importFile(newcomer.request, 'pocket', 'part_000000.csv', POCKET_CSV)

  for (const look of Object.keys(LOOKS) as Look[]) {
    await drawAll(MINA, look, screensOf(ids))
    await drawAll(JONAS, look, NEWCOMER)
  }
  for (const look of ['light', 'dark'] as const) await drawAll(MINA, look, dialogsOf(ids))

  const sepia = await openAs(MINA, 'phone')
  await sepia.addInitScript("localStorage.setItem('reader', '18 sepia medium book')")
  await screensOf(ids).reader?.(sepia)
  await draw(sepia, 'reader', 'phone-sepia')

  const owner = await openAs(LENA, 'light')
  await owner.request.put('/api/account/first-name', { data: { firstName: 'Lena' } })
  const shared = await shareCollection(owner, first, site.url)
  for (const look of Object.keys(LOOKS) as Look[]) await drawAll(MINA, look, sharedScreens(shared))
  for (const look of ['light', 'dark'] as const) await drawAll(LENA, look, SHARING)
} finally {
  await browser.close()
  await stack.stop()
  await site.close()
}
