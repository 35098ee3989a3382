import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  aList,
  HttpResponse,
  http,
  library,
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
