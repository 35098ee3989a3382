import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import {
  aContent,
  aLink,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'

withServer()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  scrollTo(0, 0)
})

const article = (link = aLink(), content = aContent()) => [
  http.get('*/api/links/1', () => HttpResponse.json(link)),
  http.get('*/api/links/1/content', () => HttpResponse.json(content)),
  ...library([link]),
]

const heading = (name: string) => screen.findByRole('heading', { name })

test('an article shows its facts, its outline and a link to the original', async () => {
  server.use(...article())
  renderApp('/reader/1')
  await heading('What a log is')
  expect(document.body.textContent).toContain('A. Writer·Apr 12, 2026·2 min read')
  expect(screen.getByRole('link', { name: 'Second part' }).getAttribute('href')).toBe('#part-2')
  expect(screen.getByRole('link', { name: 'Original' }).getAttribute('href')).toBe(
    'https://www.example.test/a-log',
  )
})

test('a failed article shows the reason and a Retry button', async () => {
  let retried = 0
  server.use(
    http.post('*/api/links/1/extraction', () => {
      retried++
      return new HttpResponse(null, { status: 202 })
    }),
    ...article(
      aLink({ extraction: 'failed', extractionReason: 'The page took too long.' }),
      aContent({ status: 'failed', reason: 'The page took too long.', content: null }),
    ),
  )
  renderApp('/reader/1')
  await heading('This article could not be read')
  expect(document.body.textContent).toContain('The page took too long.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(retried).toBe(1))
})

test('a pending article is fetched again after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server.use(...article(aLink({ extraction: 'pending' }), aContent({ status: 'pending', content: null })))
  renderApp('/reader/1')
  await screen.findByText(/This article is being read/)
  server.use(...article())
  vi.advanceTimersByTime(60_000)
  await screen.findByText('Lead.')
})

test.each(['abc', '0', '-1', '1.5'])('%s is no link', async id => {
  server.use(...library([]))
  renderApp(`/reader/${id}`)
  await heading('Invalid article link')
})

test("another user's link is an invalid link", async () => {
  server.use(
    http.get('*/api/links/1', () => refusal(404, 'This article was not found.')),
    http.get('*/api/links/1/content', () => refusal(404, 'This article was not found.')),
    ...library([]),
  )
  renderApp('/reader/1')
  await heading('Invalid article link')
})

test('leaving the reader right after scrolling keeps the position', async () => {
  server.use(...article())
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -scrollY, 600, 5_000),
  )
  scrollTo(0, 1_000)
  fireEvent.scroll(window)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  const stored: unknown = JSON.parse(localStorage.getItem(`reading:${mara.id}`) ?? '[]')
  expect(stored).toMatchObject([[1, { block: 0 }]])
})
