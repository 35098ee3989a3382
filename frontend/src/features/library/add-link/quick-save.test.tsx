import type { SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Link } from '../../../data/answers.ts'
import type { Id } from '../../../data/id.ts'
import { aPreview } from '../../../test-support/imports.ts'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  refusal,
  server,
  withServer,
} from '../../../test-support/server.ts'

withServer()

const KNOWN = { id: 3, title: 'Known', createdAt: '2026-01-02T03:04:05.678Z' }

/** A server that saves, but for addresses that it has, and for those that the plan has no room for. */
const withSaves = (links: Link[] = [aLink()]) => {
  let now = links
  const saved: SaveLinkRequest[] = []
  const deleted: unknown[] = []
  server.use(
    http.post('*/api/links', async ({ request }) => {
      const body = (await request.json()) as SaveLinkRequest
      if (body.url.includes('known')) return refusal(409, 'There', { isDuplicate: true, existingLink: KNOWN })
      if (body.url.includes('full'))
        return refusal(402, "You've reached your limit!", { currentCount: 500, limit: 500 })
      saved.push(body)
      const { url, title, note = null } = body
      const createdAt = new Date().toISOString()
      const link = aLink({ id: 100 + saved.length, url, title: title ?? '', note, tags: [], createdAt })
      now = [link, ...now]
      return HttpResponse.json(link, { status: 201 })
    }),
    http.get('*/api/links', () => HttpResponse.json(aList(now))),
    http.delete('*/api/links/bulk', async ({ request }) => {
      const body = (await request.json()) as { linkIds: Id[] }
      deleted.push(body)
      now = now.filter(({ id }) => !body.linkIds.includes(id))
      return HttpResponse.json({ deletedCount: body.linkIds.length })
    }),
    ...library(links),
  )
  return { saved, deleted }
}

const bring = (type: 'paste' | 'drop', data: Record<string, string>, target: Element = document.body) => {
  const transfer = { getData: (kind: string) => data[kind] ?? '', types: Object.keys(data), dropEffect: '' }
  const event = new Event(type, { bubbles: true, cancelable: true })
  Object.assign(event, type === 'paste' ? { clipboardData: transfer } : { dataTransfer: transfer })
  fireEvent(target, event)
  return event
}
const paste = (text: string, target?: Element) => bring('paste', { 'text/plain': text }, target)
const opened = async (path = '/dashboard') => {
  renderApp(path)
  await screen.findByRole('article', { name: 'What a log is' })
  // Listens once the parts are there that load after the first screen.
  await waitFor(() => expect(paste('').defaultPrevented).toBe(true))
}
const cards = () => screen.getAllByRole('article').map(card => card.querySelector('h2')?.textContent)
const toastOf = (text: string | RegExp) => screen.findByText(text, { selector: '[data-toasts] p' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a pasted address is on the list in the same turn, without a dialog, and its toast takes it back', async () => {
  const { saved, deleted } = withSaves()
  await opened()
  paste('example.org/tomato-pots')
  expect(cards()).toEqual(['Tomato pots', 'What a log is'])
  await toastOf('Saved')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toEqual({
    clientId: expect.any(String),
    url: 'https://example.org/tomato-pots',
    title: 'Tomato pots',
    titleFrom: 'page',
  })
  press('Undo')
  await waitFor(() => expect(cards()).toEqual(['What a log is']))
  await waitFor(() => expect(deleted).toEqual([{ linkIds: [101] }]))
  await toastOf('Undone')
})

test('several addresses are saved with one toast and one undo, also by the key', async () => {
  const { saved, deleted } = withSaves()
  await opened()
  paste('https://example.org/one\nhttps://example.org/two\nhttps://example.org/two')
  await toastOf('Saved 2 links')
  expect(cards()).toEqual(['One', 'Two', 'What a log is'])
  await waitFor(() => expect(saved).toHaveLength(2))
  fireEvent.keyDown(document.body, { key: 'z' })
  await waitFor(() => expect(cards()).toEqual(['What a log is']))
  await toastOf('2 links removed')
  expect(deleted).toEqual([{ linkIds: [101, 102] }])
  fireEvent.keyDown(document.body, { key: 'z' })
  await toastOf('Nothing to undo')
})

