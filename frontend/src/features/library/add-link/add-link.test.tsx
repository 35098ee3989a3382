import type { SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { reloadApp, renderApp } from '../../../test-support/render-app.tsx'
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
} from '../../../test-support/server.ts'

withServer()
afterEach(() => localStorage.clear())

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const expectValue = (label: string, value: string) =>
  waitFor(async () => expect((await field(label)).value).toBe(value))
const addLink = async () => fireEvent.click(await screen.findByRole('button', { name: 'Add Link' }))

/** The address of the specification that opens the filled form. */
const fromExtension = (save: string, title = '') =>
  `/dashboard?${new URLSearchParams({ save, title, source: 'chrome_extension' })}`

/** Pages with these titles, by address. @returns the addresses that were asked for, and the links that were saved */
const withPages = (titles: Record<string, string>) => {
  const asked: string[] = []
  const saved: SaveLinkRequest[] = []
  server.use(
    http.get('*/api/preview', ({ request }) => {
      const url = new URL(request.url).searchParams.get('url') ?? ''
      asked.push(url)
      return HttpResponse.json({ image: null, title: titles[url] ?? null })
    }),
    http.post('*/api/links', async ({ request }) => {
      const body = (await request.json()) as SaveLinkRequest
      saved.push(body)
      const { collectionId = null, ...fields } = body
      return HttpResponse.json(
        aLink({ ...fields, collectionId, id: 7, title: body.title ?? '', note: null, tags: [] }),
        {
          status: 201,
        },
      )
    }),
    ...library([aLink()]),
  )
  return { asked, saved }
}

test('the title is that of the page, and is saved as such', async () => {
  const { saved } = withPages({ 'https://example.org/a-b': 'Of the page' })
  renderApp('/dashboard')
  await addLink()
  await type('URL', 'example.org/a-b')
  await expectValue('Title', 'A b')
  await expectValue('Title', 'Of the page')
  fireEvent.click(screen.getByRole('button', { name: 'Save Link' }))
  await waitFor(() =>
    expect(saved).toEqual([
      {
        clientId: expect.any(String),
        url: 'https://example.org/a-b',
        title: 'Of the page',
        titleFrom: 'page',
      },
    ]),
  )
})

test('nobody asks for the page while a title is typed or came with the address', async () => {
  const { asked, saved } = withPages({})
  renderApp(fromExtension('https://example.org/a', 'Given'))
  await expectValue('Title', 'Given')
  await type('Title', 'Typed')
  await type('URL', 'https://example.org/b')
  fireEvent.click(screen.getByRole('button', { name: 'Save Link' }))
  await waitFor(() =>
    expect(saved).toEqual([{ clientId: expect.any(String), url: 'https://example.org/b', title: 'Typed' }]),
  )
  expect(asked).toEqual([])
})

test('a page that cannot be looked up leaves the words of the path, also after the session has ended', async () => {
  let asked = 0
  server.use(
    http.get('*/api/preview', () => {
      asked += 1
      return refusal(401, 'Please sign in.')
    }),
    ...library([aLink()]),
  )
  renderApp('/dashboard')
  await addLink()
  await type('URL', 'https://example.org/words-of-the-path')
  await expectValue('Title', 'Words of the path')
  await waitFor(() => expect(asked).toBe(1))
  await type('URL', 'https://example.org/other-words')
  await waitFor(() => expect(asked).toBe(2))
  await expectValue('Title', 'Other words')
  // A dialog over it, which asks to sign in, would hide it.
  screen.getByRole('dialog', { name: 'Add New Link' })
})

test('a draft is of one person, and a later version of it is left alone', async () => {
  withPages({})
  const view = renderApp('/dashboard')
  await addLink()
  await type('Note (Optional)', 'Half a thought')
  view.unmount()
  const ben = { ...mara, id: '019a0000-0000-7000-8000-000000000002', username: 'ben' }
  localStorage.setItem(`draft:${ben.id}:add-link:1`, '{"id":"1","fields":{}}')
  server.use(...library([aLink()], ben))
  const other = reloadApp('/dashboard')
  await addLink()
  await expectValue('Note (Optional)', '')
  other.unmount()
  server.use(...library([aLink()]))
  reloadApp('/dashboard')
  await addLink()
  await expectValue('Note (Optional)', 'Half a thought')
})

test('an address with a draft opens that draft, and another one an empty form', async () => {
  withPages({})
  const view = renderApp('/dashboard')
  await addLink()
  await type('URL', 'example.org/a')
  await type('Note (Optional)', 'Half a thought')
  view.unmount()
  const shared = reloadApp(fromExtension('https://example.org/b'))
  await expectValue('URL', 'https://example.org/b')
  await expectValue('Note (Optional)', '')
  shared.unmount()
  reloadApp(fromExtension('https://example.org/a'))
  await expectValue('Note (Optional)', 'Half a thought')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await expectValue('Note (Optional)', '')
  await expectValue('URL', 'https://example.org/a')
  await expectValue('Title', 'A')
})

test('a sign-out asks before it loses a draft, and deletes it', async () => {
  withPages({})
  server.use(http.post('*/api/logout', () => new HttpResponse(null, { status: 204 })))
  renderApp('/dashboard')
  await addLink()
  await type('Note (Optional)', 'Half a thought')
  fireEvent.keyDown(await field('Note (Optional)'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Account menu' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByRole('dialog', { name: 'Sign out and lose changes?' })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sign out anyway' })))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(Object.keys(localStorage).filter(key => key.startsWith('draft:'))).toEqual([])
})

