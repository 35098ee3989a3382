import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pushChange, reloadApp, renderApp } from '../../test-support/render-app.tsx'
import {
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

/** A library with one link and these notes. The notes may be replaced. */
const withNotes = (...notes: ReturnType<typeof aNote>[]) => {
  const now = { notes }
  server.use(
    http.get('*/api/links/1/notes', () => HttpResponse.json(now.notes)),
    http.get('*/api/links/1', () => HttpResponse.json(aLink({ noteCount: 3 }))),
    ...library([aLink({ noteCount: 3 })]),
  )
  return now
}
const openPanel = async (): Promise<ReturnType<typeof within>> => {
  fireEvent.click(await screen.findByRole('button', { name: '3 notes' }))
  return within(await screen.findByRole('dialog', { name: 'Notes' }))
}
type Panel = Awaited<ReturnType<typeof openPanel>>

const type = async (panel: Panel, text: string) =>
  fireEvent.change(await panel.findByLabelText('Content'), { target: { value: text } })
const choose = async (entry: string) => {
  const button = within(screen.getByRole('dialog', { name: 'Notes' })).getAllByRole('button', {
    name: 'Note actions',
  })[0]
  fireEvent.click(button as HTMLElement)
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}
/** Keeps the bodies of the requests that change notes. */
const record = (method: 'post' | 'put', path: string, answer: () => Response) => {
  const bodies: object[] = []
  server.use(
    http[method](path, async ({ request }) => {
      bodies.push((await request.json()) as object)
      return answer() as never
    }),
  )
  return bodies
}

test('a note is not saved without content; with it, it is shown at once and sent', async () => {
  withNotes(aNote({ id: 1, content: 'Read this twice.' }))
  const sent = record('post', '*/api/links/1/notes', () =>
    HttpResponse.json(aNote({ id: 2, content: 'A thought' }), { status: 201 }),
  )
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Read this twice.')
  fireEvent.click(panel.getByRole('button', { name: 'New note' }))
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await panel.findByText('Content required. Please enter note content before saving.')
  expect(panel.getByLabelText('Content').getAttribute('aria-invalid')).toBe('true')
  await type(panel, 'A thought')
  fireEvent.click(await panel.findByLabelText('Private'))
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await panel.findByText('A thought')
  await screen.findAllByText('Note created')
  expect(sent).toMatchObject([{ type: 'note', content: 'A thought', isPrivate: true, position: null }])
  expect(Object.keys(localStorage).filter(key => key.startsWith('draft:'))).toEqual([])
})

test('a highlight may name the words that it marks', async () => {
  withNotes()
  const sent = record('post', '*/api/links/1/notes', () => HttpResponse.json(aNote(), { status: 201 }))
  renderApp('/dashboard')
  const panel = await openPanel()
  fireEvent.click(await panel.findByRole('button', { name: 'New note' }))
  expect(panel.queryByLabelText(/Selected text/)).toBeNull()
  fireEvent.click(panel.getByRole('radio', { name: 'Highlight' }))
  fireEvent.change(panel.getByLabelText(/Selected text/), { target: { value: 'the words' } })
  await type(panel, 'why they matter')
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      { type: 'highlight', content: 'why they matter', selectedText: 'the words' },
    ]),
  )
})

test.each([
  { selectedText: 'the words', content: 'why they matter' },
  { selectedText: null, content: 'the words' },
])('the form of a highlight shows the words that it marks: %o', async highlight => {
  withNotes(aNote({ type: 'highlight', ...highlight }))
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Highlight')
  await choose('Edit')
  const form = within(await panel.findByRole('form', { name: 'Edit highlight' }))
  expect(form.getByText('the words', { selector: 'blockquote' })).toBeDefined()
  expect(form.getByLabelText<HTMLTextAreaElement>('Content').value).toBe(highlight.content)
})

test('a save sends only what the person changed', async () => {
  const note = aNote()
  withNotes(note)
  const sent = record('put', '*/api/notes/1', () => HttpResponse.json(note))
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Read this twice.')
  await choose('Edit')
  fireEvent.click(await panel.findByLabelText('Private'))
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ isPrivate: true }]))
  await screen.findAllByText('Note updated')
  await choose('Edit')
  await type(panel, 'Read this once.')
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent[1]).toEqual({ content: 'Read this once.', basedOn: note.updatedAt }))
})

test('a text that was changed elsewhere is shown beside the own one, and neither is lost', async () => {
  const now = withNotes(aNote())
  const theirs = aNote({ content: 'Theirs', updatedAt: '2026-07-04T00:00:00.000Z' })
  const refused = 'This note was changed elsewhere meanwhile.'
  record('put', '*/api/notes/1', () => {
    now.notes = [theirs]
    return refusal(409, refused, { current: theirs })
  })
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Read this twice.')
  await choose('Edit')
  await type(panel, 'Mine')
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  const conflict = within(await panel.findByRole('region', { name: 'Changed elsewhere' }))
  expect(conflict.getByRole('region', { name: 'Your text' }).textContent).toContain('Mine')
  expect(conflict.getByRole('region', { name: 'The text as it is now' }).textContent).toContain('Theirs')
  await screen.findAllByText('Failed to update note')
  const sent = record('put', '*/api/notes/1', () => HttpResponse.json({ ...theirs, content: 'Mine' }))
  fireEvent.click(conflict.getByRole('button', { name: 'Keep yours' }))
  await waitFor(() => expect(sent).toEqual([{ content: 'Mine', basedOn: theirs.updatedAt }]))
})

