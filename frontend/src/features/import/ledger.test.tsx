import type { LedgerLacks } from '@lectern/contracts/api/imports.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { aLedgerRow, anImport, aRunningImport, IMPORT_ID, ledgerOf } from '../../test-support/imports.ts'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, library, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const LEDGER = `/import/${IMPORT_ID}`
const figures = () =>
  screen
    .getAllByRole('definition')
    .map(each => `${each.textContent} ${each.previousElementSibling?.textContent}`)
const bar = () => screen.getByRole('progressbar')
const toasts = () => screen.getByRole('region', { name: /^Notifications/ })

test('progress follows the pushed changes, and the end is told once', async () => {
  let now = aRunningImport()
  server.use(...ledgerOf(() => now, [aLedgerRow()]), ...library([]))
  renderApp(LEDGER)
  await screen.findByText('Importing...')
  expect(bar().getAttribute('aria-valuenow')).toBe('50')
  expect(bar().getAttribute('aria-valuetext')).toBe('50 %, 20 failed')
  expect(figures()).toEqual(['950 Imported', '30 Duplicates', '20 Failed'])
  expect(screen.getByText('1 of 20 so far')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'View Your Library' })).toBeNull()

  now = anImport()
  pushChange({ what: ['imports', 'links', 'collections'] })
  await screen.findByText('Import complete')
  expect(bar().getAttribute('aria-valuenow')).toBe('100')
  expect(figures()).toEqual(['1,880 Imported', '100 Duplicates', '20 Failed'])
  expect(screen.getByText('Every row is accounted for: 2,000 rows read.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View Your Library' }).getAttribute('href')).toBe('/dashboard')
  expect(await within(toasts()).findByText('Import Successful')).toBeDefined()
  fireEvent.click(within(toasts()).getByRole('button', { name: 'Close' }))
  const again = anImport({ imported: 1_881 })
  now = again
  pushChange({ what: ['imports'] })
  await screen.findByText('1,881')
  expect(within(toasts()).queryByText('Import Successful')).toBeNull()
})

test('pushed changes during an import share their reads', async () => {
  let reads = 0
  server.use(
    http.get('*/api/imports/:id', () => {
      reads++
      return undefined
    }),
    ...ledgerOf(() => aRunningImport()),
    ...library([]),
  )
  renderApp(LEDGER)
  await screen.findByText('Importing...')
  for (let n = 0; n < 50; n++) pushChange({ what: ['imports', 'links', 'collections'] })
  await waitFor(() => expect(reads).toBe(2))
  expect(reads).toBe(2)
})

test('an import that stopped tells its reason', async () => {
  const reason = 'The file could not be read in five attempts.'
  let now = aRunningImport()
  server.use(...ledgerOf(() => now), ...library([]))
  renderApp(LEDGER)
  await screen.findByText('Importing...')
  now = anImport({ status: 'failed', reason, read: 1_000 })
  pushChange({ what: ['imports'] })
  await screen.findByText('Import stopped')
  expect(await within(toasts()).findByText('Import Failed')).toBeDefined()
  expect(within(screen.getByRole('main')).getByRole('alert').textContent).toBe(
    `${reason} What was imported until then is kept.`,
  )
  expect(bar().getAttribute('aria-valuenow')).toBe('50')
})

