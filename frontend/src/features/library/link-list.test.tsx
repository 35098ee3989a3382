import type { Plan } from '@lectern/contracts/plans.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LinkList } from '../../data/answers.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import {
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'

withServer()

const card = (name: string) => screen.findByRole('article', { name })
const links = (count: number) =>
  Array.from({ length: count }, (_, n) => aLink({ id: count - n, title: `Link ${count - n}` }))
const having = (plan: Plan) => ({ ...mara, plan, isPro: plan !== 'free' })

/** Answers GET /api/links with this list and returns the parameters of each request. With a nextCursor, a page has `limit` links. */
const answering = (list: Partial<LinkList>, user = mara) => {
  const asked: URLSearchParams[] = []
  server.use(
    http.get('*/api/links', ({ request }) => {
      const search = new URL(request.url).searchParams
      // The shelf above the list asks, too.
      if (search.has('progress')) return HttpResponse.json(aList([]))
      asked.push(search)
      const page = list.nextCursor ? links(Number(search.get('limit'))) : links(3)
      return HttpResponse.json(aList(page, list))
    }),
    ...library([], user),
  )
  return asked
}

test.each([
  ['free', '50', false],
  ['basic', '50', false],
  ['pro', '200', true],
  ['ultra', '200', true],
  ['legacy_unlimited', '200', true],
] as const)('a page of the %s plan has %s links; Load Many is shown: %s', async (plan, size, loadsMany) => {
  const asked = answering({ total: 900, nextCursor: 'next', hasMore: true }, having(plan))
  renderApp('/dashboard')
  const more = await screen.findByRole('button', { name: 'Load More (+50)' })
  const many = screen.queryByRole('button', { name: 'Load Many (+500)' })
  expect(many !== null).toBe(loadsMany)
  fireEvent.click(many ?? more)
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(search => [search.get('limit'), search.get('cursor')])).toEqual([
    [size, null],
    [loadsMany ? '500' : '50', 'next'],
  ])
})

test('above 100 links the list says how many of them are displayed', async () => {
  answering({ total: 101, nextCursor: 'next' })
  renderApp('/dashboard')
  const notice = await screen.findByText(/The first 50 of 101 links are shown/)
  expect(notice.compareDocumentPosition(screen.getByRole('list', { name: 'Saved links' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

test('up to 100 links the list says nothing', async () => {
  answering({ total: 100 })
  renderApp('/dashboard')
  await card('Link 1')
  expect(screen.queryByText(/links are shown/)).toBeNull()
})

test('a total that is a lower bound has a plus', async () => {
  answering({ total: 1_000, totalIsLowerBound: true })
  renderApp('/dashboard?q=link')
  expect(await screen.findByText('1,000+ matching links')).toBeDefined()
  expect(screen.getByText(/The first 3 of 1,000\+ links/)).toBeDefined()
  expect((await card('Link 1')).closest('[role=listitem]')?.getAttribute('aria-setsize')).toBe('-1')
})

test('each card states its position and the total', async () => {
  answering({ total: 3 })
  renderApp('/dashboard')
  const item = (await card('Link 2')).closest('[role=listitem]')
  expect([item?.getAttribute('aria-posinset'), item?.getAttribute('aria-setsize')]).toEqual(['2', '3'])
})

test.each([
  ['', 'Save the first thing you want to read.'],
  ['?favorite=true', 'No favorites here yet'],
  ['?archived=true', 'The archive is empty'],
  ['?collection=7', 'This collection is empty'],
  ['?q=tomato', 'Nothing matches “tomato”'],
])('an empty list at %s says: %s', async (search, title) => {
  answering({ links: [], total: 0 })
  renderApp(`/dashboard${search}`)
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
})

test('a failed favourite shows a toast and is reverted', async () => {
  const answer = Promise.withResolvers<void>()
  server.use(
    http.patch('*/api/links/1/favorite', async () => {
      await answer.promise
      return refusal(500, 'Something went wrong on our side.')
    }),
    ...library([aLink()]),
  )
  renderApp('/dashboard')
  const star = within(await card('What a log is')).getByRole('button', { name: 'Favorite' })
  fireEvent.click(star)
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
  answer.resolve()
  expect((await screen.findAllByText('Failed to toggle favorite')).length).toBeGreaterThan(0)
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'))
})

test('a list that cannot be read again stays and says so, until Try again', async () => {
  server.use(
    http.patch('*/api/links/1/favorite', () => {
      server.use(http.get('*/api/links', () => refusal(500, 'Something went wrong.')))
      return HttpResponse.json({})
    }),
    ...library([aLink()]),
  )
  renderApp('/dashboard')
  fireEvent.click(within(await card('What a log is')).getByRole('button', { name: 'Favorite' }))
  const sentence = await screen.findByText(/^This list could not be brought up to date/)
  expect(await card('What a log is')).toBeDefined()
  server.use(...library([aLink({ title: 'Read again', isFavorite: true })]))
  fireEvent.click(within(sentence).getByRole('button', { name: 'Try again' }))
  expect(await card('Read again')).toBeDefined()
  expect(screen.queryByText(/^This list could not be brought up to date/)).toBeNull()
})

test('a list whose collection has gone meanwhile says so in its place', async () => {
  server.use(
    http.patch('*/api/links/1/favorite', () => {
      server.use(http.get('*/api/links', () => refusal(404, 'This collection was not found.')))
      return HttpResponse.json({})
    }),
    ...library([aLink({ collectionId: 3 })]),
  )
  renderApp('/dashboard?collection=3')
  fireEvent.click(within(await card('What a log is')).getByRole('button', { name: 'Favorite' }))
  await screen.findByRole('heading', { name: 'This collection is gone' })
  expect(screen.queryByRole('article')).toBeNull()
})

test('a reload requests as many links as were loaded before', async () => {
  const asked = answering({ links: links(120), total: 120 })
  renderApp('/dashboard', { list: { linkId: 80, index: 40, top: 9, loaded: 120 } })
  await card('Link 120')
  expect(asked[0]?.get('limit')).toBe('120')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a card with a pending article refetches its link once a minute while the page is visible', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let link = aLink({ id: 7, extraction: 'pending' })
  let asked = 0
  server.use(
    http.get('*/api/links/7', () => {
      asked += 1
      return HttpResponse.json(link)
    }),
    http.get('*/api/links', () => HttpResponse.json(aList([link]))),
    ...library([]),
  )
  renderApp('/dashboard')
  await screen.findByText('Being read…')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.advanceTimersByTime(60_000)
  visibility.mockRestore()
  link = { ...link, extraction: 'ready' }
  vi.advanceTimersByTime(60_000)
  await waitFor(() => expect(screen.queryByText('Being read…')).toBeNull())
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(1)
})
