import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import {
  aContent,
  aNote,
  HttpResponse,
  http,
  library,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'
import { ANN, annsLink, aShared, sharedWithMe } from '../../test-support/sharing.ts'

withServer()

const READER = `/reader/1?library=${ANN}`
const theirs = aNote({
  id: 1,
  content: 'Sow early.',
  library: ANN,
  shared: true,
  writer: { id: 'm-1', name: 'Bo' },
})
const mine = aNote({ id: 1, content: 'Mine alone.', library: ANN })

/** @returns the searches of all calls about the link */
const withAnnsArticle = (role: 'reader' | 'commenter' | 'editor') => {
  const searches: string[] = []
  const taken: unknown[] = []
  const note = ({ request }: { request: Request }) => void searches.push(new URL(request.url).search)
  server.use(
    http.get('*/api/links/1', info => {
      note(info)
      return HttpResponse.json(annsLink())
    }),
    http.get('*/api/links/1/content', info => {
      note(info)
      return HttpResponse.json(aContent())
    }),
    http.get('*/api/links/1/notes', info => {
      note(info)
      return HttpResponse.json([theirs, mine])
    }),
    http.post('*/api/links/1/notes', async info => {
      note(info)
      const body = (await info.request.json()) as object
      taken.push(body)
      return HttpResponse.json(aNote({ ...body, id: 2, library: ANN }), { status: 201 })
    }),
    sharedWithMe(aShared({ role })),
    ...library([]),
  )
  return { searches, taken }
}
const openNotes = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^Notes/ }))
  return within(await screen.findByRole('complementary', { name: /Notes/ }))
}

test('an article of somebody else has the notes of all, and those of others are theirs', async () => {
  const { searches } = withAnnsArticle('reader')
  renderApp(READER)
  await screen.findByText('More words.')
  const panel = await openNotes()
  const of = within(await panel.findByRole('article', { name: 'Note of Bo: Sow early.' }))
  expect(of.queryByRole('button', { name: 'Note actions' })).toBeNull()
  const own = within(panel.getByRole('article', { name: 'Note: Mine alone.' }))
  expect(own.getByRole('button', { name: 'Note actions' })).toBeDefined()
  fireEvent.click(panel.getByRole('button', { name: 'New note' }))
  await panel.findByLabelText('Content')
  expect(panel.queryByLabelText('Visible to members')).toBeNull()
  expect(new Set(searches)).toEqual(new Set([`?library=${ANN}`]))
  // What only an editor may do is not offered.
  expect(screen.queryByRole('button', { name: 'Edit details' })).toBeNull()
})

test('a commenter’s note is seen by members if it says so', async () => {
  const { searches, taken } = withAnnsArticle('commenter')
  renderApp(READER)
  const panel = await openNotes()
  fireEvent.click(await panel.findByRole('button', { name: 'New note' }))
  const box = await panel.findByLabelText('Visible to members')
  expect(box).toHaveProperty('checked', false)
  fireEvent.change(panel.getByLabelText('Content'), { target: { value: 'Water well.' } })
  fireEvent.click(box)
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(taken).toMatchObject([{ content: 'Water well.', shared: true, isPrivate: false }]),
  )
  expect(searches.at(-1)).toBe(`?library=${ANN}`)
})

test('who clears highlights deletes the own ones, and is told where the article is not shared any more', async () => {
  const { searches } = withAnnsArticle('reader')
  const marks = [theirs, mine].map(note => ({ ...note, type: 'highlight' as const }))
  const answers = [refusal(404, 'This article was not found.'), HttpResponse.json({ deleted: 1 })]
  server.use(
    http.get('*/api/links/1/notes', () => HttpResponse.json(marks)),
    http.delete('*/api/links/1/highlights', ({ request }) => {
      searches.push(new URL(request.url).search)
      return answers.shift()
    }),
  )
  renderApp(READER)
  await screen.findByText('More words.')
  const clear = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Clear highlights (1)' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear highlights' }))
    await dialog.findByText('1 highlight of this article will be deleted.', { exact: false })
    fireEvent.click(dialog.getByRole('button', { name: 'Clear' }))
  }
  await clear()
  expect((await screen.findAllByText('Failed to clear highlights')).length).toBeGreaterThan(0)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await clear()
  expect((await screen.findAllByText('1 highlight cleared')).length).toBeGreaterThan(0)
  expect(new Set(searches)).toEqual(new Set([`?library=${ANN}`]))
})

test('a reader who is removed while reading is told so, and sees the article no more', async () => {
  withAnnsArticle('reader')
  renderApp(READER)
  await screen.findByText('More words.')
  await screen.findByRole('button', { name: 'Listen' })
  const gone = () => refusal(404, 'This article was not found.')
  server.use(
    http.get('*/api/links/1', gone),
    http.get('*/api/links/1/content', gone),
    http.get('*/api/links/1/notes', gone),
    sharedWithMe(),
  )
  pushChange({ what: [], sharing: true })
  expect(
    (await screen.findAllByText('"Seeds" of Ann is not shared with you any more')).length,
  ).toBeGreaterThan(0)
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(screen.queryByText('More words.')).toBeNull()
})

test('what was typed about an article is kept where the access ends, and can be copied or discarded', async () => {
  withAnnsArticle('commenter')
  renderApp(READER)
  const panel = await openNotes()
  fireEvent.click(await panel.findByRole('button', { name: 'New note' }))
  fireEvent.change(await panel.findByLabelText('Content'), { target: { value: 'Water well.' } })
  server.use(sharedWithMe())
  pushChange({ what: [], sharing: true })
  expect((await screen.findAllByText('What you wrote there was not sent')).length).toBeGreaterThan(0)
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  fireEvent.click(await screen.findByRole('button', { name: 'Show' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Offline Storage' }))
  const entry = within(await dialog.findByRole('listitem', { name: 'New note' }))
  expect(entry.getByText('Water well.')).toBeDefined()
  expect(entry.getByText('This article is not shared with you any more.')).toBeDefined()
  expect(entry.getByRole('button', { name: 'Copy text' })).toBeDefined()
  fireEvent.click(entry.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(dialog.queryByRole('listitem', { name: 'New note' })).toBeNull())
  expect(Object.keys(localStorage).filter(key => key.startsWith('draft:'))).toEqual([])
})

test('an article that is not shared says so', async () => {
  const gone = () => refusal(404, 'This article was not found.')
  server.use(
    http.get('*/api/links/1', gone),
    http.get('*/api/links/1/content', gone),
    http.get('*/api/links/1/notes', gone),
    ...library([]),
  )
  renderApp(READER)
  expect(await screen.findByText('This article is not shared with you')).toBeDefined()
})