test('a full library offers the plans by a full page load', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  server.use(
    http.post('*/api/links', () =>
      refusal(402, "You've reached your limit!", { currentCount: 500, limit: 500, upgradeRequired: true }),
    ),
    ...library([]),
  )
  renderApp('/dashboard')
  await addLink()
  await type('URL', 'https://example.org/one-more')
  await type('Title', 'One more')
  fireEvent.click(screen.getByRole('button', { name: 'Save Link' }))
  expect(await screen.findByText(/^You've saved 500 articles on the free plan\./)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'View Upgrade Options' }))
  expect(assign).toHaveBeenCalledWith('/pricing')
  assign.mockRestore()
})

test('the form says while one types that the library has the address, and leads there with the draft kept', async () => {
  const asked: URLSearchParams[] = []
  withPages({})
  server.use(
    http.get('*/api/links', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const url = searchParams.get('url')
      if (url === null) return undefined
      asked.push(searchParams)
      const known = aLink({ id: 9, title: 'Known', isArchived: true })
      return HttpResponse.json(aList(url === 'https://example.org/known' ? [known] : []))
    }),
  )
  renderApp('/dashboard')
  await addLink()
  await type('Note (Optional)', 'Half a thought')
  await type('URL', 'example.org/new')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.queryByText(/You saved this on/)).toBeNull()
  await type('URL', 'example.org/known')
  expect((await screen.findByText(/^You saved this on/)).textContent).toBe(
    'You saved this on Jul 3, 2026, and archived it: Known. Open it',
  )
  expect(Object.fromEntries(asked[1] ?? [])).toEqual({
    url: 'https://example.org/known',
    archived: 'all',
    limit: '1',
  })
  fireEvent.click(screen.getByRole('button', { name: 'Open it' }))
  await waitFor(() => expect(location.pathname).toBe('/reader/9'))
  expect(Object.keys(localStorage).filter(key => key.startsWith('draft:'))).toHaveLength(1)
})

/** A script of the extension in this window, which has a document of the page or none. */
const withExtension = (offer: string, html: string | null) => {
  const say = (data: object) =>
    window.dispatchEvent(
      new MessageEvent('message', { data: { offer, ...data }, source: window, origin: location.origin }),
    )
  const hear = ({ data }: MessageEvent) => {
    if (data.lectern === 'offer-wanted') say({ lectern: 'page-offered' })
    if (data.lectern === 'page-wanted') say({ lectern: 'page', html })
  }
  window.addEventListener('message', hear)
  onTestFinished(() => window.removeEventListener('message', hear))
}
const ASKED = '/dashboard?save=https%3A%2F%2Fexample.org%2Fa&title=Given&source=chrome_extension&offer=7'
const withText = () => screen.findByRole('button', { name: 'Save with its text' })

test('a page that the extension offers is saved with its text, by way of the extension', async () => {
  withExtension('7', '<html>As I see it</html>')
  withPages({})
  const sent: [string | null, unknown][] = []
  server.use(
    http.post('*/api/links', ({ request }) => {
      sent.push([request.headers.get('lectern-via'), 'link'])
      return HttpResponse.json(aLink({ id: 7 }), { status: 201 })
    }),
    http.put('*/api/links/7/page', async ({ request }) => {
      sent.push([request.headers.get('content-type'), await request.text()])
      return HttpResponse.json({ id: 7 }, { status: 202 })
    }),
  )
  renderApp(ASKED)
  await expectValue('Title', 'Given')
  fireEvent.click(await withText())
  await waitFor(() =>
    expect(sent).toEqual([
      ['extension', 'link'],
      ['text/html', '<html>As I see it</html>'],
    ]),
  )
})

test('a page that is closed cannot be saved with its text, and its link can', async () => {
  withExtension('7', null)
  const { saved } = withPages({})
  renderApp(ASKED)
  fireEvent.click(await withText())
  await screen.findByText(/The page is closed, has moved on/)
  expect(saved).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Save Link' }))
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('an offer of another page, or of another window, is none', async () => {
  withExtension('8', '<html></html>')
  withPages({})
  renderApp(ASKED)
  await expectValue('Title', 'Given')
  const data = { lectern: 'page-offered', offer: '7' }
  window.dispatchEvent(new MessageEvent('message', { data, source: null, origin: 'https://evil.example' }))
  expect(screen.queryByRole('button', { name: 'Save with its text' })).toBeNull()
})

test('a link that is kept gets the text of the page', async () => {
  withExtension('7', '<html>As I see it</html>')
  withPages({})
  const provided: unknown[] = []
  server.use(
    http.post('*/api/links', () =>
      HttpResponse.json(
        {
          ...{ message: 'There', error: 'There', isDuplicate: true },
          existingLink: { id: 3, title: 'Known', createdAt: '2026-01-02T03:04:05.678Z' },
        },
        { status: 409 },
      ),
    ),
    http.put('*/api/links/3/page', async ({ request }) => {
      provided.push(await request.text())
      return HttpResponse.json({ id: 3 }, { status: 202 })
    }),
  )
  renderApp(ASKED)
  fireEvent.click(await withText())
  await screen.findByText('Keep Existing gives it the text of this page.')
  fireEvent.click(screen.getByRole('button', { name: 'Keep Existing' }))
  await waitFor(() => expect(provided).toEqual(['<html>As I see it</html>']))
})