test('every row that was left out or changed has its reason, page by page', async () => {
  const asked: string[] = []
  const shown = anImport({ skipped: 1, shortened: 1, notes: 812, notesFailed: 1 })
  server.use(
    http.get('*/api/imports/:id', ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      asked.push(search)
      const isFirst = !searchParams.has('cursor')
      const rows = isFirst
        ? [
            aLedgerRow(),
            aLedgerRow({
              row: 1_300,
              kind: 'skipped',
              url: 'https://example.test/feed',
              reason: 'A feed brought it; you did not save it.',
            }),
          ]
        : [
            aLedgerRow({ row: 1_301, kind: 'shortened', reason: 'A tag was cut to 100 characters.' }),
            aLedgerRow({
              row: 1_302,
              kind: 'note',
              url: null,
              linkId: 41,
              reason: 'A library holds at most 50,000 notes.',
            }),
          ]
      return HttpResponse.json({ import: shown, rows, nextCursor: isFirst ? '2' : null })
    }),
    ...ledgerOf(() => shown),
    ...library([]),
  )
  renderApp(LEDGER)
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('A library holds at most 50,000 notes.')
  const rows = screen.getAllByRole('row').map(each => [...each.children].map(cell => cell.textContent))
  expect(rows).toEqual([
    ['Row', 'Address', 'Reason'],
    ['1,204', 'htp:/broken', 'FailedThe address cannot be read.'],
    ['1,300', 'https://example.test/feed', 'SkippedA feed brought it; you did not save it.'],
    ['1,301', 'htp:/broken', 'ShortenedA tag was cut to 100 characters.'],
    ['1,302', 'The article of this row', 'Note not takenA library holds at most 50,000 notes.'],
  ])
  expect(asked.map(decodeURIComponent)).toEqual([
    '?kind=failed,skipped,shortened,note',
    '?kind=failed,skipped,shortened,note&cursor=2',
  ])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(figures()[3]).toBe('1 Skipped')
  expect(
    screen.getByText(
      '812 notes and highlights came along, 1 note could not be taken, 1 entry was shortened.',
    ),
  ).toBeDefined()
  const file = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(file('All rows as CSV')).toBe(`/api/imports/${IMPORT_ID}/rows.csv`)
  expect(file('What was left out, as CSV')).toBe(`/api/imports/${IMPORT_ID}/rows.csv?kind=failed,skipped`)
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('duplicates say what they added and what they would have added', async () => {
  const shown = anImport({ duplicates: 3, added: 1, failed: 0 })
  const duplicate = { kind: 'duplicate', linkId: 7, reason: 'It is in your library already.' } as const
  server.use(
    http.get('*/api/imports/:id', ({ request }) => {
      const isAsked = new URL(request.url).searchParams.get('kind') === 'duplicate'
      const lacks = {
        collection: 'Travel',
        tags: ['a', 'b'],
        isFavorite: true,
        savedAt: '2014-05-06T07:08:09.000Z',
      } as LedgerLacks
      const rows = [
        aLedgerRow({ ...duplicate, row: 1, url: 'https://example.test/1', lacks, isAdded: true }),
        aLedgerRow({
          ...duplicate,
          row: 2,
          url: 'https://example.test/2',
          lacks: { tags: ['c'], isArchived: true },
        }),
        aLedgerRow({ ...duplicate, row: 3, url: 'https://example.test/3' }),
      ]
      return HttpResponse.json({ import: shown, rows: isAsked ? rows : [], nextCursor: null })
    }),
    ...ledgerOf(() => shown),
    ...library([]),
  )
  renderApp(LEDGER)
  await screen.findByRole('heading', { name: '3 duplicates, 1 of which added tags or a folder' })
  fireEvent.click(screen.getByRole('button', { name: 'Show what they added' }))
  await screen.findByText('folder Travel, #a, #b')
  const cells = screen.getAllByRole('row').map(each => each.lastElementChild?.textContent)
  expect(cells).toEqual([
    'What it has that the article had not',
    'Added: folder Travel, #a, #bNot added: favorite, saved on May 6, 2014',
    'Would have added: #c, archived',
    'Nothing: the article has all of it.',
  ])
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('an import of duplicates alone says that nothing was new', async () => {
  const shown = anImport({ imported: 0, duplicates: 2_000, failed: 0 })
  server.use(...ledgerOf(() => shown), ...library([]))
  renderApp(LEDGER)
  await screen.findByText('No new articles to import')
  expect(screen.getByText('Only duplicates were left out')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'What was left out, as CSV' })).toBeNull()
})

test('past imports lead to their ledgers, and Back returns', async () => {
  server.use(...ledgerOf(() => anImport({ skipped: 2 })), ...library([]))
  renderApp('/import')
  const entry = await screen.findByRole('link', { name: /^Pocket pocket.csv/ })
  expect(entry.textContent).toBe(
    'Pocket pocket.csvJul 3, 20261,880 imported · 100 duplicates · 20 failed · 2 skippedCompleted',
  )
  fireEvent.click(entry)
  await screen.findByRole('heading', { name: 'Import from Pocket' })
  history.back()
  await screen.findByRole('heading', { name: 'Import your library' })
})

test('an import under way is found again by the screen and by the dashboard', async () => {
  let now = aRunningImport({ status: 'waiting', read: 0 })
  server.use(...ledgerOf(() => now), ...library([]))
  renderApp('/import')
  const line = async () =>
    (await screen.findByRole('link', { name: /to import from|Importing from/i })).textContent
  expect(await line()).toContain('Waiting to import from Pocket')
  fireEvent.click(screen.getByRole('link', { name: 'Back to dashboard' }))
  await screen.findByRole('heading', { name: 'My Saved Links' })
  now = aRunningImport()
  pushChange({ what: ['imports'] })
  await screen.findByText('Importing from Pocket')
  expect(await line()).toContain('1,000 of 2,000 · 50 %')
  now = anImport()
  pushChange({ what: ['imports'] })
  expect(await within(toasts()).findByText('Import Successful')).toBeDefined()
  expect(within(toasts()).getByText('From Pocket: 1,880 articles imported, 20 failed.')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Importing from Pocket')).toBeNull())
})

test('an unknown import says so, and lists that cannot be loaded may be loaded again', async () => {
  server.use(
    http.get('*/api/imports/:id', () => refusal(404, 'This import was not found.')),
    http.get('*/api/imports', () => refusal(503, 'Briefly unavailable.'), { once: true }),
    ...library([]),
  )
  renderApp('/import/019a0000-0000-7000-8000-0000000000ff')
  await screen.findByRole('heading', { name: 'There is no such import' })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Briefly unavailable.')).toBeNull())
})
