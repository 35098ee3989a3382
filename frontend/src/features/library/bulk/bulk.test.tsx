import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  aList,
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
  expect(await screen.findByText('3 links selected')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Selected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Selected' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Please select at least one field to update.')).toBeDefined()
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Tags' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Please type at least one tag.')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('What to do with tags'), { target: { value: 'replace' } })
  fireEvent.change(within(dialog).getByLabelText('New tags'), { target: { value: 'a, ,b ' } })
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Collection' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('3 links updated successfully')).length).toBeGreaterThan(0)
  expect(sent).toEqual({
    linkIds: [[1, 3]],
    updates: { collectionId: null, tags: ['a', 'b'] },
    ifUndoable: true,
  })
  await waitFor(() => expect(screen.queryByText('3 links selected')).toBeNull())
})

test('tags are added first, and only tags of the selected links are offered for removal', async () => {
  const sent: unknown[] = []
  server.use(
    http.put('*/api/links/bulk', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ updatedCount: 2 })
    }),
    http.get('*/api/tags', () => HttpResponse.json({ tags: [{ tag: 'elsewhere', count: 9 }] })),
    ...library([
      aLink({ id: 1, title: 'Link 1', tags: ['kafka', 'logs'] }),
      aLink({ id: 2, title: 'Link 2', tags: ['logs'] }),
      aLink({ id: 3, title: 'Link 3', tags: ['third'] }),
    ]),
  )
  await start()
  const edit = async (mode: string, label: string, tags: string) => {
    fireEvent.click(await box('Select Link 1'))
    fireEvent.click(await box('Select Link 2'))
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Selected' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Selected' })
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Tags' }))
    fireEvent.change(within(dialog).getByLabelText('What to do with tags'), { target: { value: mode } })
    const field = await within(dialog).findByRole('combobox', { name: label })
    fireEvent.click(field)
    const offered = within(dialog)
      .queryAllByRole('option')
      .map(option => option.textContent)
    fireEvent.change(field, { target: { value: tags } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return offered
  }
  await edit('add', 'Tags to add', 'new, Logs')
  const offered = await edit('remove', 'Tags to remove', 'LOGS')
  expect(offered).toEqual(expect.arrayContaining(['kafka', 'logs']))
  expect(offered).not.toContain('elsewhere')
  expect(offered).not.toContain('third')
  expect(sent).toEqual([
    expect.objectContaining({ updates: { addTags: ['new', 'Logs'] }, ifUndoable: true }),
    expect.objectContaining({ updates: { removeTags: ['LOGS'] }, ifUndoable: true }),
  ])
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
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Selected' }))
    return screen.findByRole('dialog', { name: 'Delete Selected' })
  }
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Delete 4 links' }))
  expect((await screen.findAllByText('4 links deleted successfully')).length).toBeGreaterThan(0)
  expect(sent).toEqual([{ linkIds: [[1, 4]] }])
})

test('above 100 links the delete dialog warns more strongly', async () => {
  server.use(...library(Array.from({ length: 101 }, (_, n) => aLink({ id: n + 1, title: `Link ${n + 1}` }))))
  await start()
  fireEvent.click(await box('Select all'))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Selected' }))
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
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Selected' }))
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
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Selected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Selected' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 1 link' }))
  expect((await screen.findAllByText('Failed to delete links. Please try again.')).length).toBeGreaterThan(0)
  expect(await screen.findByText('1 link selected')).toBeDefined()
})

/** A page, and more links that match. */
const page = Array.from({ length: 50 }, (_, n) => aLink({ id: n + 1, title: `Link ${n + 1}` }))
const someOfMany = (more: object = {}) => [
  http.get('*/api/links/ids', ({ request }) => {
    asked.push(new URL(request.url).search)
    return HttpResponse.json({ links: [[1, 60], 70], count: 61, isCut: false, ...more })
  }),
  http.get('*/api/links', () =>
    HttpResponse.json(aList(page, { total: 61, nextCursor: 'more', hasMore: true })),
  ),
  ...library(page),
]
let asked: string[] = []
const selectMatching = async () => {
  fireEvent.click(await box('Select all'))
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 61 that match' }))
  await screen.findByText('61 links selected')
}

test('all links that match are selected, and an act names them as ranges', async () => {
  asked = []
  let sent: unknown
  server.use(
    http.delete('*/api/links/bulk', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ deletedCount: 60 })
    }),
    ...someOfMany(),
  )
  renderApp('/dashboard?favorite=true')
  await selectMatching()
  expect(asked).toEqual(['?favorite=true'])
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull()
  fireEvent.click(await box('Select Link 2'))
  expect(await screen.findByText('60 links selected')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Delete Selected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Selected' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 60 links' }))
  expect((await screen.findAllByText('60 links deleted successfully')).length).toBeGreaterThan(0)
  expect(sent).toEqual({ linkIds: [1, [3, 60], 70] })
})

test('a selection of links that are not displayed ends when the filters change', async () => {
  server.use(...someOfMany())
  await start()
  await selectMatching()
  fireEvent.click(screen.getByRole('button', { name: 'Favorites', hidden: true }))
  await waitFor(() => expect(screen.queryByText('61 links selected')).toBeNull())
})

test('where more links match than one change takes, the bar says so', async () => {
  server.use(...someOfMany({ isCut: true }))
  await start()
  await selectMatching()
  expect(screen.getByText('These are the newest. One change takes no more.')).toBeDefined()
})

test('a failure to select all that match is told, and the selection stays', async () => {
  server.use(
    http.get('*/api/links/ids', () => refusal(500, '')),
    ...someOfMany(),
  )
  await start()
  fireEvent.click(await box('Select all'))
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 61 that match' }))
  expect(await screen.findByText('The other links could not be selected')).toBeDefined()
  expect(screen.getByText('50 links selected')).toBeDefined()
})

test('a bulk edit that could not be undone asks, and is made only where the person wants it', async () => {
  const sent: unknown[] = []
  server.use(
    http.put('*/api/links/bulk', async ({ request }) => {
      const body = (await request.json()) as { ifUndoable?: boolean }
      sent.push(body)
      if (body.ifUndoable) return refusal(409, 'This changes too much at once.', { isTooLargeToUndo: true })
      return HttpResponse.json({ updatedCount: 1 })
    }),
    ...library(links),
  )
  await start()
  fireEvent.click(await box('Select Link 2'))
  const edit = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Selected' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Selected' })
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Favorite' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    return screen.findByRole('dialog', { name: 'This cannot be undone' })
  }
  fireEvent.click(within(await edit()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
  expect(screen.getByText('1 link selected')).toBeDefined()
  expect(screen.queryByText('Failed to update links. Please try again.')).toBeNull()
  fireEvent.click(within(await edit()).getByRole('button', { name: 'Change anyway' }))
  expect((await screen.findAllByText('1 link updated successfully')).length).toBeGreaterThan(0)
  expect(sent.at(-1)).toEqual({ linkIds: [2], updates: { isFavorite: true } })
  await waitFor(() => expect(screen.queryByText('1 link selected')).toBeNull())
})
