import type { Page } from '@playwright/test'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds } from '../measure/report.ts'
import { medianOf } from '../measure/rounds.ts'
import { type Opened, withBrowser } from '../world/browser.ts'
import { saveLongArticle } from '../world/long-article.ts'
import { saveLink, signUp, type User } from '../world/users.ts'

const WORDS = 5_000
const LINKS = 50
const OPENINGS = 5
const ARTICLES = 500
const ACTS = 200

/** The installed app in Chromium without a network: its list, an article, the list of what is saved, and what waited. */
export const offlineLines = async (parts: BenchParts): Promise<Line[]> => {
  const [user] = await signUp({ port: parts.stack.port, pool: parts.pool, prefix: 'offline' }, 1)
  if (user === undefined) throw new Error('No user could sign up')
  for (let n = 0; n < LINKS; n++) await saveLink(user, `https://many.example/${n}`)
  const id = await saveLongArticle(parts, user, WORDS)
  return withBrowser(parts.stack.port, user, async opened => {
    await opened.page.addInitScript({ content: MARK_FIRST })
    await install(opened)
    await saveForOffline(opened, id)
    const cold = await coldOpenings(opened)
    const articles = await openArticles(opened, id)
    const manager = await openManager(opened)
    const replay = await sendWaiting(opened, user)
    return [
      required('(s) installed app opened cold without a network: list painted', cold, 1_000),
      required(
        `    article of ${WORDS.toLocaleString('en')} words opened from the list: text painted`,
        articles,
        300,
      ),
      required(`    Offline Storage with ${ARTICLES} articles opened: first rows painted`, manager, 300),
      required(`    ${ACTS} acts that waited, first request to last answer`, replay, 3_000),
    ]
  })
}

const required = (measure: string, ms: number, limitMs: number): Line => ({
  measure,
  ours: milliseconds(ms),
  required: `under ${milliseconds(limitMs)}`,
  ok: ms < limitMs,
})

/** Waits until the service worker has stored the app, and the device what the list showed. */
const install = async ({ page, origin }: Opened): Promise<void> => {
  await page.goto(`${origin}/dashboard`)
  await page.waitForFunction('navigator.serviceWorker.controller !== null', undefined, { timeout: 60_000 })
  await page.reload()
  await page.getByRole('article').first().waitFor()
  // The list is kept once the page is idle.
  await page.waitForTimeout(5_000)
}

const saveForOffline = async ({ page, origin }: Opened, id: number): Promise<void> => {
  await page.goto(`${origin}/reader/${id}`)
  await page.locator('[data-article] p').first().waitFor()
  await page.goto(`${origin}/dashboard`)
  await page.getByRole('article').first().getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save for offline' }).click()
  await page.getByText('Article saved').waitFor()
}

/** The list after the worker has ended and with no network, each time in a new tab. */
const coldOpenings = async ({ page, origin }: Opened): Promise<number> => {
  const context = page.context()
  await context.setOffline(true)
  const openings: number[] = []
  for (let opening = 0; opening < OPENINGS; opening++) {
    const tab = await context.newPage()
    await tab.addInitScript({ content: MARK_FIRST })
    const worker = await context.newCDPSession(tab)
    await worker.send('ServiceWorker.enable')
    await worker.send('ServiceWorker.stopAllWorkers')
    await tab.goto(`${origin}/dashboard`)
    openings.push(await untilMarked(tab, 'first card'))
    await tab.close()
  }
  return medianOf(openings, ms => ms)
}

/** From the click on the saved article's card to its text, without a network. */
const openArticles = async ({ page, origin }: Opened, id: number): Promise<number> => {
  const openings: number[] = []
  for (let opening = 0; opening < OPENINGS; opening++) {
    await page.goto(`${origin}/dashboard`)
    await page.getByRole('article').first().waitFor()
    const link = page.locator(`article a[href="/reader/${id}"]`).first()
    const clicked = Number(await page.evaluate('performance.now()'))
    await link.click()
    openings.push((await untilMarked(page, 'first text')) - clicked)
  }
  return medianOf(openings, ms => ms)
}

