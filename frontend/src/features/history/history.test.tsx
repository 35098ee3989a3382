import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { anAct, type FakeHistory, historyHandlers } from '../../test-support/history.ts'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import { aLink, HttpResponse, http, library, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const second = { id: 2, title: 'The second one', url: 'https://www.example.test/2', isGone: false }
const gone = { id: 3, title: 'A deleted one', url: 'https://www.example.test/3', isGone: true }
const databases = { id: 7, name: 'Databases' }

const having = (...acts: FakeHistory['acts']) => {
  const history: FakeHistory = { acts, asked: [] }
  server.use(
    http.get('*/api/links/1', () => HttpResponse.json(aLink())),
    ...historyHandlers(history),
    ...library([aLink()], undefined, [{ ...databases, description: null, color: '#3B82F6', count: 2 }]),
  )
  return history
}
const act = (name: string | RegExp) => screen.findByRole('article', { name })

test('an act says what happened, when and from where, and leads to what it names', async () => {
  having(
    anAct(3, { kind: 'moved', linkCount: 214, links: [second], collection: databases, via: 'api' }),
    anAct(2, { kind: 'deleted', links: [gone], undo: 'final' }),
    anAct(1),
  )
  renderApp('/history')
  const moved = within(await act('Moved 214 articles to Databases'))
  expect(moved.getByRole('link', { name: 'Databases' }).getAttribute('href')).toBe('/dashboard?collection=7')
  expect(moved.getByRole('link', { name: 'The second one' }).getAttribute('href')).toBe('/reader/2')
  moved.getByText(/and 213 more/)
  moved.getByText(/API/)
  const deleted = within(await act('Deleted "A deleted one"'))
  expect(deleted.queryByRole('link', { name: /^A deleted/ })).toBeNull()
  expect(deleted.queryByRole('button', { name: /^Undo/ })).toBeNull()
  const saved = within(await act('Added "What a log is" to favorites'))
  expect(saved.getByRole('link').getAttribute('href')).toBe('/reader/1')
  expect(saved.getByTitle(/^Nov 20, 2026, /).tagName).toBe('TIME')
  screen.getByRole('heading', { name: /^Nov 20, 2026/ })
  await screen.findByText('3 changes')
})

test('details say what was there before, and where the ledger of an import is', async () => {
  having(
    anAct(2, {
      kind: 'imported',
      via: 'import',
      linkCount: 120,
      links: [],
      import: {
        id: '019a0000-0000-7000-8000-000000000009',
        source: 'pocket',
        fileName: 'pocket.zip',
        status: 'completed',
        imported: 120,
        duplicates: 3,
        added: 0,
        skipped: 0,
        failed: 1,
      },
    }),
    anAct(1, { kind: 'edited', changes: { title: { before: 'Old title', after: 'What a log is' } } }),
  )
  renderApp('/history')
  const edited = within(await act(/^Renamed/))
  fireEvent.click(edited.getByRole('button', { name: 'Details' }))
  expect((await edited.findByText('Old title', { selector: 'del *' })).textContent).toBe('Old title')
  edited.getByText('What a log is', { selector: 'ins *' })
  const after = edited.getByRole('link', { name: 'See the library as it was after this' })
  expect(after.getAttribute('href')).toBe('/dashboard?at=2026-11-20T12:01:00.000Z')
  const imported = within(await act(/^Imported 120 articles/))
  fireEvent.click(imported.getByRole('button', { name: 'Details' }))
  imported.getByText('120 imported · 3 duplicates · 1 failed')
  const ledger = imported.getByRole('link', { name: 'See every row' })
  expect(ledger.getAttribute('href')).toBe('/import/019a0000-0000-7000-8000-000000000009')
  const before = imported.getByRole('link', { name: 'See the library as it was before this' })
  expect(before.getAttribute('href')).toBe('/dashboard?at=2026-11-20T12:02:00.000Z')
})

test('a title before that was the one of the page is called so', async () => {
  having(anAct(1, { kind: 'edited', changes: { title: { before: null, after: 'Mine' } } }))
  renderApp('/history')
  const edited = within(await act(/^Renamed/))
  fireEvent.click(edited.getByRole('button', { name: 'Details' }))
  await edited.findByText('The title of the page', { selector: 'del *' })
})

test('filters are in the address, and an address without sense is no filter', async () => {
  const history = having(anAct(2, { kind: 'moved', collection: databases }), anAct(1))
  renderApp('/history?collection=x&from=2026-13-01&via=moon')
  await act(/favorites$/)
  expect(String(history.asked[0])).toBe('limit=100')
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'moves' } })
  await waitFor(() => expect(screen.queryByRole('article', { name: /favorites$/ })).toBeNull())
  await act(/^Moved/)
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-11-20' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-20' } })
  fireEvent.change(screen.getByLabelText('Source'), { target: { value: 'web' } })
  fireEvent.change(await screen.findByLabelText('Tag'), { target: { value: 'logs' } })
  fireEvent.blur(screen.getByLabelText('Tag'))
  const chosen = { kind: 'moves', from: '2026-11-20', to: '2026-11-20', via: 'web', tag: 'logs' }
  await waitFor(() => expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject(chosen))
  const asked = history.asked.at(-1)
  const day = 86_400_000
  expect(Date.parse(String(asked?.get('until'))) - Date.parse(String(asked?.get('from')))).toBe(day)
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await act(/favorites$/)
})

