import { fireEvent, screen, waitFor } from '@testing-library/react'
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
  fireEvent.click(await screen.findByRole('button', { name: 'Favorite' }))
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

test('a reader opened from the Notes page has no list of links', async () => {
  const asked = serve()
  renderApp('/reader/2', { from: { path: '/notes', search: '?q=log', loaded: 120 } })
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
