import { DeletedLink, DeletedLinkList } from '@lectern/contracts/api/deleted-links.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAct, historyHandlers } from '../../test-support/history.ts'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import { aLink, HttpResponse, http, library, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const MOMENT = new Date(Date.now() - 3_600_000).toISOString()
const EARLIER = new Date(Date.now() - 20.5 * 86_400_000).toISOString()

const aDeleted = (id: number, facts: Partial<DeletedLink> = {}): DeletedLink =>
  DeletedLink.parse({
    ...{ id, url: `https://www.example.test/${id}`, title: `Deleted ${id}`, note: null, tags: [] },
    ...{ isFavorite: false, isArchived: false, collection: null, noteCount: 0 },
    ...{ createdAt: EARLIER, deletedAt: MOMENT, togetherCount: 1 },
    ...facts,
  })

type Sent = { method: string; body: unknown }
/** The server's deleted links. What is brought back or ended leaves them. */
const having = (...links: DeletedLink[]) => {
  const state = { links, sent: [] as Sent[] }
  const take = async (request: Request) => {
    const body = (await request.json()) as { linkIds?: number[]; deletedAt?: string; all?: boolean }
    state.sent.push({ method: request.method, body })
    const taken = state.links.filter(
      ({ id, deletedAt }) => body.all || body.deletedAt === deletedAt || body.linkIds?.includes(id),
    )
    state.links = state.links.filter(link => !taken.includes(link))
    return taken
  }
  server.use(
    http.get('*/api/deleted-links', () =>
      HttpResponse.json(
        DeletedLinkList.parse({ links: state.links, total: state.links.length, nextCursor: null }),
      ),
    ),
    http.post('*/api/deleted-links/bring-back', async ({ request }) => {
      const links = (await take(request)).map(({ id }) => ({ deletedId: id, id: id + 100 }))
      return HttpResponse.json({ links, leftCount: 0, uncollectedCount: 0 })
    }),
    http.delete('*/api/deleted-links', async ({ request }) =>
      HttpResponse.json({ deletedCount: (await take(request)).length }),
    ),
    ...library([aLink()]),
  )
  return state
}

const rows = async () => (await screen.findAllByRole('listitem')).map(row => row.textContent)

test('what was deleted says what it was and how long it stays, by deletion', async () => {
  having(
    aDeleted(3, {
      togetherCount: 2,
      noteCount: 2,
      tags: ['garden'],
      collection: 'Reading',
      isFavorite: true,
    }),
    aDeleted(2, { togetherCount: 2 }),
    aDeleted(1, { deletedAt: EARLIER }),
  )
  renderApp('/history/deleted')
  await screen.findByRole('heading', { name: 'Recently deleted' })
  await screen.findByText('3 deleted links')
  expect(await rows()).toEqual([
    expect.stringContaining('example.test · 30 days left · 2 notes · Reading · favorite · #garden'),
    expect.stringContaining('30 days left'),
    expect.stringContaining('10 days left'),
  ])
  expect(screen.getAllByRole('button', { name: /^Bring all/ })).toHaveLength(1)
})

