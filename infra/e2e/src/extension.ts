import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test'
import { CHROMIUM } from './chromium.ts'
import { test as base, need } from './journey.ts'

const FRONTEND = new URL('../../../frontend/', import.meta.url).pathname

/**
 * The extension for Chromium, built anew. A test can neither click on the browser's own buttons nor answer its questions, so this
 * copy may read pages of loopback, which activeTab and the person's consent allow otherwise.
 */
const buildCopy = async (into: string): Promise<string> => {
  await promisify(execFile)(process.execPath, [join(FRONTEND, 'extension/build.ts'), join(into, 'built')])
  const copy = join(into, 'extension')
  cpSync(join(into, 'built/chromium'), copy, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
  const allowed = { ...manifest, host_permissions: ['http://127.0.0.1/*'] }
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify(allowed))
  return copy
}

type Extended = {
  /** A browser with the extension. */
  browserContext: BrowserContext
  /** The extension's own script. */
  background: Worker
  /** The extension's options. */
  options: Page
}

export const test = base.extend<Extended>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
  browserContext: async ({}, use, { project }) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-extension-'))
    const extension = await buildCopy(folder)
    const { launchOptions, locale = 'en-US', timezoneId = 'UTC' } = project.use
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      ...launchOptions,
      executablePath: CHROMIUM,
      locale,
      timezoneId,
      baseURL: need('LECTERN_URL'),
      args: [
        ...(launchOptions?.args ?? []),
        ...['--headless=new', `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
      ],
      ignoreDefaultArgs: ['--disable-extensions'],
    })
    await use(context)
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  },
  background: async ({ browserContext }, use) =>
    use(browserContext.serviceWorkers()[0] ?? (await browserContext.waitForEvent('serviceworker'))),
  options: async ({ browserContext, background }, use) => {
    const page = await browserContext.newPage()
    await page.goto(new URL('/options.html', background.url()).href)
    await use(page)
  },
})

/** The part of the extension API that a click needs. */
declare const chrome: {
  tabs: { query(of: object): Promise<{ id: number; url?: string }[]> }
  action: {
    onClicked: { dispatch(tab: object): void }
    getBadgeText(of: { tabId: number }): Promise<string>
    getTitle(of: { tabId: number }): Promise<string>
  }
}

/** A click on the extension's button while this page is shown. */
export const pressExtension = (background: Worker, page: Page): Promise<void> =>
  background.evaluate(async url => {
    const tabs = await chrome.tabs.query({})
    const tab = tabs.find(each => each.url === url)
    if (tab === undefined) throw new Error(`No tab shows ${url}`)
    chrome.action.onClicked.dispatch(tab)
  }, page.url())

/** The same, where it opens the form. @returns the form */
export const clickExtension = async (background: Worker, page: Page): Promise<Page> => {
  const opened = page.context().waitForEvent('page')
  await pressExtension(background, page)
  return opened
}

/** What the button shows beside this page, and what it says when one points at it. */
export const signOf = (background: Worker, page: Page): Promise<[badge: string, title: string]> =>
  background.evaluate(async url => {
    const tab = (await chrome.tabs.query({})).find(each => each.url === url)
    if (tab === undefined) throw new Error(`No tab shows ${url}`)
    const of = { tabId: tab.id }
    return [await chrome.action.getBadgeText(of), await chrome.action.getTitle(of)] as [string, string]
  }, page.url())
