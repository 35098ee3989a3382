import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import { aLink, HttpResponse, http, library, server, withServer } from '../../../test-support/server.ts'

withServer()

const links = [1, 2, 3].map(id => aLink({ id, title: `Link ${id}` }))

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}
const title = (name: string) => within(screen.getByRole('article', { name })).getByRole('link', { name })
const start = async (path = '/dashboard') => {
  renderApp(path)
  await screen.findByRole('article', { name: 'Link 1' })
}
const dialog = (name: string) => screen.findByRole('dialog', { name })

test('j and k move from link to link and stop at the ends', async () => {
  server.use(...library(links))
  await start()
  press('j')
  expect(document.activeElement).toBe(title('Link 1'))
  press('j', 'j', 'j')
  expect(document.activeElement).toBe(title('Link 3'))
  press('k')
  expect(document.activeElement).toBe(title('Link 2'))
})

test('f, a and x act on the focused link', async () => {
  const sent: unknown[] = []
  const record = async ({ request }: { request: Request }) => {
    sent.push([new URL(request.url).pathname, await request.json()])
    return HttpResponse.json({})
  }
  server.use(
    http.patch('*/api/links/:id/favorite', record),
    http.patch('*/api/links/:id/archive', record),
    ...library(links),
  )
  await start()
  press('f')
  press('j', 'j', 'f')
  await waitFor(() => expect(sent).toEqual([['/api/links/2/favorite', { isFavorite: true }]]))
  press('x')
  expect(await screen.findByText('1 link selected')).toBeDefined()
  press('x')
  expect(screen.queryByText('1 link selected')).toBeNull()
  press('a')
  await waitFor(() => expect(sent[1]).toEqual(['/api/links/2/archive', { isArchived: true }]))
})

test('* a selects all, * n selects none, and # asks to delete the selection or the link', async () => {
  server.use(...library(links))
  await start()
  press('*', 'a')
  expect(screen.getByText('3 links selected')).toBeDefined()
  press('#')
  fireEvent.click(within(await dialog('Delete Selected')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('*', 'n')
  expect(screen.queryByText('3 links selected')).toBeNull()
  press('j', '#')
  expect((await dialog('Delete Link')).textContent).toContain('Link 1')
})

test.each([
  ['n', 'Add New Link'],
  ['?', 'Keyboard shortcuts'],
])('%s opens %s', async (key, name) => {
  server.use(...library(links))
  await start()
  press(key)
  expect(await dialog(name)).toBeDefined()
})

test.each([
  ['o', '/reader/2'],
  ['Enter', '/reader/2'],
])('%s opens the last focused link, also after the focus left it', async (key, path) => {
  server.use(
    http.get('*/api/links/2', () => HttpResponse.json(links[1])),
    http.get('*/api/links/2/content', () => HttpResponse.error()),
    ...library(links),
  )
  await start()
  press('j', 'j')
  ;(document.activeElement as HTMLElement).blur()
  press(key)
  await waitFor(() => expect(location.pathname).toBe(path))
})

test.each([
  ['d', '/dashboard'],
  ['n', '/notes'],
  ['h', '/history'],
  ['i', '/import'],
])('g then %s goes to %s', async (key, path) => {
  server.use(...library(links))
  await start('/dashboard?view=list')
  press('g', key)
  await waitFor(() => expect(location.pathname + location.search).toBe(path))
})

test('Ctrl+Z takes the last change back, and the list of shortcuts has it', async () => {
  const sent: unknown[] = []
  server.use(
    http.patch('*/api/links/:id/favorite', () => HttpResponse.json({})),
    http.post('*/api/undo', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ restoredCount: 1, leftCount: 0, left: [] })
    }),
    ...library(links),
  )
  await start()
  press('j', 'f')
  await screen.findByText('Added to favorites')
  const chord = { key: 'z', ctrlKey: true }
  // It loads after the first screen.
  await waitFor(() => {
    fireEvent.keyDown(document.activeElement ?? document.body, chord)
    expect(sent).toHaveLength(1)
  })
  expect(fireEvent.keyDown(document.body, { ...chord, shiftKey: true })).toBe(true)
  press('?')
  const list = await dialog('Keyboard shortcuts')
  const entry = within(list).getByText('Undo the last change').closest('div')
  expect(entry?.textContent).toContain('zorCtrl+z')
  expect(fireEvent.keyDown(list, chord)).toBe(true)
})

describe('keys do nothing', () => {
  test('in fields, in dialogs, with Ctrl, and as an unknown second key', async () => {
    server.use(...library(links))
    await start()
    const box = screen.getByRole('searchbox')
    for (const key of ['n', '?', '#', '/']) expect(fireEvent.keyDown(box, { key })).toBe(true)
    expect(fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })).toBe(true)
    expect(fireEvent.keyDown(box, { key: 'z', ctrlKey: true })).toBe(true)
    press('j', 'g', 'a')
    press('?')
    const list = await dialog('Keyboard shortcuts')
    fireEvent.keyDown(list, { key: 'n' })
    expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1)
  })

  test('while shortcuts are switched off, and work again when switched on', async () => {
    server.use(...library(links))
    await start()
    press('?')
    const box = within(await dialog('Keyboard shortcuts')).getByRole('checkbox')
    fireEvent.click(box)
    expect(localStorage.getItem('shortcuts')).toBe('off')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('n', '?', 'j')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('main').querySelector(':focus')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Account menu' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }))
    fireEvent.click(within(await dialog('Keyboard shortcuts')).getByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('n')
    expect(await dialog('Add New Link')).toBeDefined()
  })
})
