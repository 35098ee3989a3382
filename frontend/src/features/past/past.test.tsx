import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { Counts } from '@lectern/contracts/api/counts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import { aLink, HttpResponse, http, library, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const AT = '2024-05-01T12:00:00.000Z'
const COUNTS: Counts = {
  ...{ used: 3, allowed: 500, active: 2, archived: 1, favorites: 1, uncollected: 1, tagCount: 1 },
  collections: [{ id: 1, count: 1 }],
  tags: [{ tag: 'two words', count: 2 }],
}
const COLLECTIONS: Collection[] = [{ id: 1, name: 'Garden', description: null, color: '#16A34A', count: 1 }]

/** Requests of the past, without their moment. */
let asked: string[] = []
const noteOf = (request: Request) => {
  const { pathname, searchParams } = new URL(request.url)
  const at = searchParams.get('at')
  searchParams.delete('at')
  if (at !== null) asked.push(`${pathname}?${searchParams}`)
  return { at, searchParams }
}

const withPast = (preparing = 0) => {
  let left = preparing
  server.use(
    ...['counts', 'collections'].map(path =>
      http.get(`*/api/${path}`, ({ request }) => {
        if (noteOf(request).at === null) return undefined
        if (left-- > 0) return HttpResponse.json({ folded: 500, total: 2_000 }, { status: 202 })
        return HttpResponse.json(path === 'counts' ? COUNTS : COLLECTIONS)
      }),
    ),
    http.get('*/api/links', ({ request }) => {
      const { at, searchParams } = noteOf(request)
      if (at === null) return undefined
      const page = { total: 3, hasMore: false, nextCursor: null, gone: [2] }
      if (searchParams.has('q')) return HttpResponse.json({ ...page, total: 0, links: [] })
      if (searchParams.has('cursor'))
        return HttpResponse.json({ ...page, links: [aLink({ id: 3, title: 'Oldest' })] })
      const links = [
        aLink({ id: 1, title: 'There today', collectionId: 1, isFavorite: true, tags: ['two words'] }),
        aLink({ id: 2, title: 'Gone today', url: 'https://gone.example/page' }),
      ]
      return HttpResponse.json({ ...page, hasMore: true, nextCursor: 'next', links })
    }),
    ...library([aLink()]),
  )
}
const path = `/dashboard?at=${AT}`

beforeEach(() => {
  asked = []
})

test('shows the links of the moment: their titles lead to today’s article, or to the page of a link that is gone', async () => {
  withPast()
  renderApp(path)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(
    /^The library as it was on (Apr 30|May 1|May 2), 2024, /,
  )
  const there = await screen.findByRole('link', { name: 'There today' })
  expect(there.getAttribute('href')).toBe('/reader/1')
  const row = within(screen.getByRole('article', { name: 'There today' }))
  expect(row.getByText('Garden')).toBeTruthy()
  expect(row.getByText('Favorite')).toBeTruthy()
  expect(row.getByText('#two words')).toBeTruthy()
  const gone = screen.getByRole('link', { name: 'Gone today' })
  expect(gone.getAttribute('href')).toBe('https://gone.example/page')
  expect(within(screen.getByRole('article', { name: 'Gone today' })).getByText('Deleted since')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Load More' }))
  await screen.findByRole('link', { name: 'Oldest' })
  expect(asked).toContain('/api/links?cursor=next')
})

test('offers nothing that changes the library, and keys are silent', async () => {
  withPast()
  renderApp(path)
  await screen.findByRole('link', { name: 'There today' })
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  const names = screen.getAllByRole('button').map(button => button.textContent || button.ariaLabel)
  expect(names.toSorted()).toEqual(['Archived', 'Favorites', 'Load More', 'Show'])
  for (const key of ['n', 'f', 'a', '#', 'x', 'z']) fireEvent.keyDown(document.body, { key })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('says how far the moment is, and asks again until it is ready', async () => {
  withPast(1)
  renderApp(path)
  await screen.findByText('500 of 2,000 changes')
  await screen.findByRole('link', { name: 'There today' }, { timeout: 5_000 })
})

test('filters are in the address, and another moment keeps them but for the collection', async () => {
  withPast()
  renderApp(`${path}&collection=1`)
  await screen.findByRole('link', { name: 'There today' })
  fireEvent.click(screen.getByRole('button', { name: 'Favorites' }))
  await waitFor(() => expect(asked).toContain('/api/links?favorite=true&collection=1'))
  const picker = screen.getByLabelText(/Another moment/)
  fireEvent.change(picker, { target: { value: '2024-04-01T08:30:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByText(/Apr 1, 2024, 8:30/)
  const search = new URLSearchParams(location.search)
  expect([search.get('favorite'), search.get('collection')]).toEqual(['true', null])
  expect(search.get('at')).toBe(new Date('2024-04-01T08:30:00').toISOString())
})

test('without a moment in the address it looks back one day', async () => {
  withPast()
  renderApp('/dashboard?at')
  await screen.findByRole('link', { name: 'There today' })
  const at = Date.parse(new URLSearchParams(location.search).get('at') ?? '')
  expect(Math.round((Date.now() - at) / 86_400_000)).toBe(1)
})

test('a moment to come is not asked for', async () => {
  withPast()
  renderApp(path)
  await screen.findByRole('link', { name: 'There today' })
  fireEvent.change(screen.getByLabelText(/Another moment/), { target: { value: '2999-01-01T00:00:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect((await screen.findByText('This moment has not come yet.')).id).toMatch(/-error$/)
  expect(new URLSearchParams(location.search).get('at')).toBe(AT)
})

test('before the library it says when it was opened, and leads there', async () => {
  withPast()
  const openedAt = '2024-06-01T12:00:00.000Z'
  server.use(
    http.get('*/api/counts', ({ request }) =>
      new URL(request.url).searchParams.get('at') === AT
        ? refusal(404, 'Your library was not there yet.', { openedAt })
        : undefined,
    ),
  )
  renderApp(path)
  fireEvent.click(await screen.findByRole('link', { name: 'Show its first moment' }))
  await screen.findByRole('link', { name: 'There today' })
  expect(new URLSearchParams(location.search).get('at')).toBe(openedAt)
})

test('looking back in a library that is younger than a day begins where it begins', async () => {
  withPast()
  const openedAt = new Date().toISOString()
  server.use(
    http.get('*/api/counts', ({ request }) => {
      const at = new URL(request.url).searchParams.get('at')
      return at !== null && at !== openedAt
        ? refusal(404, 'Your library was not there yet.', { openedAt })
        : undefined
    }),
  )
  renderApp('/dashboard?at')
  await screen.findByRole('link', { name: 'There today' })
  expect(new URLSearchParams(location.search).get('at')).toBe(openedAt)
})

test('when there is no room, it says so and tries again on request', async () => {
  withPast()
  let isBusy = true
  server.use(
    http.get('*/api/counts', () =>
      isBusy ? refusal(503, 'Others are looking back right now. Please try again in a moment.') : undefined,
    ),
  )
  renderApp(path)
  await screen.findByText('Others are looking back right now. Please try again in a moment.')
  isBusy = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'There today' })
})
