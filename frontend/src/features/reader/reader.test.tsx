import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pushChange, reloadApp, renderApp } from '../../test-support/render-app.tsx'
import {
  aContent,
  aLink,
  aNote,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'
import { stubSynth } from '../../test-support/stub-synth.ts'

withServer()
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  scrollTo(0, 0)
})

const article = (link = aLink(), content = aContent()) => [
  http.get('*/api/links/1', () => HttpResponse.json(link)),
  http.get('*/api/links/1/content', () => HttpResponse.json(content)),
  ...library([link]),
]

const AT = '2026-07-03T10:00:00.000Z'

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

test('a host of other letters is shown decoded', async () => {
  server.use(
    ...article(aLink({ url: 'https://xn--mnchen-3ya.example/a', siteName: 'xn--mnchen-3ya.example' })),
  )
  renderApp('/reader/1')
  await screen.findByText('münchen.example')
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

test('the page of a proxy says nothing about an article', async () => {
  const page = () => new HttpResponse('404 page not found', { status: 404 })
  server.use(http.get('*/api/links/1', page), http.get('*/api/links/1/content', page), ...library([]))
  renderApp('/reader/1')
  await heading('Article Not Cached')
})

/** Scrolls, and shows the article as if it were much longer than the screen. */
const scrollDown = () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -scrollY, 600, 5_000),
  )
  scrollTo(0, 1_000)
  fireEvent.scroll(window)
}

/** Positions that the server is sent. */
const positions = (status = 204) => {
  const sent: unknown[] = []
  server.use(
    http.put('*/api/links/1/position', async ({ request }) => {
      // The session may be another user's by then.
      expect(request.headers.get('lectern-user')).toBe(mara.id)
      sent.push(await request.json())
      return new HttpResponse(null, { status })
    }),
  )
  return sent
}

test('leaving the reader right after scrolling sends the position', async () => {
  server.use(...article())
  const sent = positions()
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  scrollDown()
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() =>
    expect(sent).toEqual([{ offset: expect.any(Number), contentHash: aContent().contentHash }]),
  )
  await waitFor(() => expect(localStorage.getItem(`reading:${mara.id}`)).toBe('[]'))
})

const wayToTop = () => screen.findByRole('button', { name: /^Back to the top/ })
const words = `<p>${'a'.repeat(1_000)}</p>`
const contentHash = aContent().contentHash ?? ''

test('a position that could not be sent is where the next visit opens', async () => {
  server.use(...article(aLink(), aContent({ content: words })))
  positions(503)
  renderApp('/reader/1')
  await screen.findByText('a'.repeat(1_000))
  localStorage.setItem(`reading:${mara.id}`, JSON.stringify([[1, { offset: 600, contentHash, at: AT }]]))
  cleanup()
  reloadApp('/reader/1')
  expect((await wayToTop()).textContent).toContain('60 %')
})

test.each([
  ['2026-07-03T09:00:00.000Z', '60 %'],
  ['2026-07-03T11:00:00.000Z', '36 %'],
])(
  'of a place kept here and one that another device sent at %s, the article opens at the later one',
  async (updatedAt, part) => {
    const position = { offset: 360, contentHash, updatedAt }
    server.use(...article(aLink(), aContent({ content: words, position })))
    renderApp('/dashboard')
    await screen.findByRole('button', { name: 'Account menu' })
    cleanup()
    localStorage.setItem(`reading:${mara.id}`, JSON.stringify([[1, { offset: 600, contentHash, at: AT }]]))
    reloadApp('/reader/1')
    expect((await wayToTop()).textContent).toContain(part)
  },
)

test.each([
  ['at its beginning', 20],
  ['at its end', 980],
])('an article that was left %s opens at its top', async (_where, offset) => {
  server.use(
    ...article(aLink(), aContent({ content: words, position: { offset, contentHash, updatedAt: AT } })),
  )
  renderApp('/reader/1')
  await screen.findByText('a'.repeat(1_000))
  expect(screen.queryByRole('button', { name: /^Back to the top/ })).toBeNull()
})