test('a change of its privacy elsewhere does not stop a change of its text', async () => {
  withNotes(aNote())
  const theirs = aNote({ isPrivate: true, updatedAt: '2026-07-04T00:00:00.000Z' })
  const sent = record('put', '*/api/notes/1', () =>
    sent.length === 1
      ? refusal(409, 'This note was changed elsewhere meanwhile.', { current: theirs })
      : HttpResponse.json({ ...theirs, content: 'Mine' }),
  )
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Read this twice.')
  await choose('Edit')
  await type(panel, 'Mine')
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent[1]).toEqual({ content: 'Mine', basedOn: theirs.updatedAt }))
})

test('what was typed survives a reload and a refusal, until it is discarded', async () => {
  withNotes(aNote())
  const { unmount } = renderApp('/dashboard')
  let panel = await openPanel()
  fireEvent.click(await panel.findByRole('button', { name: 'New note' }))
  await type(panel, 'Half a thou')
  unmount()
  reloadApp('/dashboard')
  panel = await openPanel()
  await panel.findByText(/^Not saved yet/)
  await type(panel, 'Half a thought')
  record('post', '*/api/links/1/notes', () => refusal(500, 'Something went wrong on our side.'))
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await screen.findAllByText('Failed to create note')
  await waitFor(() =>
    expect((panel.getByLabelText('Content') as HTMLTextAreaElement).value).toBe('Half a thought'),
  )
  fireEvent.click(panel.getByRole('button', { name: 'Discard' }))
  expect(panel.queryByLabelText('Content')).toBeNull()
})

test('notes that change on another device are read again', async () => {
  const now = withNotes(aNote())
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Read this twice.')
  now.notes = [aNote({ content: 'Read this three times.' })]
  pushChange({ what: ['notes'] })
  await panel.findByText('Read this three times.')
})

test('what was typed into a note that was deleted elsewhere becomes a new note', async () => {
  const now = withNotes(aNote())
  const sent = record('post', '*/api/links/1/notes', () =>
    HttpResponse.json(aNote({ id: 2 }), { status: 201 }),
  )
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Read this twice.')
  await choose('Edit')
  await type(panel, 'Still mine')
  now.notes = []
  pushChange({ what: ['notes'] })
  const form = within(await panel.findByRole('form', { name: 'New note' }))
  expect((form.getByLabelText('Content') as HTMLTextAreaElement).value).toBe('Still mine')
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toMatchObject([{ type: 'note', content: 'Still mine' }]))
  await waitFor(() => expect(Object.keys(localStorage).filter(key => key.startsWith('draft:'))).toEqual([]))
})

test('a deletion is asked about first', async () => {
  const now = withNotes(aNote())
  let deleted = 0
  server.use(
    http.delete('*/api/notes/1', () => {
      deleted++
      now.notes = []
      return HttpResponse.json({ id: 1 })
    }),
  )
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Read this twice.')
  await choose('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Note' }))
  dialog.getByText('This action cannot be undone.')
  expect(deleted).toBe(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findAllByText('Note deleted')
  expect(panel.queryByText('Read this twice.')).toBeNull()
})

test('a failure to load the notes says so and can be tried again', async () => {
  server.use(
    http.get('*/api/links/1/notes', () => refusal(500, 'Something went wrong on our side.')),
    ...library([aLink({ noteCount: 3 })]),
  )
  renderApp('/dashboard')
  const panel = await openPanel()
  await panel.findByText('Failed to load notes')
  await panel.findByText('Please try refreshing the page.')
  withNotes(aNote())
  fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
  await panel.findByText('Read this twice.')
})

test('the notes of before are shown to the members of a collection in one step, but for private ones', async () => {
  const garden = { id: 3, name: 'Garden', description: null, color: '#10B981', count: 1, members: ['Bo'] }
  const link = aLink({ noteCount: 3, collectionId: 3 })
  const notes = [aNote({ id: 1 }), aNote({ id: 2, isPrivate: true }), aNote({ id: 3 })]
  let now = notes
  server.use(
    http.get('*/api/links/1/notes', () => HttpResponse.json(now)),
    http.get('*/api/links/1', () => HttpResponse.json(link)),
    http.post('*/api/links/1/notes/share', () => {
      now = notes.map(note => (note.isPrivate ? note : { ...note, shared: true }))
      return HttpResponse.json({ shared: 2 })
    }),
    ...library([link], undefined, [garden]),
  )
  renderApp('/dashboard')
  const panel = await openPanel()
  fireEvent.click(await panel.findByRole('button', { name: 'Show my 2 notes to members' }))
  expect((await screen.findAllByText('2 notes visible to members')).length).toBeGreaterThan(0)
  await waitFor(() => expect(panel.getAllByText('Shared')).toHaveLength(2))
  expect(panel.queryByRole('button', { name: /to members/ })).toBeNull()
})
