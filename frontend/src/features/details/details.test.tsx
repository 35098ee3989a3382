import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pushChange, reloadApp, renderApp } from '../../test-support/render-app.tsx'
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

const systems = { id: 4, name: 'Systems', description: null, color: '#3B82F6', count: 0 }

/** A library with one link, which may change. `sent` has the bodies of the edits. */
const withLink = (changes: Parameters<typeof aLink>[0] = {}) => {
  const now = {
    link: aLink(changes),
    sent: [] as object[],
    answer: () => HttpResponse.json({ id: 1 }) as Response,
  }
  server.use(
    http.get('*/api/links/1', () => HttpResponse.json(now.link)),
    http.get('*/api/links', () => HttpResponse.json(aList([now.link]))),
    http.patch('*/api/links/1', async ({ request }) => {
      now.sent.push((await request.json()) as object)
      return now.answer() as never
    }),
    ...library([now.link], mara, [systems]),
  )
  return now
}
const change = async (now: { link: ReturnType<typeof aLink> }, changes: Parameters<typeof aLink>[0]) => {
  now.link = aLink({ ...now.link, ...changes })
  act(() => pushChange({ what: ['links'], linkIds: [1] }))
}
const openSheet = async () => {
  const card = await screen.findByRole('article')
  act(() => within(within(card).getByRole('heading')).getByRole('link').focus())
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'e' })
  return within(await screen.findByRole('dialog', { name: 'Edit details' }))
}
type Sheet = Awaited<ReturnType<typeof openSheet>>
const type = (sheet: Sheet, label: string | RegExp, value: string) =>
  fireEvent.change(sheet.getByLabelText(label), { target: { value } })
const valueIn = (sheet: Sheet, label: string | RegExp) =>
  (sheet.getByLabelText(label) as HTMLInputElement).value
const save = (sheet: Sheet) => fireEvent.click(sheet.getByRole('button', { name: 'Save' }))
const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('draft:'))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('only what was changed is sent, and the card shows it before the server answers', async () => {
  const now = withLink({ tags: ['old'] })
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  server.use(
    http.patch('*/api/links/1', async ({ request }) => {
      now.sent.push((await request.json()) as object)
      await answered
      return HttpResponse.json({ id: 1 })
    }),
  )
  renderApp('/dashboard')
  const sheet = await openSheet()
  type(sheet, 'Title', 'Mine')
  type(sheet, 'Collection', '4')
  fireEvent.click(sheet.getByRole('button', { name: 'Remove tag old' }))
  save(sheet)
  await waitFor(() =>
    expect(now.sent).toEqual([
      {
        ...{ title: 'Mine', collectionId: 4, tags: [] },
        was: { title: 'What a log is', collectionId: null, tags: ['old'] },
      },
    ]),
  )
  expect((await screen.findByRole('article', { hidden: true })).textContent).toContain('Mine')
  await screen.findAllByText('Link edited')
  answer()
  await isClosed()
  expect(drafts()).toEqual([])
})

test('the title of the page comes into an untouched field, and beside a typed one it is shown and asked about', async () => {
  const now = withLink({ title: 'Words of a path', extraction: 'pending' })
  renderApp('/dashboard')
  const sheet = await openSheet()
  await change(now, { title: 'The page', extraction: 'ready' })
  await waitFor(() => expect(valueIn(sheet, 'Title')).toBe('The page'))
  type(sheet, 'Title', 'Mine')
  await change(now, { title: 'Another device' })
  await sheet.findByText('Another device')
  expect(valueIn(sheet, 'Title')).toBe('Mine')
  save(sheet)
  await sheet.findByText('This was changed elsewhere meanwhile. Please choose what to keep.')
  expect(now.sent).toEqual([])
  fireEvent.click(sheet.getByRole('button', { name: 'Use the other' }))
  expect(valueIn(sheet, 'Title')).toBe('Another device')
  type(sheet, 'Title', 'Mine again')
  await change(now, { title: 'Once more' })
  fireEvent.click(await sheet.findByRole('button', { name: 'Keep mine' }))
  save(sheet)
  await waitFor(() => expect(now.sent).toEqual([{ title: 'Mine again', was: { title: 'Once more' } }]))
})

test('a read that began before the answer does not take the edit back, and the newest one shows', async () => {
  const now = withLink()
  renderApp('/dashboard')
  const sheet = await openSheet()
  type(sheet, 'Title', 'Mine')
  save(sheet)
  await isClosed()
  // The reads still have the old title.
  await change(now, { note: 'A note of another device' })
  await screen.findByText('A note of another device')
  await change(now, { title: 'Newest' })
  await screen.findByRole('article', { name: 'Newest' })
})

