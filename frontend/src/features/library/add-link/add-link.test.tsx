import type { SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reloadApp, renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
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
      return HttpResponse.json(aLink({ ...body, id: 7, title: body.title ?? '', note: null, tags: [] }), {
        status: 201,
      })
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
    expect(saved).toEqual([{ url: 'https://example.org/a-b', title: 'Of the page', titleFrom: 'page' }]),
  )
})

test('nobody asks for the page while a title is typed or came with a share', async () => {
  const { asked, saved } = withPages({})
  renderApp('/share?url=https://example.org/a&title=Given')
  await expectValue('Title', 'Given')
  await type('Title', 'Typed')
  await type('URL', 'https://example.org/b')
  fireEvent.click(screen.getByRole('button', { name: 'Save Link' }))
  await waitFor(() => expect(saved).toEqual([{ url: 'https://example.org/b', title: 'Typed' }]))
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
  const shared = reloadApp('/share?url=https://example.org/b')
  await expectValue('URL', 'https://example.org/b')
  await expectValue('Note (Optional)', '')
  shared.unmount()
  reloadApp('/share?url=https://example.org/a')
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