test('a search without a result says so, and clears', async () => {
  having(anAct(1))
  renderApp('/history?q=tomato')
  await screen.findByRole('heading', { name: 'No changes found' })
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await act(/favorites$/)
  expect(location.search).toBe('')
})

test('a month is where the list begins', async () => {
  const history = having(anAct(1), anAct(0, { at: '2025-03-09T10:00:00.000Z', kind: 'archived' }))
  renderApp('/history')
  fireEvent.click(await screen.findByRole('button', { name: 'March 1 act in 2025' }))
  await screen.findByText('From the end of March 2025 backwards.')
  await waitFor(() => expect(screen.queryByRole('article', { name: /favorites$/ })).toBeNull())
  expect(history.asked.at(-1)?.get('until')).toBe(new Date(2025, 3, 1).toISOString())
  await act(/^Archived/)
  fireEvent.click(screen.getByRole('button', { name: 'Back to the newest' }))
  await act(/favorites$/)
})

test('the history of one link is headed by its title; a deleted one is known from its acts', async () => {
  server.use(http.get('*/api/links/3', () => refusal(404, 'There is no such link.')))
  having(anAct(2, { kind: 'deleted', links: [gone], undo: 'final' }), anAct(1))
  renderApp('/history?link=1')
  const heading = await screen.findByRole('heading', { level: 1, name: 'What a log is' })
  expect(within(heading).getByRole('link').getAttribute('href')).toBe('/reader/1')
  expect(screen.queryByRole('article', { name: /^Deleted/ })).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Show everything' }))
  fireEvent.click(within(await act(/^Deleted/)).getByRole('button', { name: 'Details' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Everything that happened to this article' }))
  await screen.findByRole('heading', { level: 1, name: 'A deleted one' })
})

/** Answers undos like this. @returns the bodies that were sent */
const undoing = (answer: UndoAnswer) => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/undo', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(answer)
    }),
    http.post('*/api/undo/preview', () => HttpResponse.json(answer)),
  )
  return sent
}

test('an act is undone; what was left is named beside it, and the act is marked', async () => {
  const history = having(anAct(1, { kind: 'changed', isFavorite: true, linkCount: 3, links: [second] }))
  const sent = undoing({ restoredCount: 2, leftCount: 1, left: [{ id: 2, title: 'The second one' }] })
  renderApp('/history')
  const row = within(await act(/^Changed 3 articles/))
  fireEvent.click(row.getByRole('button', { name: /^Undo: Changed/ }))
  await row.findByText('Undone: 1 link was changed since and stays: The second one')
  expect(sent).toEqual([{ act: 'l1' }])
  const [done] = history.acts
  if (done)
    history.acts = [
      anAct(2, { kind: 'undone', undone: { id: 'l1', kind: 'changed' } }),
      { ...done, undo: 'undone' },
    ]
  pushChange({ what: ['links'], history: true })
  await act(/^Undid the change/)
  await waitFor(() => expect(row.queryByRole('button', { name: /^Undo/ })).toBeNull())
  row.getByText('· Undone')
})

