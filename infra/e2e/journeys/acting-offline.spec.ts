import type { Locator, Page } from '@playwright/test'
import { expect, newAccount, saveLink, saveLinks, servedByWorker, site, test } from '../src/journey.ts'

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true })
const star = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Favorite' })
const manager = (page: Page) => page.getByRole('dialog', { name: 'Offline Storage' })
const entry = (page: Page, name: string) => manager(page).getByRole('listitem', { name })

/** Opens the notes of a card's link from its menu. */
const openNotes = async (page: Page, title: string): Promise<Locator> => {
  await card(page, title).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Notes' }).click()
  const panel = page.getByRole('dialog', { name: 'Notes' })
  await expect(panel.getByRole('button', { name: 'New note' })).toBeVisible()
  return panel
}
const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const write = async (panel: Locator, content: string) => {
  await panel.getByRole('button', { name: 'New note' }).click()
  await panel.getByLabel('Content').fill(content)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('article', { name: `Note: ${content}` })).toBeVisible()
}
const rewrite = async (page: Page, panel: Locator, from: string, to: string) => {
  await panel
    .getByRole('article', { name: `Note: ${from}` })
    .getByRole('button', { name: 'Note actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await panel.getByLabel('Content').fill(to)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('article', { name: `Note: ${to}` })).toBeVisible()
}
const addLink = async (page: Page, url: string, title: string) => {
  await page.getByRole('button', { name: 'Add Link' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add New Link' })
  await form.getByLabel('URL').fill(url)
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Save Link' }).click()
  await expect(form).toBeHidden()
  await expect(card(page, title)).toBeVisible()
}

type Saved = { id: number; title: string; isFavorite: boolean }
const linksOf = async (page: Page): Promise<Saved[]> =>
  ((await (await page.request.get('/api/links')).json()) as { links: Saved[] }).links
const notesOf = async (page: Page, linkId: number): Promise<string[]> => {
  const notes = (await (await page.request.get(`/api/links/${linkId}/notes`)).json()) as { content: string }[]
  return notes.map(({ content }) => content).sort()
}
const idOf = async (page: Page, title: string): Promise<number> =>
  (await linksOf(page)).find(link => link.title === title)?.id ?? 0

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('acts are kept over a reload, and the server has each once after', async ({
    signedIn: page,
    context,
  }) => {
    const [one] = await saveLinks(page.request, ['One'])
    await page.goto('/dashboard')
    await servedByWorker(page)
    await openNotes(page, 'One')
    await close(page)
    await context.setOffline(true)
    await star(page, 'One').click()
    const panel = await openNotes(page, 'One')
    await write(panel, 'A first thought')
    await rewrite(page, panel, 'A first thought', 'The last thought')
    await write(panel, 'Not needed')
    await panel
      .getByRole('article', { name: 'Note: Not needed' })
      .getByRole('button', { name: 'Note actions' })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Note' }).getByRole('button', { name: 'Delete' }).click()
    await expect(panel.getByRole('article', { name: 'Note: Not needed' })).toBeHidden()
    await close(page)
    await addLink(page, 'https://new.localhost/', 'New one')
    await write(await openNotes(page, 'New one'), 'On the new one')
    await close(page)
    await expect(page.getByText('Offline · 4 changes not sent yet')).toBeVisible()

    await page.reload()
    await expect(page.getByText('4 changes not sent yet')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/not sent yet/i)).toHaveCount(0)
    await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'true')
    expect((await linksOf(page)).map(({ title, isFavorite }) => [title, isFavorite])).toEqual([
      ['New one', false],
      ['One', true],
    ])
    expect(await notesOf(page, one?.id ?? 0)).toEqual(['The last thought'])
    expect(await notesOf(page, await idOf(page, 'New one'))).toEqual(['On the new one'])
  })
})

const TITLES = Array.from({ length: 8 }, (_, n) => `Link ${n + 1}`)

test('a tab that is closed while it sends leaves the rest to the next one, and each is done once', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, TITLES)
  await page.goto('/dashboard')
  await expect(star(page, 'Link 1')).toBeVisible()
  await context.setOffline(true)
  for (const title of TITLES) await star(page, title).click()
  await expect(page.getByText('Offline · 8 changes not sent yet')).toBeVisible()
  const keys: string[] = []
  await context.route('**/favorite', async route => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    await route.continue()
  })
  const first = page.waitForRequest('**/favorite')
  await context.setOffline(false)
  await first
  await page.close()
  const next = await context.newPage()
  await next.goto('/dashboard')
  await expect.poll(async () => (await linksOf(next)).filter(link => link.isFavorite).length).toBe(8)
  await expect(next.getByText('not sent yet')).toBeHidden()
  // What was under way is asked for again under its own key.
  expect(new Set(keys).size).toBe(8)
})

test('one of two tabs sends the acts of both, each once', async ({ signedIn: page, context }) => {
  await saveLinks(page.request, ['One', 'Two'])
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/dashboard')
    await expect(star(tab, 'One')).toBeVisible()
  }
  await context.setOffline(true)
  await star(page, 'One').click()
  await star(other, 'Two').click()
  for (const tab of [page, other])
    await expect(tab.getByText('Offline · 2 changes not sent yet')).toBeVisible()
  const answered: string[] = []
  context.on('response', response => {
    if (response.url().endsWith('/favorite')) answered.push(new URL(response.url()).pathname)
  })
  await context.setOffline(false)
  for (const tab of [page, other]) await expect(tab.getByText('not sent yet')).toBeHidden()
  expect((await linksOf(page)).map(({ isFavorite }) => isFavorite)).toEqual([true, true])
  expect(new Set(answered).size).toBe(answered.length)
})