test('tags are added to what was saved, to one and to several', async () => {
  withSaves()
  await opened()
  paste('https://example.org/one')
  await toastOf('Saved')
  press('Add tags')
  await screen.findByRole('dialog', { name: 'Tags' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  paste('https://example.org/two\nhttps://example.org/three')
  await toastOf('Saved 2 links')
  press('Add tags')
  await screen.findByRole('dialog', { name: /Edit/ })
})

test('what the library has is said with a way to it, and is not saved again', async () => {
  const { saved } = withSaves()
  await opened()
  paste('https://example.org/known')
  await toastOf('You saved this before')
  expect(cards()).toEqual(['What a log is'])
  paste('https://example.org/known\nhttps://example.org/new')
  await toastOf('1 other you had before')
  await toastOf('Saved')
  expect(saved).toHaveLength(1)
  paste('https://example.org/known')
  await toastOf('You saved this before')
  press('Open')
  await waitFor(() => expect(location.pathname).toBe('/reader/3'))
})

test('a full plan is said, and the addresses wait where what could not be sent does', async () => {
  withSaves()
  await opened()
  paste('https://example.org/full')
  await screen.findByRole('dialog', { name: "You've reached your limit!" })
  press('Maybe Later')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Show')
  await screen.findByText('Could not be sent')
  expect(screen.getByText('https://example.org/full', { exact: false })).toBeDefined()
})

test('a text without an address says so, and one that goes into a field is left alone', async () => {
  const { saved } = withSaves()
  await opened()
  paste('Growing tomatoes')
  await toastOf('There is no address in what you pasted')
  expect(paste('https://example.org/a', screen.getByRole('searchbox')).defaultPrevented).toBe(false)
  expect(saved).toEqual([])
})

test('a dropped link is saved, but for one of this page', async () => {
  const { saved } = withSaves()
  await opened()
  const uris = { 'text/uri-list': '# A comment\r\nhttps://example.org/dropped', 'text/plain': 'x' }
  fireEvent(document.body, new Event('dragstart', { bubbles: true }))
  expect(bring('drop', uris).defaultPrevented).toBe(false)
  fireEvent(document.body, new Event('dragend', { bubbles: true }))
  expect(bring('drop', { Files: '', ...uris }).defaultPrevented).toBe(false)
  bring('drop', uris)
  await toastOf('Saved')
  await waitFor(() => expect(saved.map(({ url }) => url)).toEqual(['https://example.org/dropped']))
  bring('drop', { 'text/plain': 'words' })
  await toastOf('There is no address in what you dropped')
})

test('a share is saved with its words as the note, and the empty library saves what is typed', async () => {
  const { saved } = withSaves([])
  renderApp('/share?title=Shared&text=Read%20this%3A%20https%3A%2F%2Fexample.org%2Fa')
  await toastOf('Saved')
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  await waitFor(() => expect(saved[0]).toMatchObject({ title: 'Shared', note: 'Read this:' }))
})

test('the empty library saves what is typed, and the form says what is wrong with it', async () => {
  const { saved } = withSaves([])
  renderApp('/dashboard')
  const field = await screen.findByLabelText('Link to save')
  fireEvent.change(field, { target: { value: 'nonsense' } })
  press('Save it')
  await screen.findByText('Please enter a valid URL')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.change(field, { target: { value: 'example.org/first' } })
  press('Save it')
  await screen.findByRole('article', { name: 'First' })
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('the field of the empty library takes a paste as the list does', async () => {
  const { saved } = withSaves([])
  renderApp('/dashboard')
  const field = await screen.findByLabelText('Link to save')
  paste('Growing tomatoes', field)
  paste('https://example.org/one\nhttps://example.org/two', field)
  await screen.findByRole('article', { name: 'One' })
  await waitFor(() => expect(saved).toHaveLength(2))
})

test('a view that does not show new links says where they are', async () => {
  withSaves([aLink({ isFavorite: true })])
  await opened('/dashboard?favorite=true')
  paste('https://example.org/one')
  await toastOf('In All Articles')
})

const many = Array.from({ length: 500 }, (_, n) => `https://example.org/${n}`).join('\n')

test('500 addresses are saved as an import, which is said', async () => {
  const { saved } = withSaves()
  const files: string[] = []
  let started: unknown
  server.use(
    http.post('*/api/import/lectern/preview', async ({ request }) => {
      const file = (await request.formData()).get('file') as File
      files.push(await file.text())
      return HttpResponse.json(aPreview({ source: 'lectern', newItems: 498, duplicateCount: 2 }))
    }),
    http.post('*/api/import/lectern', async ({ request }) => {
      started = await request.json()
      return HttpResponse.json({ importId: 'i' }, { status: 202 })
    }),
  )
  await opened()
  paste(many)
  await toastOf('Saved as an import')
  await toastOf('498 new links, 2 are there already. You can undo it in the history.')
  expect(files[0]?.split('\n').slice(0, 2)).toEqual(['url', '"https://example.org/0"'])
  expect(started).toMatchObject({ proceedWithFree: false })
  expect(saved).toEqual([])
})

test('an import that the plan has no room for offers what fits, and one without an answer says so', async () => {
  withSaves()
  const wanted: boolean[] = []
  server.use(
    http.post('*/api/import/lectern/preview', () =>
      HttpResponse.json(aPreview({ source: 'lectern', newItems: 500 })),
    ),
    http.post('*/api/import/lectern', async ({ request }) => {
      const { proceedWithFree } = (await request.json()) as { proceedWithFree: boolean }
      wanted.push(proceedWithFree)
      return proceedWithFree
        ? HttpResponse.json({ importId: 'i' }, { status: 202 })
        : refusal(402, 'Full', { currentCount: 30, limit: 500 })
    }),
  )
  await opened()
  paste(many)
  await toastOf('Your plan holds 500 articles, and 30 are used.')
  press('Save the first 470')
  await toastOf('Saved as an import')
  expect(wanted).toEqual([false, true])
  server.use(http.post('*/api/import/lectern/preview', () => HttpResponse.error()))
  paste(many)
  await toastOf(/There was no answer/)
})

vi.setConfig({ testTimeout: 60_000 })
