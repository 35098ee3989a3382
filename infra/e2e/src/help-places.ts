import type { Page } from '@playwright/test'
import type { Place } from '../../../frontend/src/site/help/answer.ts'
import { type HelpLibrary, leaveUnsendable, openWithOffer } from './help-library.ts'
import { chooseFile } from './imports.ts'
import { expect, PAGE_READ_MS, saveLink, site } from './journey.ts'
import { selectByHandles } from './words-on-page.ts'

export type At = {
  /** Signed in, with the small library. */
  readonly page: Page
  readonly library: HelpLibrary
  /** An article of this library whose text has changed. */
  readonly changed: () => Promise<number>
  /** Signed in, with a library of more links than a list shows at first, and the address of its import's ledger. */
  readonly large: () => Promise<{ readonly large: Page; readonly ledger: string }>
  /** Signed in to a new account. */
  readonly fresh: () => Promise<Page>
  /** Signed out. */
  readonly visitor: () => Promise<Page>
}

const dashboard = async (page: Page) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Tags' })).toBeVisible()
  return page
}

const dialog = async (page: Page, name?: string | RegExp) => {
  await expect(page.getByRole('dialog', name === undefined ? {} : { name })).toBeVisible()
  return page
}

const menu = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('menu')).toBeVisible()
  return page
}

const select = async (page: Page) => {
  await dashboard(page)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible()
  return page
}

const screen = async (page: Page, path: string, heading: string | RegExp) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  return page
}

const article = async (page: Page, id: number) => {
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible({ timeout: PAGE_READ_MS })
  return page
}

const notesOfArticle = async ({ page, library }: At) => {
  await article(page, library.read)
  await page.getByRole('button', { name: /^Notes/ }).click()
  await expect(page.getByRole('button', { name: 'New note' })).toBeVisible()
  return page
}

