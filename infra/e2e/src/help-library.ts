import type { Page } from '@playwright/test'
import { chooseFile } from './imports.ts'
import { type Account, expect, grant, PAGE_READ_MS, saveLink, saveLinks, site } from './journey.ts'
import { selectByHandles } from './words-on-page.ts'

/** A list of Pro or Ultra begins with 200 links. */
const MANY = 210
/** The sidebar shows twelve. */
const TAGS = Array.from({ length: 14 }, (_, n) => `topic ${n + 1}`)

export type HelpLibrary = {
  /** Links, by what became of their page. */
  readonly read: number
  readonly failed: number
}

const makeCollection = async (page: Page): Promise<number> => {
  const data = { name: 'Garden', color: '#10B981' }
  return (await (await page.request.post('/api/collections', { data })).json()).id
}

/** A small library with all that answers speak of. The page has the session of this account. */
export const prepareLibrary = async (page: Page, account: Account): Promise<HelpLibrary> => {
  const save = async (path: string, more: object = {}) =>
    (await saveLink(page.request, site(path), path.slice(1), more)).id
  await grant(account, 'pro')
  const collectionId = await makeCollection(page)
  const read = await save('/t/Soil-and-light', { tags: TAGS })
  const failed = await save('/nowhere')
  await page.request.put(`/api/links/${read}/collection`, { data: { collectionId } })
  await page.request.patch(`/api/links/${failed}/archive`)
  await page.request.post(`/api/links/${read}/notes`, { data: { type: 'note', content: 'Ask Mina' } })
  return { read, failed }
}

/** Opens an article of the fixture site whose text changes once it was read. */
const saveEdited = async (page: Page): Promise<number> => {
  const first = page.getByText('a quarter turn')
  const second = page.getByText('This spring we looked')
  let id = 0
  // Where the site's first answer is lost on a busy machine, the page has its second text from the start.
  await expect(async () => {
    id = (await saveLink(page.request, site(`/edited/${Date.now()}`), 'Edited')).id
    await page.goto(`/reader/${id}`)
    await expect(first.or(second).first()).toBeVisible({ timeout: PAGE_READ_MS })
    expect(await first.isVisible()).toBe(true)
  }).toPass()
  return id
}

/** Saves an article whose page was read twice, and whose second text lacks the words of a highlight. */
export const saveChanged = async (page: Page): Promise<number> => {
  const id = await saveEdited(page)
  await selectByHandles(page, 'a quarter turn')
  await page
    .getByRole('toolbar', { name: 'Selected words' })
    .getByRole('button', { name: 'Highlight', exact: true })
    .click()
  const notes = async () => (await (await page.request.get(`/api/links/${id}/notes`)).json()).length
  await expect.poll(notes).toBe(1)
  await page.getByRole('button', { name: 'Close notes' }).click()
  await page.request.post(`/api/links/${id}/reread`)
  await expect(page.getByText('This spring we looked')).toBeVisible({ timeout: PAGE_READ_MS })
  return id
}

/** Saves a library of more links than a list shows at first, the last ones by an import. @returns the address of the import's ledger */
export const importLibrary = async (page: Page, account: Account): Promise<string> => {
  await grant(account, 'ultra')
  await makeCollection(page)
  await saveLinks(
    page.request,
    Array.from({ length: MANY }, (_, n) => `Link ${n + 1}`),
  )
  await chooseFile(page, 20)
  await page.getByRole('button', { name: 'Start Import' }).click()
  await expect(page.getByText('Import complete')).toBeVisible()
  return new URL(page.url()).pathname
}

/** Leaves a change on a new account's dashboard that the server refused, because its link was deleted meanwhile. */
export const leaveUnsendable = async (page: Page): Promise<void> => {
  const [gone] = await saveLinks(page.request, ['Gone meanwhile', 'Another one'])
  await page.goto('/dashboard')
  const star = page.getByRole('article', { name: 'Gone meanwhile' }).getByRole('button', { name: 'Favorite' })
  await expect(star).toBeVisible()
  await page.context().setOffline(true)
  await star.click()
  await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
  expect((await page.request.delete(`/api/links/${gone?.id}`)).ok()).toBe(true)
  await page.context().setOffline(false)
}

/**
 * Saves a page as the browser extension does, and says to Lectern what the extension's script says. That this script
 * says it is shown in extension.spec.ts.
 */
export const openWithOffer = async (page: Page, save: string): Promise<void> => {
  const offer = 'of-the-help'
  await page.goto(`/share?${new URLSearchParams({ url: save, via: 'extension', offer })}`)
  await expect(async () => {
    await page.evaluate(`postMessage({ lectern: 'page-offered', offer: '${offer}' }, location.origin)`)
    await expect(page.getByRole('button', { name: 'Add its text' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
}
