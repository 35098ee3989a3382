import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  HttpResponse,
  http,
  library,
  refusal,
  server,
  withServer,
} from '../../../test-support/server.ts'

withServer()

const links = [1, 2, 3, 4].map(id => aLink({ id, title: `Link ${id}` }))
const box = (name: string) => screen.findByRole('checkbox', { name })
const start = async () => {
  renderApp('/dashboard')
  await box('Select Link 1')
}

test('a bulk edit sends only the ticked fields and the selected links', async () => {
  let sent: unknown
  server.use(
    http.put('*/api/links/bulk', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ updatedCount: 3 })
    }),
    ...library(links),
  )
  await start()
  fireEvent.click(await box('Select Link 1'))
  fireEvent.click(await box('Select Link 3'), { shiftKey: true })
  expect(screen.getByText('3 links selected')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Edit Selected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Selected' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Please select at least one field to update.')).toBeDefined()
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Tags' }))
  fireEvent.change(within(dialog).getByLabelText('New tags'), { target: { value: 'a, ,b ' } })
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Collection' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('3 links updated successfully')).length).toBeGreaterThan(0)
  expect(sent).toEqual({ linkIds: [1, 2, 3], updates: { collectionId: null, tags: ['a', 'b'] } })
  await waitFor(() => expect(screen.queryByText('3 links selected')).toBeNull())
})

test('Cancel deletes nothing, and Delete deletes all displayed links', async () => {
  const sent: unknown[] = []
  server.use(
    http.delete('*/api/links/bulk', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ deletedCount: 4 })
    }),
    ...library(links),
  )
  await start()
  fireEvent.click(await box('Select all'))
  const ask = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Delete Selected' }))
    return screen.findByRole('dialog', { name: 'Delete Selected' })
  }
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Delete 4 links' }))
  expect((await screen.findAllByText('4 links deleted successfully')).length).toBeGreaterThan(0)
  expect(sent).toEqual([{ linkIds: [1, 2, 3, 4] }])
})

test('above 100 links the delete dialog warns more strongly', async () => {
  server.use(...library(Array.from({ length: 101 }, (_, n) => aLink({ id: n + 1, title: `Link ${n + 1}` }))))
  await start()
  fireEvent.click(await box('Select all'))
  fireEvent.click(screen.getByRole('button', { name: 'Delete Selected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Selected' })
  expect(dialog.textContent).toContain('You are about to delete 101 links.')
})

test('a failed bulk edit shows a toast and keeps the selection', async () => {
  server.use(
    http.put('*/api/links/bulk', () => refusal(500, 'Something went wrong on our side.')),
    http.delete('*/api/links/bulk', () => refusal(500, '')),
    ...library(links),
  )
  await start()
  fireEvent.click(await box('Select Link 2'))
  fireEvent.click(screen.getByRole('button', { name: 'Edit Selected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Selected' })
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Favorite' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('Failed to update links. Please try again.')).length).toBeGreaterThan(0)
  expect(screen.getByText('1 link selected')).toBeDefined()
})

test('a refused bulk deletion brings the links and the selection back', async () => {
  server.use(
    http.delete('*/api/links/bulk', () => refusal(500, '')),
    ...library(links),
  )
  await start()
  fireEvent.click(await box('Select Link 2'))
  fireEvent.click(screen.getByRole('button', { name: 'Delete Selected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Selected' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 1 link' }))
  expect((await screen.findAllByText('Failed to delete links. Please try again.')).length).toBeGreaterThan(0)
  expect(await screen.findByText('1 link selected')).toBeDefined()
})
