import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { idIn } from '../../data/id.ts'
import { newNote } from '../../data/notes/new-note.ts'
import { openActStore, unsentActs } from '../../data/outbox/store.ts'
import { type ArticleToKeep, keepArticle, listAllSaved } from '../../data/saved-articles/store.ts'
import { reloadApp, renderApp } from '../../test-support/render-app.tsx'
import { anArticle, aPicture } from '../../test-support/saved-articles.ts'
import {
  aContent,
  aLink,
  aNote,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'
import { ANN } from '../../test-support/sharing.ts'

withServer()
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const DAY_MS = 86_400_000

/** Opens the dashboard of a device that keeps these articles. */
const openWith = async (...articles: readonly ArticleToKeep[]) => {
  server.use(...library([aLink()]))
  renderApp('/dashboard')
  cleanup()
  for (const article of articles) await keepArticle(mara.id, article)
  reloadApp('/dashboard')
}

const openStorage = async () => {
  const sidebar = await screen.findByRole('complementary', { name: 'Library' })
  fireEvent.click(await within(sidebar).findByRole('button', { name: /^Offline Storage/ }))
  return screen.findByRole('dialog', { name: 'Offline Storage' })
}

const idsOf = async () => (await listAllSaved(mara.id)).map(({ id }) => id).sort()

test('the list has what is kept, with its size and the end of its days', async () => {
  await openWith(anArticle(1, { images: [aPicture('a', 1_200_000)] }), anArticle(2, { isByHand: false }))
  const dialog = await openStorage()
  const rows = await within(dialog).findAllByRole('listitem')
  expect(rows).toHaveLength(2)
  const first = within(dialog).getByRole('link', { name: 'Article 1' })
  expect(first.getAttribute('href')).toBe('/reader/1')
  expect(first.closest('li')?.textContent).toMatch(/Until \w{3} \d+, \d{4} · 1\.2 MB · /)
  expect(within(dialog).getByText(/automatic/)).toBeDefined()
  expect(within(dialog).getByText('1.2 MB of 5 MB')).toBeDefined()
})

test('above 5 MB the text gives the size alone, and what the browser estimates', async () => {
  const estimate = vi.fn(async () => ({ usage: 8_000_000, quota: 2_108_000_000 }))
  vi.stubGlobal('navigator', Object.create(navigator, { storage: { value: { estimate } } }))
  await openWith(anArticle(1, { images: [aPicture('a', 7_000_000)] }))
  const dialog = await openStorage()
  expect(await within(dialog).findByText('7 MB')).toBeDefined()
  expect(within(dialog).getByText('This browser has room for about 2.1 GB more.')).toBeDefined()
})

test('a removed article gives the focus to the next one, and the last one to Close', async () => {
  await openWith(anArticle(1), anArticle(2))
  const dialog = await openStorage()
  const remove = (id: number) => within(dialog).findByRole('button', { name: `Remove Article ${id}` })
  fireEvent.click(await remove(2))
  expect(document.activeElement).toBe(await remove(1))
  await waitFor(async () => expect(await idsOf()).toEqual([1]))
  expect((await screen.findAllByText('Article removed')).length).toBeGreaterThan(0)
  fireEvent.click(await remove(1))
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Close' }))
  expect(await within(dialog).findByText(/Nothing is saved on this device/)).toBeDefined()
})

test('articles that expire while the page is open are named, and removed on request', async () => {
  await openWith(anArticle(1))
  await screen.findByRole('button', { name: 'Offline Storage 1' })
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 8 * DAY_MS)
  await keepArticle(mara.id, anArticle(2))
  const dialog = await openStorage()
  expect(await within(dialog).findByText(/Expired/)).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove expired' }))
  await waitFor(async () => expect(await idsOf()).toEqual([2]))
  expect((await screen.findAllByText('Expired articles removed')).length).toBeGreaterThan(0)
})

test('all are removed after a confirmation', async () => {
  await openWith(anArticle(1), anArticle(2))
  const dialog = await openStorage()
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Remove all' }))
  const confirm = await screen.findByRole('dialog', { name: 'Remove all saved articles' })
  expect(await idsOf()).toEqual([1, 2])
  fireEvent.click(within(confirm).getByRole('button', { name: 'Remove all' }))
  await waitFor(async () => expect(await idsOf()).toEqual([]))
  expect((await screen.findAllByText('All cached articles removed')).length).toBeGreaterThan(0)
})

