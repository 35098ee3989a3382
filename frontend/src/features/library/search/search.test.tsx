import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  mara,
  server,
  withServer,
} from '../../../test-support/server.ts'

withServer()

test('a slow answer to an older search never replaces a newer result', async () => {
  const older = Promise.withResolvers<void>()
  let isOlderAsked = false
  server.use(
    http.get('*/api/links', async ({ request }) => {
      const q = new URL(request.url).searchParams.get('q')
      if (q === 'to') {
        isOlderAsked = true
        await older.promise
      }
      return HttpResponse.json(aList([aLink({ title: q === 'tomato' ? 'A tomato' : `Found by ${q}` })]))
    }),
    ...library([]),
  )
  renderApp('/dashboard')
  const box = await screen.findByRole('searchbox', { name: 'Search' })
  fireEvent.change(box, { target: { value: 'to' } })
  await waitFor(() => expect(isOlderAsked).toBe(true))
  fireEvent.change(box, { target: { value: 'tomato' } })
  const found = await screen.findByRole('article', { name: 'A tomato' })
  older.resolve()
  await waitFor(() => expect(location.search).toContain('q=tomato'))
  await waitFor(() => expect(found.querySelector('mark')?.textContent).toBe('tomato'))
  expect(screen.queryByText('Found by to')).toBeNull()
})

test.each(['grid', 'list'])(
  'in the %s a snippet of an article is text, and only its marks are marked',
  async view => {
    const text = '…<mark>fake</mark> 😀 tomato, and <img src=x onerror="alert(1)"> a tomato \u202e…'
    const at = text.lastIndexOf('tomato')
    const link = aLink({ title: 'Pots', excerpt: 'The beginning.', snippet: { text, marks: [[at, at + 6]] } })
    server.use(
      http.get('*/api/links', () => HttpResponse.json(aList([link]))),
      ...library([]),
    )
    renderApp(`/dashboard?q=tomato&view=${view}`)
    const card = await screen.findByRole('article', { name: 'Pots' })
    await waitFor(() => expect(card.querySelectorAll('mark')).toHaveLength(1))
    const mark = card.querySelector('mark')
    expect([mark?.textContent, mark?.parentElement?.textContent]).toEqual(['tomato', text])
    expect(mark?.nextSibling?.textContent).toBe(' \u202e…')
    expect(mark?.parentElement?.dir).toBe('auto')
    expect(card.querySelector('img[src=x]')).toBeNull()
  },
)

test('an empty result names the searched text', async () => {
  server.use(...library([]))
  renderApp('/dashboard?q=nowhere')
  expect(await screen.findByText('Nothing matches “nowhere”')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Show all articles' }))
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', ''))
})

test('the free plan explains advanced terms, and a total that is a lower bound ends in a plus', async () => {
  server.use(
    http.get('*/api/links', () =>
      HttpResponse.json(
        aList([aLink()], { total: 1_000, totalIsLowerBound: true, advancedSearch: 'upgrade' }),
      ),
    ),
    ...library([]),
  )
  renderApp('/dashboard?q=is%3Afavorite')
  expect(await screen.findByText('1,000+ matching links')).toBeDefined()
  expect(screen.getByText(/need a lifetime plan/)).toBeDefined()
})

test('the slash key focuses the search, but types a slash in inputs', async () => {
  server.use(...library([aLink()]))
  renderApp('/dashboard')
  const box = await screen.findByRole('searchbox', { name: 'Search' })
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(box)
  expect(fireEvent.keyDown(box, { key: '/' })).toBe(true)
})

/** A library whose search finds these numbers of links: in the list, in the archive, and in a collection. */
const foundBy = (list: number, archive: number, inCollection = list) =>
  http.get('*/api/links', ({ request }) => {
    const { searchParams } = new URL(request.url)
    const place = searchParams.get('collection') ? inCollection : list
    const total = searchParams.get('archived') === 'true' ? archive : place
    return HttpResponse.json(aList(total > 0 ? [aLink()] : [], { total }))
  })

test('a search that finds nothing says what is in the archive, and shows it', async () => {
  server.use(foundBy(0, 3), ...library([]))
  renderApp('/dashboard?q=tomato')
  const message = (await screen.findByText('Nothing matches “tomato”')).parentElement as HTMLElement
  const show = await within(message).findByRole('button', { name: '3 in the archive: show' })
  const words = within(message).getByRole('link', { name: 'Words inside articles belong to advanced search' })
  expect(words.getAttribute('href')).toBe('/pricing')
  fireEvent.click(show)
  await screen.findByRole('article')
  expect(new URLSearchParams(location.search).get('archived')).toBe('true')
  expect(screen.queryByText(/outside the archive/)).toBeNull()
})

test('a search in a collection says how much more there is elsewhere, and looks there', async () => {
  server.use(foundBy(1_200, 0, 1), ...library([]))
  renderApp('/dashboard?q=tomato&collection=7&favorite=true')
  fireEvent.click(await screen.findByRole('button', { name: '1,199 elsewhere in your library: show' }))
  await waitFor(() => expect(location.search).toBe('?q=tomato'))
})

test('a paid plan has searched the articles, and a search of the archive by name offers it no more', async () => {
  server.use(foundBy(1, 3), ...library([], { ...mara, isPro: true, plan: 'basic' }))
  renderApp('/dashboard?q=tomato')
  await screen.findByRole('button', { name: '3 in the archive: show' })
  expect(screen.queryByText(/advanced search/)).toBeNull()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tomato is:archived' } })
  await waitFor(() => expect(location.search).toContain('is%3Aarchived'))
  await waitFor(() => expect(screen.queryByText(/in the archive: show/)).toBeNull())
})

test('the sidebar leads to the favorites and the archive, and tags of archived links stay, dimmed', async () => {
  server.use(
    http.get('*/api/tags', () => HttpResponse.json({ tags: [{ tag: 'old', count: 0, archived: 2 }] })),
    ...library([aLink()]),
  )
  renderApp('/dashboard')
  const places = within(await screen.findByRole('navigation', { name: 'My Collections' }))
  const favorites = places.getByRole('link', { name: /^Favorites/ })
  expect(favorites.getAttribute('href')).toBe('/dashboard?favorite=true')
  fireEvent.click(places.getByRole('link', { name: /^Archive/ }))
  await waitFor(() => expect(location.search).toBe('?archived=true'))
  const current = places.getAllByRole('link').filter(link => link.getAttribute('aria-current'))
  expect(current.map(link => link.textContent)).toEqual([expect.stringMatching(/^Archive/)])
  const tags = within(await screen.findByRole('navigation', { name: 'Tags' }))
  const old = tags.getByRole('link', { name: /old/ })
  expect(old.getAttribute('href')).toContain('archived=true')
  expect(old.textContent).toContain('2')
})
