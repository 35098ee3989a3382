import type { NoteCounts } from '@lectern/contracts/api/notes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import {
  aContent,
  aLink,
  aNote,
  HttpResponse,
  http,
  library,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'

withServer()

const link = { title: 'What a log is', url: 'https://www.example.test/a', previewImage: null, siteName: null }
const ENTRIES = [
  aNote({ id: 3, type: 'quote', content: 'Appends only.', selectedText: 'Appends only.', color: '#3B82F6' }),
  aNote({
    id: 2,
    type: 'highlight',
    content: 'order',
    selectedText: 'order',
    position: { start: 4, end: 9 },
  }),
  aNote({ id: 1, content: 'Think about it.', isPrivate: true, updatedAt: '2026-07-09T09:41:00.000Z' }),
].map(note => ({ note, link }))
const COUNTS: NoteCounts = { all: 3, note: 1, highlight: 1, quote: 1 }

/** Answers the notes of the type that is asked for; a search finds nothing. @returns the searches that were read */
const withNotes = (entries = ENTRIES, counts = COUNTS) => {
  const read: string[] = []
  server.use(
    http.get('*/api/notes', ({ request }) => {
      const { searchParams } = new URL(request.url)
      searchParams.delete('limit')
      read.push(String(searchParams))
      const type = searchParams.get('type')
      if (searchParams.has('q')) return HttpResponse.json([])
      return HttpResponse.json(entries.filter(({ note }) => !type || note.type === type))
    }),
    http.get('*/api/notes/counts', ({ request }) => {
      const hasSearch = new URL(request.url).searchParams.get('q')
      return HttpResponse.json(hasSearch ? { all: 0, note: 0, highlight: 0, quote: 0 } : counts)
    }),
    ...library([aLink()]),
  )
  return read
}

test('tabs have their counts, and a card has all that is known of its note', async () => {
  withNotes()
  renderApp('/notes')
  await screen.findByText('1 note · 1 highlight · 1 quote')
  await waitFor(() =>
    expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual([
      'All3',
      'Notes1',
      'Highlights1',
      'Quotes1',
    ]),
  )
  const card = (name: string) => screen.findByRole('article', { name })
  const note = await card('Note on What a log is')
  for (const text of [
    'Note',
    'Jul 3, 2026',
    'Private',
    'What a log is',
    'example.test',
    'Updated Jul 9, 2026',
  ])
    expect(note.textContent).toContain(text)
  const quote = await card('Quote on What a log is')
  expect(quote.querySelector('blockquote')?.style.borderColor.toLowerCase()).toBe('#3b82f6')
  expect(quote.textContent).not.toContain('Updated')
  const highlight = within(await card('Highlight on What a log is'))
  expect(highlight.getByRole('link', { name: 'Open What a log is' }).getAttribute('href')).toBe(
    '/reader/1?note=2',
  )
})

test('a note without a place opens its article with the note in the panel', async () => {
  withNotes()
  server.use(
    http.get('*/api/links/1', () => HttpResponse.json(aLink())),
    http.get('*/api/links/1/content', () => HttpResponse.json(aContent())),
    http.get('*/api/links/1/notes', () => HttpResponse.json(ENTRIES.map(({ note }) => note))),
  )
  renderApp('/notes')
  const card = within(await screen.findByRole('article', { name: 'Note on What a log is' }))
  fireEvent.click(card.getByRole('link', { name: 'Open What a log is' }))
  const panel = within(await screen.findByRole('complementary', { name: /^Notes/ }))
  const note = within(await panel.findByRole('article', { name: 'Note: Think about it.' }))
  await waitFor(() => expect(document.activeElement).toBe(note.getByRole('button', { name: 'Note actions' })))
  expect(location.pathname + location.search).toBe('/reader/1')
})

test('a search keeps the tab, and a tab keeps the search', async () => {
  const read = withNotes()
  renderApp('/notes?type=quote')
  await screen.findByRole('article', { name: 'Quote on What a log is' })
  expect(screen.queryByRole('article', { name: 'Note on What a log is' })).toBeNull()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search notes' }), { target: { value: 'tomato' } })
  await screen.findByRole('heading', { name: 'No results found' })
  expect(location.search).toBe('?type=quote&q=tomato')
  const tab = screen.getByRole('tab', { name: /^Highlights/ })
  fireEvent.mouseDown(tab, { button: 0 })
  await waitFor(() => expect(location.search).toBe('?type=highlight&q=tomato'))
  await waitFor(() => expect(read.at(-1)).toBe('type=highlight&q=tomato'))
})

test('without notes the page says how to take one', async () => {
  withNotes([], { all: 0, note: 0, highlight: 0, quote: 0 })
  renderApp('/notes')
  await screen.findByRole('heading', { name: 'No notes yet' })
})

test('a failure to load the notes says so', async () => {
  withNotes()
  server.use(http.get('*/api/notes', () => refusal(500, 'Something went wrong on our side.')))
  renderApp('/notes')
  await screen.findByRole('heading', { name: 'Failed to load notes' })
  await screen.findByText('Please try refreshing the page.')
})

test('a host of other letters is shown decoded', async () => {
  withNotes([{ note: aNote(), link: { ...link, url: 'https://xn--mnchen-3ya.example/a' } }])
  renderApp('/notes')
  await screen.findByText('münchen.example')
})