test('a note whose article is gone stands in the list with its text until it is discarded', async ({
  signedIn: page,
  context,
}) => {
  const [one] = await saveLinks(page.request, ['One', 'Two'])
  await page.goto('/dashboard')
  await openNotes(page, 'One')
  await close(page)
  await context.setOffline(true)
  const panel = await openNotes(page, 'One')
  await write(panel, 'A thought that must not be lost')
  await close(page)
  await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
  await page.request.delete(`/api/links/${one?.id}`)
  await context.setOffline(false)
  await expect(page.getByText('Failed to create note').first()).toBeVisible()
  await page.getByRole('button', { name: '1 could not be sent' }).click()
  const refused = entry(page, 'New note')
  await expect(refused.getByText('A thought that must not be lost')).toBeVisible()
  await expect(refused.getByText('This article was not found.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '1 could not be sent' }).click()
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect(refused.getByText('This article was not found.')).toBeVisible()
  await refused.getByRole('button', { name: 'Discard' }).click()
  await expect(refused).toBeHidden()
  await close(page)
  await expect(page.getByText('could not be sent')).toBeHidden()
})

test('a link that was saved elsewhere meanwhile is kept once, with the note on the second one', async ({
  signedIn: page,
  context,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  // The forms are loaded while there is a connection.
  await addLink(page, 'https://first.localhost/', 'First')
  await openNotes(page, 'First')
  await close(page)
  await context.setOffline(true)
  await addLink(page, 'https://twice.localhost/', 'Twice')
  await write(await openNotes(page, 'Twice'), 'On the second one')
  await close(page)
  const there = await saveLink(page.request, 'https://twice.localhost/', 'There already')
  await context.setOffline(false)
  await page.getByRole('button', { name: '1 could not be sent' }).click()
  const refused = entry(page, 'New article')
  await expect(refused.getByText('1 change on it waits with it.')).toBeVisible()
  await refused.getByRole('button', { name: 'Keep Existing' }).click()
  await expect(refused).toBeHidden()
  await expect.poll(() => notesOf(page, there.id)).toEqual(['On the second one'])
  expect((await linksOf(page)).map(({ title }) => title).sort()).toEqual(['First', 'One', 'There already'])
})

test('a note that was changed on two devices keeps both texts', async ({ signedIn: page, context }) => {
  const [one] = await saveLinks(page.request, ['One'])
  const notes = `/api/links/${one?.id}/notes`
  const taken = await page.request.post(notes, { data: { type: 'note', content: 'Together' } })
  const { id } = (await taken.json()) as { id: number }
  await page.goto('/dashboard')
  await openNotes(page, 'One')
  await page.getByRole('button', { name: 'Note actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await page.keyboard.press('Escape')
  await close(page)
  await context.setOffline(true)
  const panel = await openNotes(page, 'One')
  await rewrite(page, panel, 'Together', 'Here')
  await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
  await page.request.put(`/api/notes/${id}`, { data: { content: 'There' } })
  await context.setOffline(false)
  await expect(page.getByText('Kept as a new note').first()).toBeVisible()
  await expect(panel.getByRole('article', { name: 'Note: There' })).toBeVisible()
  await expect.poll(() => notesOf(page, one?.id ?? 0)).toEqual(['Conflicting copy\n\nHere', 'There'])
})

test('a sign-out asks where a change could not be sent', async ({ signedIn: page, context }) => {
  const [one] = await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  await expect(star(page, 'One')).toBeVisible()
  await context.setOffline(true)
  await star(page, 'One').click()
  await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
  await page.request.delete(`/api/links/${one?.id}`)
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: '1 could not be sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('1 change has not reached the server yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(
        'indexedDB.databases().then(all => all.some(({ name }) => name.startsWith("lectern-outbox")))',
      ),
    )
    .toBe(false)
})

test('acts of one account without a connection stay its own while another is signed in', async ({
  signedIn: page,
  account: mara,
  context,
}) => {
  await saveLinks(page.request, ['One'])
  await page.goto('/dashboard')
  await expect(star(page, 'One')).toBeVisible()
  await context.setOffline(true)
  await star(page, 'One').click()
  await expect(page.getByText('Offline · 1 change not sent yet')).toBeVisible()
  const statuses: number[] = []
  context.on('response', response => {
    if (response.url().endsWith('/favorite')) statuses.push(response.status())
  })
  // The cookie of the browser becomes that of another account, whose link has the same number.
  await page.request.post('/api/logout')
  const jon = newAccount()
  expect((await page.request.post('/api/signup', { data: jon })).ok()).toBe(true)
  await saveLink(page.request, site('/a/Of-Jon'), 'Of Jon')
  await context.setOffline(false)
  await expect(card(page, 'Of Jon')).toBeVisible()
  await expect(star(page, 'Of Jon')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(/not sent yet/i)).toHaveCount(0)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Offline Storage' }).first().click()
  await expect(
    manager(page).getByText('Another account has 1 change on this device that was not sent.'),
  ).toBeVisible()
  await close(page)

  await page.request.post('/api/logout')
  const { email, password } = mara
  expect((await page.request.post('/api/login', { data: { email, password } })).ok()).toBe(true)
  await page.goto('/dashboard')
  await expect(star(page, 'One')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await linksOf(page)).map(({ isFavorite }) => isFavorite)).toEqual([true])
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
})