test('the way to the top goes after some seconds, not while the focus is on it, and the top is no place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const position = { offset: 600, contentHash, updatedAt: AT }
  server.use(...article(aLink(), aContent({ content: words, position })))
  const sent = positions()
  renderApp('/reader/1')
  let way = await wayToTop()
  act(() => way.focus())
  act(() => void vi.advanceTimersByTime(20_000))
  expect(way.isConnected).toBe(true)
  act(() => way.blur())
  act(() => void vi.advanceTimersByTime(8_000))
  expect(way.isConnected).toBe(false)
  cleanup()

  renderApp('/reader/1')
  way = await wayToTop()
  const scrolled = vi.spyOn(window, 'scrollTo')
  fireEvent.click(way)
  expect(scrolled).toHaveBeenCalledWith({ top: 0 })
  expect(way.isConnected).toBe(false)
  fireEvent.scroll(window)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(sent).toEqual([])
})

test("a note's address opens the article at the note, not where reading stopped", async () => {
  const position = { offset: 600, contentHash, updatedAt: AT }
  server.use(...article(aLink(), aContent({ content: words, position })))
  renderApp('/reader/1?note=3')
  await screen.findByText('a'.repeat(1_000))
  expect(screen.queryByRole('button', { name: /^Back to the top/ })).toBeNull()
})

test('Escape never leaves the article, and u does', async () => {
  server.use(...article())
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  fireEvent.click(await screen.findByRole('button', { name: /^Notes/ }))
  await screen.findByRole('button', { name: 'Close notes' })
  for (let time = 1; time <= 3; time++) {
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close notes' })).toBeNull())
  }
  await new Promise(resolve => setTimeout(resolve))
  expect(location.pathname).toBe('/reader/1')
  fireEvent.keyDown(document.body, { key: 'u' })
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test('a note that was begun is a draft after Escape and a reload, which n goes on with', async () => {
  server.use(...article())
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  const content = () => screen.findByLabelText<HTMLTextAreaElement>('Content')
  fireEvent.keyDown(document.body, { key: 'n' })
  fireEvent.change(await content(), { target: { value: 'Half a thou' } })
  fireEvent.keyDown(await content(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('Content')).toBeNull())
  await screen.findByRole('button', { name: /^Notes.*with a draft/ })
  cleanup()
  reloadApp('/reader/1')
  await screen.findByRole('button', { name: /^Notes.*with a draft/ })
  fireEvent.keyDown(document.body, { key: 'n' })
  expect((await content()).value).toBe('Half a thou')
  await waitFor(async () => expect(document.activeElement).toBe(await content()))
  expect(screen.getAllByLabelText('Content')).toHaveLength(1)
})

test('opening an article does not move its position', async () => {
  server.use(...article())
  const sent = positions()
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  fireEvent.scroll(window)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(sent).toEqual([])
})

const reread = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Read the page again' }))
}

test('a page that was read again without a change is said to be up to date, and not before its end', async () => {
  let isRereading = true
  server.use(
    http.post('*/api/links/1/reread', () => HttpResponse.json({ id: 1 }, { status: 202 })),
    http.get('*/api/links/1/content', () => HttpResponse.json(aContent({ isRereading }))),
    ...article(),
  )
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  await reread()
  await screen.findByText('The page is being read again')
  expect(screen.queryByText('The article is up to date')).toBeNull()
  isRereading = false
  await screen.findByText('The article is up to date')
})

test('a page that was read again with a new text shows it', async () => {
  let isRead = false
  server.use(
    http.post('*/api/links/1/reread', () => {
      isRead = true
      return HttpResponse.json({ id: 1 }, { status: 202 })
    }),
    http.get('*/api/links/1/content', () =>
      HttpResponse.json(
        isRead ? aContent({ content: '<p>New text.</p>', contentHash: 'b'.repeat(64) }) : aContent(),
      ),
    ),
    ...article(),
  )
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  await reread()
  await screen.findByText('New text.')
  await screen.findByText('The article has changed')
})

test('speech goes on when pictures arrive, and ends with a new text', async () => {
  stubSynth()
  const { content: words } = aContent()
  const frame = '<p><span data-image-missing data-source="https://a.example/b.png"></span></p>'
  let content = aContent({ content: `${words}${frame}` })
  server.use(
    http.get('*/api/links/1/content', () => HttpResponse.json(content)),
    ...article(),
  )
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  fireEvent.click(screen.getByRole('button', { name: 'Listen' }))
  const panel = await screen.findByRole('region', { name: 'Listen' })
  const picture = `<p><img src="/api/images/${'c'.repeat(64)}" width="9" height="9" alt="A plum"></p>`
  content = aContent({ content: `${words}${picture}` })
  pushChange({ what: ['extraction'], linkIds: [1] })
  await screen.findByAltText('A plum')
  expect(screen.getByRole('region', { name: 'Listen' })).toBe(panel)
  content = aContent({ content: '<p>New text.</p>', contentHash: 'b'.repeat(64) })
  pushChange({ what: ['extraction'], linkIds: [1] })
  await screen.findByText('New text.')
  expect(screen.queryByRole('region', { name: 'Listen' })).toBeNull()
})

test('a page that could not be read again is not said to be up to date', async () => {
  server.use(
    http.post('*/api/links/1/reread', () => HttpResponse.json({ id: 1 }, { status: 202 })),
    http.get('*/api/links/1/content', () =>
      HttpResponse.json(aContent({ rereadFailure: 'The site did not answer.' })),
    ),
    ...article(),
  )
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  await reread()
  await screen.findByText('The site did not answer.')
  expect(screen.queryByText('The article is up to date')).toBeNull()
})

test('a page that was read again too often says why', async () => {
  const message = 'This page was read again ten times in the last hour.'
  server.use(
    http.post('*/api/links/1/reread', () => refusal(429, message)),
    ...article(),
  )
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  await reread()
  await screen.findByText(message)
})

test('the versions of an article can be chosen, and an older one leads back to the newest', async () => {
  const old = 'b'.repeat(64)
  const versions = [
    { contentHash: aContent().contentHash ?? '', readAt: '2026-07-03T09:41:00.000Z' },
    { contentHash: old, readAt: '2026-05-03T09:41:00.000Z' },
  ]
  server.use(
    http.get('*/api/links/1/content', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('version') === old
          ? aContent({ content: '<p>As it was.</p>', contentHash: old, versions })
          : aContent({ versions }),
      ),
    ),
    ...article(),
  )
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  fireEvent.click(screen.getByRole('button', { name: '2 versions' }))
  fireEvent.click(await screen.findByRole('button', { name: /May 3, 2026/ }))
  await screen.findByText('As it was.')
  expect(location.search).toBe(`?version=${old}`)
  fireEvent.click(screen.getByRole('button', { name: 'Show the newest' }))
  await screen.findByText('Lead.')
  expect(location.search).toBe('')
})