test('an undo that found nothing to give back marks nothing, and reads the history again', async () => {
  const history = having(anAct(1))
  undoing({ restoredCount: 0, leftCount: 1, left: [{ id: 1, title: 'What a log is' }] })
  renderApp('/history')
  const row = within(await act(/favorites$/))
  const reads = history.asked.length
  // The next read does not come.
  server.use(
    http.get('*/api/history', ({ request }) => {
      history.asked.push(new URL(request.url).searchParams)
      return new Promise<never>(() => undefined)
    }),
  )
  fireEvent.click(row.getByRole('button', { name: /^Undo/ }))
  await row.findByText(/^Not undone: 1 link was changed since and stays/)
  await waitFor(() => expect(history.asked.length).toBeGreaterThan(reads))
  expect(row.queryByText('· Undone')).toBeNull()
  row.getByRole('button', { name: /^Undo/ })
})

test('an act that was done again can be undone again, and to undo the undoing of an undoing is no redo', async () => {
  having(
    anAct(3, { kind: 'undone', undone: { id: 'l2', kind: 'undone' } }),
    anAct(2, { kind: 'undone', undone: { id: 'l1', kind: 'favorited' }, undo: 'undone' }),
    anAct(1),
  )
  const sent = undoing({ restoredCount: 1, leftCount: 0, left: [] })
  renderApp('/history')
  const redo = within(await act(/^Undid the undoing/))
  expect(redo.queryByRole('button', { name: /^Redo/ })).toBeNull()
  fireEvent.click(redo.getByRole('button', { name: /^Undo/ }))
  await redo.findByText('Undone: What a log is')
  const first = within(await act(/favorites$/))
  fireEvent.click(await first.findByRole('button', { name: /^Undo/ }))
  await first.findByText('Undone: What a log is')
  expect(sent).toEqual([{ act: 'l3' }, { act: 'l1' }])
})

test('to undo an undoing is to do its act again', async () => {
  having(anAct(2, { kind: 'undone', undone: { id: 'l1', kind: 'favorited' } }))
  undoing({ restoredCount: 1, leftCount: 0, left: [] })
  renderApp('/history')
  const row = within(await act(/^Undid the favorite/))
  fireEvent.click(row.getByRole('button', { name: /^Redo/ }))
  await row.findByText('Redone: What a log is')
})

test('an undo that the server refuses is told beside the act', async () => {
  having(anAct(1))
  server.use(http.post('*/api/undo', () => refusal(409, 'This was undone already.')))
  renderApp('/history')
  const row = within(await act(/favorites$/))
  fireEvent.click(row.getByRole('button', { name: /^Undo/ }))
  await row.findByText('Not undone: This was undone already.')
})

/** Answers the undoing of an import of 120 articles, of which two were changed. @returns the bodies of undos and previews */
const importUndoing = (changed: number) => {
  const bodies = { undo: [] as unknown[], preview: [] as unknown[] }
  const answer = (includeTouched: boolean): UndoAnswer => ({
    restoredCount: includeTouched ? 120 : 120 - changed,
    leftCount: includeTouched ? 0 : changed,
    left: includeTouched ? [] : [second, { id: 4, title: 'The fourth one' }].slice(0, changed),
    import: {
      ...{ noteCount: 5, collectionCount: 1, takenBackCount: changed, leftNoteCount: 0, leftNotes: [] },
      ...{ leftCollectionCount: 0, leftCollections: [] },
      ...{ usedCollectionCount: 1, usedCollections: [databases] },
    },
  })
  const handle = (path: string, sent: unknown[]) =>
    http.post(path, async ({ request }) => {
      const body = (await request.json()) as { includeTouched: boolean }
      sent.push(body)
      return HttpResponse.json(answer(body.includeTouched))
    })
  server.use(handle('*/api/undo', bodies.undo), handle('*/api/undo/preview', bodies.preview))
  return bodies
}
const openImportDialog = async () => {
  renderApp('/history')
  const row = within(await act(/^Imported 120 articles/))
  fireEvent.click(row.getByRole('button', { name: /^Undo/ }))
  return { row, dialog: within(await screen.findByRole('dialog', { name: 'Undo this import?' })) }
}