test('a link is brought back at once, the focus goes on, and the toast offers to undo it', async () => {
  const state = having(aDeleted(3), aDeleted(2, { deletedAt: EARLIER }))
  renderApp('/history/deleted')
  const button = await screen.findByRole('button', { name: 'Bring back: Deleted 3' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Bring back: Deleted 2')
  await waitFor(() => expect(screen.queryByText('Deleted 3')).toBeNull())
  await screen.findByText('1 link brought back')
  screen.getByRole('button', { name: 'Undo' })
  expect(state.sent).toEqual([{ method: 'POST', body: { linkIds: [3] } }])
})

test('what went together comes back together', async () => {
  const state = having(aDeleted(3, { togetherCount: 2 }), aDeleted(2, { togetherCount: 2 }))
  renderApp('/history/deleted')
  fireEvent.click(await screen.findByRole('button', { name: 'Bring all 2 links back' }))
  await screen.findByText('2 links brought back')
  await screen.findByRole('heading', { name: 'Nothing to bring back' })
  expect(state.sent).toEqual([{ method: 'POST', body: { deletedAt: MOMENT } }])
})

test('a full library says so, and the link stays', async () => {
  having(aDeleted(3))
  server.use(http.post('*/api/deleted-links/bring-back', () => refusal(402, "You've reached your limit!")))
  renderApp('/history/deleted')
  fireEvent.click(await screen.findByRole('button', { name: 'Bring back: Deleted 3' }))
  await screen.findByText('Not brought back')
  await screen.findByText("You've reached your limit! Nothing was changed.")
  await screen.findByRole('button', { name: 'Bring back: Deleted 3' })
})

test.each([
  ['one', 'Delete for good: Deleted 3', { linkIds: [3] }],
  ['all', 'Delete all for good', { all: true, until: MOMENT }],
])('deleting %s for good asks first', async (_, name, body) => {
  const state = having(aDeleted(3), aDeleted(2, { deletedAt: EARLIER }))
  renderApp('/history/deleted')
  fireEvent.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete for good' }))
  dialog.getByText('This action cannot be undone.')
  expect(document.activeElement?.textContent).toBe('Cancel')
  expect(state.sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await screen.findByText('Deleted for good')
  expect(state.sent).toEqual([{ method: 'DELETE', body }])
  await waitFor(() => expect(screen.queryByText('Deleted 3')).toBeNull())
})

test('j and k move among the links, and another device shows here', async () => {
  const state = having(aDeleted(3), aDeleted(2, { deletedAt: EARLIER }))
  renderApp('/history/deleted')
  await screen.findByText('Deleted 3')
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Bring back: Deleted 2')
  state.links = [aDeleted(4), ...state.links]
  await pushChange({ what: [], history: true })
  await screen.findByText('Deleted 4')
})

const deleteFirst = async () => {
  server.use(http.delete('*/api/links/1', () => HttpResponse.json({ id: 1 })))
  renderApp('/dashboard')
  await screen.findByRole('article', { name: 'What a log is' })
  for (const key of ['j', '#']) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Link' }))
  dialog.getByText('This action cannot be undone.')
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Link deleted')
}

test('the toast of a deletion leads to what was deleted', async () => {
  having(aDeleted(1))
  await deleteFirst()
  fireEvent.click(screen.getByRole('button', { name: 'Recently deleted' }))
  await screen.findByRole('button', { name: 'Bring back: Deleted 1' })
  expect(location.pathname).toBe('/history/deleted')
})

test('z after a deletion opens what was deleted and says so, without a tick', async () => {
  having(aDeleted(1))
  await deleteFirst()
  fireEvent.keyDown(document.body, { key: 'z' })
  const told = await screen.findByText('A deletion is not undone: bring the link back here')
  expect(told.closest('[data-toasts]')?.querySelector('.lucide-check')).toBeNull()
  await screen.findByRole('button', { name: 'Bring back: Deleted 1' })
  expect(location.pathname).toBe('/history/deleted')
})

test('the history leads to what was deleted', async () => {
  having(aDeleted(3))
  const at = new Date().toISOString()
  server.use(
    ...historyHandlers({
      acts: [
        anAct(3, { kind: 'deleted', undo: 'final', at }),
        anAct(2, { kind: 'deleted', undo: 'final', at, isForGood: true }),
        anAct(1, {
          kind: 'deleted',
          undo: 'final',
          at: new Date(Date.now() - 31 * 86_400_000).toISOString(),
        }),
      ],
      asked: [],
    }),
  )
  renderApp('/history')
  await screen.findByRole('article', { name: 'Deleted "What a log is" for good' })
  const links = screen.getAllByRole('link', { name: /^(Bring back|Recently deleted)/ })
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/history/deleted', '/history/deleted'])
})