test('the same note can be shown in the article twice', async () => {
  const note = aNote({
    type: 'highlight',
    content: 'Words',
    selectedText: 'Words',
    position: { start: 15, end: 20 },
  })
  server.use(
    http.get('*/api/links/1/notes', () => HttpResponse.json([note])),
    ...article(),
  )
  const scrolled = vi.spyOn(window, 'scrollTo')
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  fireEvent.click(await screen.findByRole('button', { name: /^Notes/ }))
  for (let time = 1; time <= 2; time++) {
    scrolled.mockClear()
    const card = within(await screen.findByRole('article', { name: 'Highlight: Words' }))
    fireEvent.click(card.getByRole('button', { name: 'Note actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Show in the article' }))
    await waitFor(() => expect(scrolled).toHaveBeenCalled())
    expect(location.search).toBe('?note=1')
  }
})

test('the key n writes a note on the article, and g s saves another link', async () => {
  server.use(...article())
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  fireEvent.keyDown(document.body, { key: 'n' })
  await screen.findByRole('form', { name: 'New note' })
  cleanup()
  renderApp('/reader/1')
  await screen.findByText('Lead.')
  for (const key of ['g', 's']) fireEvent.keyDown(document.body, { key })
  await screen.findByRole('dialog', { name: 'Add New Link' })
})