test('the undoing of an import is shown first, and takes along what was changed only where that is chosen', async () => {
  having(anAct(1, { kind: 'imported', linkCount: 120, links: [] }))
  const bodies = importUndoing(2)
  const { row, dialog } = await openImportDialog()
  await dialog.findByText('118 articles, 5 notes, 1 empty collection')
  dialog.getByText('This action cannot be undone.')
  dialog.getByText('The fourth one')
  dialog.getByText('1 collection is in use and stays:')
  dialog.getByText('Databases')
  expect(dialog.getByText(/^The tags and folders that it added to/).textContent).toBe(
    'The tags and folders that it added to 2 articles are taken back.',
  )
  const box = dialog.getByRole('checkbox', { name: 'Remove what was changed since as well' })
  fireEvent.click(box)
  await dialog.findByText('120 articles, 5 notes, 1 empty collection')
  expect(dialog.queryByText('The fourth one')).toBeNull()
  dialog.getByText('Databases')
  fireEvent.click(box)
  await dialog.findByText('118 articles, 5 notes, 1 empty collection')
  fireEvent.click(box)
  await dialog.findByText('120 articles, 5 notes, 1 empty collection')
  fireEvent.click(dialog.getByRole('button', { name: 'Undo import' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies.undo).toEqual([{ act: 'l1', includeTouched: true }])
  await row.findByText(
    'Import undone: 120 articles, 5 notes, 1 collection removed. What it had added to 2 articles is taken back. 1 collection in use: Databases',
  )
  // It is final.
  expect(screen.queryByRole('button', { name: 'Redo' })).toBeNull()
})

test('where an import leaves only what nobody can choose, there is nothing to choose', async () => {
  having(anAct(1, { kind: 'imported', linkCount: 120, links: [] }))
  importUndoing(0)
  const { dialog } = await openImportDialog()
  await dialog.findByText('1 collection is in use and stays:')
  expect(dialog.queryByRole('checkbox')).toBeNull()
})

test('keys move, open, unfold, undo and search', async () => {
  having(anAct(2, { kind: 'archived', links: [second] }), anAct(1))
  const sent = undoing({ restoredCount: 1, leftCount: 0, left: [] })
  renderApp('/history')
  const first = await act(/^Archived/)
  const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
  key('j')
  expect(document.activeElement).toBe(first)
  key(' ')
  await within(first).findByText(/, 20\d\d, .* · Web$/)
  key('j')
  expect(document.activeElement).toBe(await act(/favorites$/))
  key('z')
  await waitFor(() => expect(sent).toEqual([{ act: 'l1' }]))
  key('k')
  key('Enter')
  await waitFor(() => expect(location.pathname).toBe('/reader/2'))
})

test('a push brings new acts, and a failed read offers another try', async () => {
  const history = having(anAct(1))
  server.use(http.get('*/api/history', () => refusal(500, 'Something went wrong.'), { once: true }))
  renderApp('/history')
  await screen.findByRole('heading', { name: 'The history could not be loaded' })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await act(/favorites$/)
  history.acts = [anAct(2, { kind: 'archived' }), ...history.acts]
  pushChange({ what: [], history: true })
  await act(/^Archived/)
})

test('without a network the screen says that it needs the server', async () => {
  having()
  server.use(http.get('*/api/history', () => HttpResponse.error()))
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderApp('/history')
  await screen.findByRole('heading', { name: 'You are offline' })
  onLine.mockRestore()
})

test('further acts load as the end comes near, a hundred at a time', async () => {
  const history = having(...Array.from({ length: 250 }, (_, n) => anAct(250 - n)))
  renderApp('/history')
  await screen.findAllByRole('article', { name: /favorites$/ })
  await waitFor(() => expect(history.asked.map(asked => asked.get('cursor'))).toContain('l151'))
})
