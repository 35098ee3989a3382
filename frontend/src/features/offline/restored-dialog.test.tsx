import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Act } from '../../data/acts/kinds.ts'
import { newNote } from '../../data/notes/new-note.ts'
import { openActStore, unsentActs } from '../../data/outbox/store.ts'
import { reloadApp, renderApp } from '../../test-support/render-app.tsx'
import {
  aLink,
  aNote,
  HttpResponse,
  http,
  library,
  mara,
  server,
  withServer,
} from '../../test-support/server.ts'

withServer()

const BASE = { userId: mara.id, at: '2026-11-22T11:00:00.000Z', epoch: 'before', state: 'waiting' } as const
const ACTS = [
  {
    ...{ ...BASE, seq: 1, key: crypto.randomUUID() },
    ...{ name: 'saveLink', params: { url: 'https://new.test/', title: 'New' } },
  },
  {
    ...{ ...BASE, seq: 2, key: crypto.randomUUID(), name: 'takeNote' },
    params: newNote({ linkId: -1, type: 'note', content: 'Mine.' }),
  },
  {
    ...{ ...BASE, seq: 3, key: crypto.randomUUID(), links: [aLink({ title: 'Old' })] },
    ...{ name: 'favorite', params: { linkId: 1, isFavorite: true } },
  },
] as Act[]

/** Names an article by number alone. */
const DELETE = {
  ...{ ...BASE, seq: 4, key: crypto.randomUUID() },
  ...{ name: 'deleteLinks', params: { linkIds: [5] } },
} as Act

/** Opens the dashboard of a restored store on a device that has not sent these acts. */
const openRestored = async (acts = ACTS) => {
  const sent: string[] = []
  const note = (request: Request) => sent.push(`${request.method} ${new URL(request.url).pathname}`)
  server.use(
    http.post('*/api/links', ({ request }) => {
      note(request)
      return HttpResponse.json(aLink({ id: 9 }), { status: 201 })
    }),
    http.post('*/api/links/9/notes', ({ request }) => {
      note(request)
      return HttpResponse.json(aNote({ id: 1, linkId: 9 }), { status: 201 })
    }),
    http.patch('*/api/links/1/favorite', ({ request }) => {
      note(request)
      return HttpResponse.json({ id: 1, isFavorite: true })
    }),
    http.get('*/api/links/1', () => HttpResponse.json(aLink())),
    ...library([aLink()], { ...mara, epoch: 'after' }),
  )
  renderApp('/dashboard')
  cleanup()
  const store = openActStore(mara.id)
  await store.put(acts)
  store.close()
  reloadApp('/dashboard')
  return { dialog: within(await screen.findByRole('dialog', { name: 'Not sent yet' })), sent }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('what was not sent before a restore is told in words, and sent at once on request', async () => {
  const { dialog, sent } = await openRestored()
  expect(
    dialog.getByText(/^Lectern was restored from a backup\. 3 changes on this device were not sent yet\./),
  ).toBeDefined()
  expect(dialog.getAllByRole('listitem').map(item => item.getAttribute('aria-label'))).toEqual([
    'New article',
    'Add to favorites',
  ])
  expect(dialog.getByText('1 change on it waits with it.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Send all' }))
  await isClosed()
  await waitFor(() =>
    expect(sent.toSorted()).toEqual([
      'PATCH /api/links/1/favorite',
      'POST /api/links',
      'POST /api/links/9/notes',
    ]),
  )
})

test('each can be sent or discarded; a discarded one comes back with Undo', async () => {
  const { dialog, sent } = await openRestored()
  const entry = (name: string) => within(dialog.getByRole('listitem', { name }))
  fireEvent.click(entry('Add to favorites').getByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect((await unsentActs(mara.id)).map(({ seq }) => seq)).toEqual([1, 2]))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  fireEvent.click(entry('Add to favorites').getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toEqual(['PATCH /api/links/1/favorite']))
  fireEvent.click(dialog.getByRole('button', { name: 'Discard all' }))
  await isClosed()
  await waitFor(async () => expect(await unsentActs(mara.id)).toEqual([]))
  expect(sent).toHaveLength(1)
})

test('an act that names an article by number alone is sent by itself alone', async () => {
  const { dialog, sent } = await openRestored([...ACTS, DELETE])
  server.use(
    http.delete('*/api/links/bulk', () => {
      sent.push('delete')
      return HttpResponse.json({ deletedCount: 1 })
    }),
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Send the other 2' }))
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent).not.toContain('delete')
  const entry = within(dialog.getByRole('listitem'))
  expect(entry.getByText(/^It may be about something else by now\./)).toBeDefined()
  expect(dialog.queryByRole('button', { name: /^Send (all|the other)/ })).toBeNull()
  fireEvent.click(entry.getByRole('button', { name: 'Send' }))
  await isClosed()
  await waitFor(() => expect(sent).toContain('delete'))
})

test('the decision can be put off; the line at the bottom leads back to it, also after a reload', async () => {
  await openRestored()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await isClosed()
  fireEvent.click(screen.getByRole('button', { name: '2 held since a restore' }))
  expect(await screen.findByRole('dialog', { name: 'Not sent yet' })).toBeDefined()
  cleanup()
  reloadApp('/dashboard')
  expect(await screen.findByRole('dialog', { name: 'Not sent yet' })).toBeDefined()
  expect(await unsentActs(mara.id)).toHaveLength(3)
})