/** From the click on Offline Storage to its first rows, with many saved articles. */
const openManager = async ({ page, origin }: Opened): Promise<number> => {
  await page.evaluate(KEEP_MANY)
  await page.goto(`${origin}/dashboard`)
  const button = page.getByRole('button', { name: /^Offline Storage/ })
  const openings: number[] = []
  for (let opening = 0; opening <= OPENINGS; opening++) {
    await button.waitFor()
    openings.push(Number(await page.evaluate(OPEN_MANAGER)))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  // The first opening loads its code.
  return medianOf(openings.slice(1), ms => ms)
}

/** From the first request to the last answer of the acts that waited. @throws Error where one was sent twice or not at all */
const sendWaiting = async ({ page, origin }: Opened, user: User): Promise<number> => {
  const { body } = await user.api.ask({ method: 'GET', path: '/api/user' })
  const { id } = body as { id: string }
  await page.context().setOffline(false)
  // A page without the app, which would send at once.
  await page.goto(`${origin}/livez`)
  await page.evaluate(waitingActs(id))
  let began = 0
  const ended: number[] = []
  const keys = new Set<string | undefined>()
  page.on('request', request => {
    if (request.method() === 'POST' && began === 0) began = performance.now()
  })
  page.on('requestfinished', request => {
    if (request.method() !== 'POST') return
    ended.push(performance.now())
    keys.add(request.headers()['idempotency-key'])
  })
  await page.goto(`${origin}/dashboard`)
  const deadline = performance.now() + 60_000
  while (ended.length < ACTS && performance.now() < deadline) await page.waitForTimeout(100)
  if (ended.length !== ACTS || keys.size !== ACTS)
    throw new Error(`${ended.length} requests for ${ACTS} acts`)
  return (ended.at(-1) ?? 0) - began
}

const untilMarked = async (page: Page, name: string): Promise<number> => {
  const marked = await page.waitForFunction(`performance.getEntriesByName('${name}').at(-1)?.startTime`)
  return Number(await marked.jsonValue())
}

/** Script for the page. It marks the paint of the first card and of an article's text, in ms since the navigation began. */
const MARK_FIRST = `new MutationObserver(() => {
  for (const [name, selector] of [['first card', '[data-link]'], ['first text', '[data-article] p']]) {
    if (document.querySelector(selector) === null || performance.getEntriesByName(name).length > 0) continue
    requestAnimationFrame(() => setTimeout(() => performance.mark(name)))
  }
}).observe(document, { childList: true, subtree: true })`

/** Script for the page. It opens Offline Storage and resolves with the ms until its first rows are painted. */
const OPEN_MANAGER = `new Promise(resolve => {
  const button = [...document.querySelectorAll('button')].find(each => each.textContent.startsWith('Offline Storage'))
  const began = performance.now()
  const watch = new MutationObserver(() => {
    if (document.querySelectorAll('[role=dialog] li').length < 10) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
  })
  watch.observe(document.body, { childList: true, subtree: true })
  button.click()
})`

/** Script for the page. It copies the one saved article under many ids. */
const KEEP_MANY = `(async () => {
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('lectern-kept-'))
  const db = await done(indexedDB.open(name))
  for (const name of ['articles', 'texts']) {
    const store = db.transaction(name, 'readwrite').objectStore(name)
    const [one] = await done(store.getAll())
    for (let id = 10_001; id < 10_000 + ${ARTICLES}; id++) store.put({ ...one, id })
    await new Promise(resolve => { store.transaction.oncomplete = resolve })
  }
  db.close()
})()`

/** Script for the page. It puts new links, and a note on each, into the outbox. */
const waitingActs = (userId: string): string => `(async () => {
  const db = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('lectern-outbox-${userId}')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const writing = db.transaction('acts', 'readwrite')
  const act = (seq, name, params) => writing.objectStore('acts').put({
    seq, name, params, key: crypto.randomUUID(), userId: '${userId}', at: new Date().toISOString(), state: 'waiting',
  })
  for (let n = 1; n <= ${ACTS / 2}; n++) {
    act(2 * n, 'saveLink', { url: 'https://waited.example/' + n, title: 'Link ' + n })
    act(2 * n + 1, 'takeNote', {
      linkId: -2 * n, clientId: crypto.randomUUID(), type: 'note', content: 'Note ' + n,
      selectedText: null, color: '#FBBF24', isPrivate: false, position: null, anchor: null,
    })
  }
  await new Promise(resolve => { writing.oncomplete = resolve })
  db.close()
})()`