/** Opens each place, from anywhere, and gives the page that shows it. */
export const PLACES: Record<Place, (at: At) => Promise<Page>> = {
  dashboard: async at => {
    const { large } = await at.large()
    await dashboard(large)
    await expect(large.getByRole('button', { name: /^Load Many/ })).toBeVisible()
    return large
  },
  addLink: async ({ page }) => {
    await page.goto('/save')
    return dialog(page, 'Add New Link')
  },
  duplicate: async ({ page }) => {
    await page.goto(
      `/save?${new URLSearchParams({ save: site('/t/Soil-and-light'), title: 'Once more', source: 'chrome_extension' })}`,
    )
    await dialog(page, 'Add New Link')
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Once more')
    await page.getByRole('button', { name: 'Save Link' }).click()
    return dialog(page, 'Duplicate Link Detected')
  },
  extension: async ({ page }) => {
    await openWithOffer(page, site('/t/Soil-and-light'))
    return page
  },
  cardMenu: async ({ page }) => {
    await page.goto('/dashboard?archived=true')
    await expect(page.getByRole('article').first()).toBeVisible()
    await menu(page, 'More actions')
    await expect(page.getByRole('menuitem', { name: 'Save for offline' })).toBeVisible()
    return page
  },
  newCollection: async ({ page }) => {
    await dashboard(page)
    await page.getByRole('button', { name: 'New collection' }).click()
    return dialog(page, 'New Collection')
  },
  collectionMenu: async ({ page }) => menu(await dashboard(page), 'Actions for Garden'),
  deleteCollection: async ({ page }) => {
    await menu(await dashboard(page), 'Actions for Garden')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    return dialog(page)
  },
  tagMenu: async ({ page }) => menu(await dashboard(page), 'Actions for topic 1'),
  accountMenu: async ({ page }) => menu(await dashboard(page), 'Account menu'),
  progressMenu: async ({ page }) => menu(await dashboard(page), /^Progress/),
  sortMenu: async ({ page }) => menu(await dashboard(page), /^Sort/),
  searchHelp: async ({ page }) => {
    await dashboard(page)
    await page.getByRole('button', { name: 'How to search' }).click()
    return dialog(page, 'How to search')
  },
  searchResult: async ({ page }) => {
    await page.goto('/dashboard?q=soil')
    await expect(page.getByText('Best matches first')).toBeVisible()
    return page
  },
  shortcuts: async ({ page }) => {
    await dashboard(page)
    await page.keyboard.press('?')
    return dialog(page, 'Keyboard shortcuts')
  },
  phoneMenu: async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
    return page
  },
  bulkBar: async at => {
    const { large } = await at.large()
    await select(large)
    await expect(large.getByRole('button', { name: /that match$/ })).toBeVisible()
    return large
  },
  bulkEdit: async ({ page }) => {
    await select(page)
    await page.getByRole('button', { name: 'Edit Selected' }).click()
    await dialog(page, 'Edit Selected')
    await page.getByRole('checkbox', { name: 'Tags' }).check()
    await expect(page.getByLabel('What to do with tags')).toBeVisible()
    return page
  },
  bulkDelete: async ({ page }) => {
    await select(page)
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    return dialog(page, 'Delete Selected')
  },
  history: async ({ page }) => {
    await screen(page, '/history', 'History')
    await expect(page.getByRole('button', { name: /^Undo/ }).first()).toBeVisible()
    return page
  },
  recentlyDeleted: async ({ page }) => {
    const { id } = await saveLink(page.request, 'https://deleted.localhost/page', 'Deleted for a moment')
    await page.request.delete(`/api/links/${id}`)
    await screen(page, '/history/deleted', 'Recently deleted')
    await expect(page.getByRole('button', { name: /^Bring back/ }).first()).toBeVisible()
    return page
  },
  undoToast: async ({ page }) => {
    await dashboard(page)
    await page.getByRole('button', { name: 'Archive', exact: true }).first().click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    return page
  },
  offlineStorage: async at => {
    const fresh = await at.fresh()
    await leaveUnsendable(fresh)
    await fresh.getByRole('button', { name: '1 could not be sent' }).click()
    await dialog(fresh, 'Offline Storage')
    await expect(fresh.getByRole('button', { name: 'Discard' })).toBeVisible()
    return fresh
  },
  past: async ({ page }) => {
    // The library was not there yesterday. One of its links is gone since this moment.
    const { id, createdAt } = await saveLink(page.request, 'https://past.localhost/page', 'Kept for a moment')
    await page.request.delete(`/api/links/${id}`)
    await page.goto(`/dashboard?at=${createdAt}`)
    await expect(page.getByText('Deleted since', { exact: true })).toBeVisible()
    return page
  },
  offlineLine: async ({ page }) => {
    await dashboard(page)
    await page.context().setOffline(true)
    await expect(page.getByText('Offline', { exact: true })).toBeVisible()
    return page
  },
  reader: ({ page, library }) => article(page, library.read),
  readerType: async ({ page, library }) => {
    await article(page, library.read)
    await page.getByRole('button', { name: 'Text size and theme' }).click()
    return dialog(page, 'Text size and theme')
  },
  listen: async ({ page, library }) => {
    await article(page, library.read)
    await page.getByRole('button', { name: 'Listen', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
    return page
  },
  selectionBar: async ({ page, library }) => {
    await article(page, library.read)
    await selectByHandles(page, 'Everything else follows')
    await expect(page.getByRole('toolbar', { name: 'Selected words' })).toBeVisible()
    return page
  },
  readerNotes: notesOfArticle,
  noteForm: async at => {
    const page = await notesOfArticle(at)
    await page.getByRole('button', { name: 'New note' }).click()
    await expect(page.getByRole('form', { name: 'New note' })).toBeVisible()
    return page
  },
  articleMenu: async ({ page, library }) => menu(await article(page, library.read), 'More actions'),
  highlightsMenu: async ({ page, library }) => {
    await article(page, library.read)
    const taken = { type: 'highlight', content: 'Everything', selectedText: 'Everything' }
    await page.request.post(`/api/links/${library.read}/notes`, { data: taken })
    await page.reload()
    return menu(page, 'More actions')
  },
  shareCollection: async ({ page }) => {
    await menu(await dashboard(page), 'Actions for Garden')
    await page.getByRole('menuitem', { name: 'Share…' }).click()
    return dialog(page, 'Share "Garden"')
  },
  shareDialog: async ({ page }) => {
    await menu(await dashboard(page), 'More actions')
    await page.getByRole('menuitem', { name: 'Share…' }).click()
    return dialog(page, 'Share article')
  },
  publicLinks: async ({ page }) => {
    const { id } = await saveLink(page.request, 'https://shared.localhost/page', 'Public for a moment')
    await page.request.post('/api/shares', { data: { kind: 'article', linkId: id } })
    await screen(page, '/settings', 'Settings')
    await expect(page.getByRole('button', { name: 'Withdraw Public for a moment' })).toBeVisible()
    return page
  },
  versions: async ({ page, changed }) => {
    await article(page, await changed())
    await expect(page.getByRole('button', { name: '2 versions' })).toBeVisible()
    return page
  },
  lostNote: async ({ page, changed }) => {
    await article(page, await changed())
    await expect(page.getByRole('region', { name: 'A note has no place in this text' })).toBeVisible()
    return page
  },
  failedArticle: async ({ page, library }) => {
    await page.goto(`/reader/${library.failed}`)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: PAGE_READ_MS })
    return page
  },
  notes: ({ page }) => screen(page, '/notes', 'Notes'),
  notesExport: async ({ page }) => menu(await screen(page, '/notes', 'Notes'), 'Export as Markdown'),
  import: async ({ page }) => {
    await page.goto('/import')
    await page.getByRole('group').getByText('Pocket', { exact: true }).click()
    await expect(page.getByText('Browse files')).toBeVisible()
    return page
  },
  importPreview: async ({ page }) => {
    await chooseFile(page, 20)
    await expect(page.getByRole('button', { name: 'Start Import' })).toBeVisible()
    return page
  },
  importResult: async at => {
    const { large, ledger } = await at.large()
    await large.goto(ledger)
    await expect(large.getByRole('link', { name: 'All rows as CSV' })).toBeVisible()
    await expect(large.getByRole('heading', { name: 'Past imports' })).toBeVisible()
    return large
  },
  settings: async ({ page }) => {
    await screen(page, '/settings', 'Settings')
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect a device' })).toBeVisible()
    return page
  },
  settingsUltra: async at => {
    const { large } = await at.large()
    await screen(large, '/settings', 'Settings')
    await expect(large.getByRole('button', { name: 'New token' })).toBeVisible()
    return large
  },
  tutorial: async ({ page }) => {
    await page.goto('/dashboard?tutorial=1')
    return dialog(page, 'Welcome to Lectern')
  },
  pricing: async at => screen(await at.visitor(), '/pricing', /Pay once/),
  login: async at => {
    const visitor = await at.visitor()
    await visitor.goto('/login')
    await expect(visitor.getByRole('link', { name: 'Forgot password?' })).toBeVisible()
    return visitor
  },
  forgotPassword: async at => screen(await at.visitor(), '/forgot-password', 'Forgot your password?'),
}
