import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import {
  aContent,
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  server,
  withServer,
} from '../../test-support/server.ts'

withServer()

const links = [1, 2, 3].map(id => aLink({ id, title: `Link ${id}`, isFavorite: id > 1 }))

/** A library with three articles. The list of favorites has the last two. @returns the parameters of each list request */
const serve = () => {
  const asked: URLSearchParams[] = []
  server.use(
    http.get('*/api/links', ({ request }) => {
      const search = new URL(request.url).searchParams
      asked.push(search)
      return HttpResponse.json(aList(links.filter(link => link.isFavorite || !search.has('favorite'))))
    }),
    http.get('*/api/links/:id', ({ params }) =>
      HttpResponse.json(links.find(({ id }) => id === Number(params.id))),
    ),
    http.get('*/api/links/:id/content', ({ params }) =>
      HttpResponse.json(aContent({ title: `Article ${params.id}` })),
    ),
    ...library(links),
  )
  return asked
}
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}
const article = (id: number) => screen.findByRole('heading', { name: `Link ${id}`, level: 1 })
const title = (id: number) => screen.findByRole('link', { name: `Link ${id}` })

test('j and k open the neighbours in the list, and Back returns to the list and the link read last', async () => {
  serve()
  renderApp('/dashboard?favorite=true')
  fireEvent.click(await title(2))
  await article(2)
  const entries = history.length
  press('k')
  press('j')
  await article(3)
  press('j')
  expect(location.pathname).toBe('/reader/3')
  expect(history.length).toBe(entries)
  history.back()
  await waitFor(async () => expect(document.activeElement).toBe(await title(3)))
  expect(location.pathname + location.search).toBe('/dashboard?favorite=true')
  press('k', 'o')
  await article(2)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(async () => expect(document.activeElement).toBe(await title(2)))
})

test('when the link leaves the list, j opens the link that takes its place', async () => {
  serve()
  server.use(http.patch('*/api/links/2/favorite', () => HttpResponse.json({})))
  renderApp('/dashboard?favorite=true')
  fireEvent.click(await title(2))
  await article(2)
  fireEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Favorite' }))
  await waitFor(() => {
    press('j')
    expect(location.pathname).toBe('/reader/3')
  })
})

test('the list survives a reload in the reader', async () => {
  const asked = serve()
  renderApp('/reader/2', { from: { path: '/dashboard', search: '?favorite=true', loaded: 120 } })
  await article(2)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect([asked[0]?.get('favorite'), asked[0]?.get('limit')]).toEqual(['true', '120'])
  await waitFor(() => {
    press('j')
    expect(location.pathname).toBe('/reader/3')
  })
})

const end = () => screen.findByRole('region', { name: 'After reading' })

test('one click or key archives the article and opens the next one, up to the last of the list', async () => {
  const archived: unknown[] = []
  serve()
  server.use(
    http.patch('*/api/links/:id/archive', async ({ request, params }) => {
      archived.push([params.id, await request.json()])
      return HttpResponse.json({})
    }),
  )
  renderApp('/dashboard')
  fireEvent.click(await title(1))
  await article(1)
  expect(within(await end()).getByRole('button', { name: 'Next: Link 2' })).toBeDefined()
  fireEvent.click(within(await end()).getByRole('button', { name: 'Archive and next' }))
  await article(2)
  fireEvent.keyDown(document.body, { key: 'A', shiftKey: true })
  await article(3)
  await waitFor(() =>
    expect(archived).toEqual([
      ['1', { isArchived: true }],
      ['2', { isArchived: true }],
    ]),
  )
  await within(await end()).findByText('The last one of the list')
  expect(within(await end()).queryByRole('button', { name: 'Archive and next' })).toBeNull()
  fireEvent.click(within(await end()).getByRole('link', { name: 'Back to the list' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test('the end of an article has Archive, Favorite and Add note, with a list and without', async () => {
  const sent: string[] = []
  serve()
  server.use(
    http.patch('*/api/links/2/:flag', ({ params }) => {
      sent.push(String(params.flag))
      return HttpResponse.json({})
    }),
  )
  renderApp('/reader/2')
  await article(2)
  const button = async (name: string) => within(await end()).getByRole('button', { name })
  fireEvent.click(await button('Archive'))
  await button('Unarchive')
  fireEvent.click(await button('Favorite'))
  await waitFor(() => expect(sent).toEqual(['archive', 'favorite']))
  fireEvent.click(await button('Add note'))
  await screen.findByRole('form', { name: 'New note' })
  expect(screen.queryByRole('navigation', { name: 'Articles of the list' })).toBeNull()
})

test.each(['/notes', '/history'])('a reader opened from %s has no list of links', async path => {
  const asked = serve()
  renderApp('/reader/2', { from: { path, search: '?q=log', loaded: 120 } })
  await article(2)
  press('j')
  expect(location.pathname).toBe('/reader/2')
  expect(asked).toEqual([])
})

test('a reader opened directly has no list, and its Back leads to /', async () => {
  const asked = serve()
  renderApp('/reader/2')
  await article(2)
  press('j', 'k')
  expect(location.pathname).toBe('/reader/2')
  expect(asked).toEqual([])
  const entries = history.length
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(history.length).toBe(entries + 1)
})