test('an edit that another device was faster than is refused, and both texts are shown', async () => {
  const now = withLink()
  renderApp('/dashboard')
  const sheet = await openSheet()
  type(sheet, 'Title', 'Mine')
  // The push is late: only the refusal tells of the change.
  now.link = aLink({ title: 'Theirs' })
  now.answer = () => refusal(409, 'This link was changed elsewhere meanwhile.')
  save(sheet)
  await sheet.findByText('Theirs')
  sheet.getByText('This link was changed elsewhere meanwhile.')
  expect(valueIn(sheet, 'Title')).toBe('Mine')
  now.answer = () => HttpResponse.json({ id: 1 })
  fireEvent.click(sheet.getByRole('button', { name: 'Keep mine' }))
  save(sheet)
  await waitFor(() => expect(now.sent.at(-1)).toEqual({ title: 'Mine', was: { title: 'Theirs' } }))
  await isClosed()
})

test('what was typed outlives Escape and a reload, and Discard ends it', async () => {
  const now = withLink()
  renderApp('/dashboard')
  let sheet = await openSheet()
  type(sheet, /^Note/, 'Half a thought')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await isClosed()
  await screen.findAllByText('Not saved yet')
  expect(now.sent).toEqual([])
  cleanup()
  reloadApp('/dashboard')
  sheet = await openSheet()
  expect(valueIn(sheet, /^Note/)).toBe('Half a thought')
  sheet.getByText(/^Not saved yet. You typed this on/)
  fireEvent.click(sheet.getByRole('button', { name: 'Discard' }))
  await isClosed()
  expect(drafts()).toEqual([])
  sheet = await openSheet()
  expect(valueIn(sheet, /^Note/)).toBe('')
})

test('a duplicate is asked about in the form; another refusal is said there and in a toast', async () => {
  const now = withLink()
  const existingLink = { id: 9, title: 'The other one', createdAt: '2026-07-01T00:00:00.000Z' }
  now.answer = () =>
    refusal(409, 'This link is already in your library.', { isDuplicate: true, existingLink })
  renderApp('/dashboard')
  const sheet = await openSheet()
  type(sheet, 'URL', 'https://b.test/')
  save(sheet)
  await sheet.findByRole('link', { name: 'The other one' })
  expect(screen.queryByText('Failed to edit link')).toBeNull()
  fireEvent.click(sheet.getByRole('button', { name: 'Keep the old address' }))
  expect(valueIn(sheet, 'URL')).toBe(now.link.url)

  type(sheet, 'URL', 'https://b.test/')
  save(sheet)
  const anyway = await sheet.findByRole('button', { name: 'Save anyway' })
  now.answer = () => refusal(500, 'Something went wrong.')
  fireEvent.click(anyway)
  await sheet.findByText('Something went wrong.')
  await screen.findAllByText('Failed to edit link')
  expect(now.sent.at(-1)).toMatchObject({ url: 'https://b.test/', ignoreDuplicate: true })
  now.answer = () => HttpResponse.json({ id: 1 })
  save(sheet)
  await isClosed()
})

test('the day when the text was copied does not sound as if the person had read it', async () => {
  withLink({ readAt: '2026-07-03T09:41:05.000Z' })
  renderApp('/dashboard')
  const sheet = await openSheet()
  expect(sheet.getByText(/^Copied on/).textContent).toContain('Jul 3, 2026')
})

test('the form says which field is wrong, and why reading failed', async () => {
  const now = withLink({
    extraction: 'failed',
    extractionReason: 'The site could not be reached.',
    noteCount: 2,
  })
  server.use(http.post('*/api/links/1/extraction', () => HttpResponse.json({ id: 1 }, { status: 202 })))
  renderApp('/dashboard')
  const sheet = await openSheet()
  type(sheet, 'URL', 'nowhere')
  save(sheet)
  await sheet.findByText('Please enter a valid URL')
  expect(now.sent).toEqual([])
  sheet.getByText('Could not be read. The site could not be reached.')
  fireEvent.click(sheet.getByRole('button', { name: 'Try again' }))
  await sheet.findByText('Being read…')
  fireEvent.click(sheet.getByRole('button', { name: '2 notes' }))
  await screen.findByRole('dialog', { name: 'Notes' })
})

test('a link that another device deletes says so, and keeps what was typed in view', async () => {
  withLink()
  renderApp('/dashboard')
  const sheet = await openSheet()
  type(sheet, 'Title', 'Mine')
  server.use(http.get('*/api/links/1', () => refusal(404, 'This article was not found.')))
  act(() => pushChange({ what: ['links'], linkIds: [1] }))
  await sheet.findByText(/was deleted on another device/)
  expect(valueIn(sheet, 'Title')).toBe('Mine')
})

test('with links selected, e edits all of them', async () => {
  withLink()
  renderApp('/dashboard')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select What a log is' }))
  fireEvent.keyDown(document.body, { key: 'e' })
  await screen.findByRole('dialog', { name: 'Edit Selected' })
})