test('the menu of a card saves its article and removes it again', async () => {
  server.use(
    http.get('*/api/links/1', () => HttpResponse.json(aLink())),
    http.post('*/api/cache-article', () => HttpResponse.json({})),
    http.get('*/api/links/1/content', () => HttpResponse.json(aContent())),
  )
  await openWith()
  const card = await screen.findByRole('article', { name: 'What a log is' })
  const choose = async (name: string) => {
    fireEvent.click(within(card).getByRole('button', { name: 'More actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Save for offline')
  expect((await screen.findAllByText('Article saved')).length).toBeGreaterThan(0)
  expect(await within(card).findByLabelText('Saved for offline')).toBeDefined()
  await choose('Remove from offline')
  await waitFor(async () => expect(await idsOf()).toEqual([]))
})

test('what another account did here stays until somebody confirms that it goes', async () => {
  const other = crypto.randomUUID()
  await openWith()
  const store = openActStore(other)
  const act = { seq: 1, key: 'a', userId: other, at: '2026-11-22T11:00:00.000Z', state: 'waiting' } as const
  await store.put([{ ...act, name: 'favorite', params: { linkId: 1, isFavorite: true } }])
  store.close()
  const dialog = await openStorage()
  const sentence = 'Another account has 1 change on this device that was not sent.'
  const ask = async (button: string) => {
    fireEvent.click(within(dialog).getByRole('button', { name: 'Discard…' }))
    const question = await screen.findByRole('dialog', { name: 'Discard the changes of another account?' })
    fireEvent.click(within(question).getByRole('button', { name: button }))
    await waitFor(() => expect(question.isConnected).toBe(false))
  }
  await within(dialog).findByText(sentence)
  await ask('Cancel')
  expect(await unsentActs(other)).toHaveLength(1)
  await ask('Discard')
  await waitFor(() => expect(within(dialog).queryByText(sentence)).toBeNull())
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`lectern-outbox-${other}`)
})

test('what was done about a collection that ended meanwhile is told, and a new article may go into the own library', async () => {
  const saved: unknown[] = []
  server.use(
    http.post('*/api/links', async ({ request }) => {
      const { search } = new URL(request.url)
      saved.push([search, await request.json()])
      return search === '' ? HttpResponse.json(aLink({ id: 8 }), { status: 201 }) : refusal(404, 'Not found.')
    }),
    http.post('*/api/links/7/notes', () => refusal(404, 'This article was not found.')),
  )
  await openWith()
  cleanup()
  const linkId = idIn(ANN, 7)
  const act = { userId: mara.id, at: '2026-11-22T11:00:00.000Z', state: 'waiting' } as const
  const collection = { id: idIn(ANN, 3), name: 'Seeds' }
  const link = { url: 'https://new.test/', title: 'New', library: ANN, collection }
  const store = openActStore(mara.id)
  await store.put([
    { ...act, seq: 1, key: crypto.randomUUID(), name: 'saveLink', params: link },
    {
      ...{ ...act, seq: 2, key: crypto.randomUUID(), name: 'takeNote' },
      params: newNote({ linkId, type: 'note', content: 'Mine.' }),
    },
  ])
  store.close()
  reloadApp('/dashboard')
  const dialog = within(await openStorage())
  const note = within(await dialog.findByRole('listitem', { name: 'New note' }))
  expect(note.getByText('Mine.')).toBeDefined()
  expect(note.getByText('This article was not found.')).toBeDefined()
  const article = within(dialog.getByRole('listitem', { name: 'New article' }))
  fireEvent.click(article.getByRole('button', { name: 'Save to my own library instead' }))
  await waitFor(() => expect(dialog.queryByRole('listitem', { name: 'New article' })).toBeNull())
  await waitFor(() => expect(saved).toHaveLength(2))
  const body = { url: 'https://new.test/', title: 'New' }
  expect(saved).toMatchObject([
    [`?library=${ANN}`, { ...body, collectionId: 3 }],
    ['', body],
  ])
  expect(saved[1]).not.toHaveProperty('1.collectionId')
})

test('where the collection has the article already, the note on the second one goes to it', async () => {
  const existingLink = { ...aLink({ id: 9 }), library: ANN }
  const noted: string[] = []
  server.use(
    http.post('*/api/links', () => refusal(409, 'It is there.', { isDuplicate: true, existingLink })),
    http.post('*/api/links/:id/notes', ({ request }) => {
      noted.push(request.url.slice(request.url.indexOf('/api/')))
      return HttpResponse.json(aNote({ id: 1, linkId: 9, library: ANN }), { status: 201 })
    }),
  )
  await openWith()
  cleanup()
  const act = { userId: mara.id, at: '2026-11-22T11:00:00.000Z', state: 'waiting' } as const
  const link = { url: 'https://new.test/', title: 'New', library: ANN }
  const note = newNote({ linkId: -1, type: 'note', content: 'Mine.' })
  const store = openActStore(mara.id)
  await store.put([
    { ...act, seq: 1, key: crypto.randomUUID(), name: 'saveLink', params: link },
    { ...act, seq: 2, key: crypto.randomUUID(), name: 'takeNote', params: note },
  ])
  store.close()
  reloadApp('/dashboard')
  const dialog = within(await openStorage())
  fireEvent.click(await dialog.findByRole('button', { name: 'Keep Existing' }))
  await waitFor(() => expect(noted).toEqual([`/api/links/9/notes?library=${ANN}`]))
})
