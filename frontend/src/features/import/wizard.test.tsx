import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { anImport, aPreview, IMPORT_ID, ledgerOf, UPLOAD_ID } from '../../test-support/imports.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, library, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const aFile = (name: string, text = 'title,url\n') => new File([text], name)
const source = (name: string) => screen.findByRole('radio', { name })
const fileInput = () => screen.getByLabelText<HTMLInputElement>(/^Browse files/)
const give = (...files: File[]) => fireEvent.change(fileInput(), { target: { files } })
const choose = async (name: string, file: File) => {
  fireEvent.click(await source(name))
  give(file)
}
const toast = async (text: string) => {
  const region = screen.getByRole('region', { name: /^Notifications/ })
  return expect(await within(region).findByText(text)).toBeDefined()
}

/** The screen with these answers to a preview and to a start, and what was sent. */
const start = (
  preview: () => Response = () => HttpResponse.json(aPreview()),
  begin: () => Response = () => HttpResponse.json({ importId: IMPORT_ID }, { status: 202 }),
) => {
  const sent: { path: string; body?: unknown; headers: Headers }[] = []
  server.use(
    http.post('*/api/migrate/analyze', preview),
    http.post('*/api/import/:source/preview', ({ request }) => {
      sent.push({ path: new URL(request.url).pathname, headers: request.headers })
      return preview()
    }),
    ...['*/api/migrate/import-direct', '*/api/import/:source'].map(path =>
      http.post(path, async ({ request }) => {
        sent.push({
          path: new URL(request.url).pathname,
          body: await request.json(),
          headers: request.headers,
        })
        return begin()
      }),
    ),
    ...library([]),
  )
  renderApp('/import')
  return sent
}
const startImport = async () => fireEvent.click(await screen.findByRole('button', { name: 'Start Import' }))

test.each([
  ['Pocket', 'How to export from Pocket'],
  ['Raindrop.io', 'How to export from Raindrop.io'],
])('%s shows how to export', async (name, heading) => {
  start()
  fireEvent.click(await source(name))
  expect(screen.getByRole('heading', { name: heading })).toBeDefined()
  fireEvent.click(await source('Wallabag'))
  expect(screen.queryByText(/^How to export/)).toBeNull()
  expect(fileInput().accept).toBe('.json')
})

test('a preview shows its numbers, the first articles and the tags', async () => {
  start(() => HttpResponse.json(aPreview({ skippedCount: 3, noteCount: 812, tagCount: 40 })))
  await choose('Pocket', aFile('pocket.csv'))
  const panel = await screen.findByRole('region', { name: 'Preview' })
  const figures = within(panel)
    .getAllByRole('definition')
    .map(each => `${each.textContent} ${each.previousElementSibling?.textContent}`)
  expect(figures).toEqual(['2,000 Total found', '1,880 New articles', '100 Duplicates', '317 Domains'])
  expect(panel.textContent).toContain('100 duplicates already exist in your library')
  expect(panel.textContent).toContain('20 rows cannot be saved.')
  expect(panel.textContent).toContain('3 rows will be skipped, since you did not save them.')
  expect(panel.textContent).toContain('812 notes and highlights will come along.')
  expect(panel.textContent).toContain('What a log is')
  expect(panel.textContent).toContain('example.test · Apr 3, 2019 · Systems')
  expect(panel.textContent).toContain('40 tags: #kafka#logs')
  await toast('File Analyzed Successfully')
  await toast('1,880 new items, 100 duplicates skipped')
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('the first articles have their hosts decoded', async () => {
  const { articles } = aPreview()
  const url = 'https://xn--mnchen-3ya.example/a'
  start(() => HttpResponse.json(aPreview({ articles: articles.map(article => ({ ...article, url })) })))
  await choose('Pocket', aFile('pocket.csv'))
  await screen.findByText('münchen.example · Apr 3, 2019 · Systems')
})

test('a file of another service is named as such', async () => {
  const sent = start(() => HttpResponse.json(aPreview({ source: 'instapaper' })))
  await choose('Raindrop.io', aFile('export.CSV'))
  expect((await screen.findByText(/^This is a file from Instapaper/)).textContent).toContain(
    'not as a file from Raindrop.io',
  )
  expect(sent[0]?.path).toBe('/api/import/raindrop/preview')
  expect(sent[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
})

test('a file without new articles cannot be imported', async () => {
  start(() => HttpResponse.json(aPreview({ newItems: 0 })))
  await choose('Pocket', aFile('pocket.csv'))
  await screen.findByText('No new articles to import')
  expect(screen.queryByRole('button', { name: 'Start Import' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Choose another' }))
  expect(fileInput()).toBeDefined()
})

test('duplicates add to what is there only where a person chooses it', async () => {
  const sent = start()
  await choose('Raindrop.io', aFile('export.csv'))
  const choice = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Add their tags and folders to what is there',
  })
  expect(choice.checked).toBe(false)
  expect(choice.getAttribute('aria-describedby')).not.toBeNull()
  fireEvent.click(choice)
  await startImport()
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ addToExisting: true, uploadId: UPLOAD_ID }))
})

test('a file of duplicates alone can be imported for what they add', async () => {
  const sent = start(() => HttpResponse.json(aPreview({ newItems: 0 })))
  await choose('Pocket', aFile('pocket.csv'))
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Add their tags/ }))
  await startImport()
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ addToExisting: true }))
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('a file without duplicates offers nothing for them', async () => {
  start(() => HttpResponse.json(aPreview({ duplicateCount: 0 })))
  await choose('Pocket', aFile('pocket.csv'))
  await screen.findByRole('button', { name: 'Start Import' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a refused file shows the message of the server', async () => {
  start(() => refusal(400, 'No articles to import'))
  await choose('Pocket', aFile('pocket.csv'))
  await toast('Analysis Failed')
  expect(screen.getAllByText('No articles to import').length).toBe(2)
})

test('a file that does not reach the server may be chosen again', async () => {
  start(() => HttpResponse.error())
  await choose('Pocket', aFile('pocket.csv'))
  await toast('Analysis Failed')
  expect(screen.getAllByText('There was no answer. Please check your connection and try again.').length).toBe(
    2,
  )
})

test('files that the source does not export are not sent', async () => {
  start()
  await choose('Raindrop.io', aFile('notes.pdf'))
  expect(screen.getByText(/^“notes.pdf” is not a file that Raindrop.io exports/).textContent).toContain(
    'CSV.',
  )
  give(aFile('a.csv'), aFile('b.csv'))
  expect(screen.getByText('Please choose one file at a time.')).toBeDefined()
  const large = aFile('large.csv')
  Object.defineProperty(large, 'size', { value: 104_857_601 })
  give(large)
  expect(screen.getByText('The file is larger than 100 MB.')).toBeDefined()
})

test('a drop gives a file, and a drop without one says so', async () => {
  start()
  fireEvent.click(await source('Pocket'))
  const field = screen.getByText('Drop the file from Pocket here, or').parentElement as HTMLElement
  const drop = (...files: File[]) => fireEvent.drop(field, { dataTransfer: { files } })
  drop()
  expect(screen.getByText('No file to import')).toBeDefined()
  drop(aFile('pocket.zip'))
  await screen.findByText('Total found')
})

/** An upload that the test drives. */
class FakeUpload extends EventTarget {
  static last: FakeUpload
  readonly upload = new EventTarget()
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    FakeUpload.last = this
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }
}

test('an upload shows how much is sent, and can be cancelled', async () => {
  start()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  await choose('Pocket', aFile('pocket.csv'))
  const send = (loaded: number) =>
    act(() => {
      FakeUpload.last.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 4_000_000 }))
    })
  send(1_000_000)
  expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText('1.0 MB of 4.0 MB')).toBeDefined()
  send(4_000_000)
  expect(screen.getByText('Reading the file…')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(fileInput()).toBeDefined()
  vi.unstubAllGlobals()
  expect(screen.queryByText('Analysis Failed')).toBeNull()
})

test('a Pocket import starts, and its result is shown', async () => {
  const sent = start()
  await choose('Pocket', aFile('pocket.csv'))
  await screen.findByText('Total found')
  server.use(...ledgerOf(() => anImport()))
  await startImport()
  expect(screen.getByRole('button', { name: 'Importing...' })).toBeDefined()
  await screen.findByText('Import complete')
  expect(location.pathname).toBe(`/import/${IMPORT_ID}`)
  await toast('Import Successful')
  const [{ path, body, headers } = { path: '', headers: new Headers() }] = sent
  expect(path).toBe('/api/migrate/import-direct')
  expect(body).toEqual({
    uploadId: UPLOAD_ID,
    totalItems: 2_000,
    proceedWithFree: false,
    addToExisting: false,
  })
  expect(headers.get('prefer')).toBe('respond-async')
  expect(headers.get('idempotency-key')).toBeTruthy()
})

test('another import starts, also when the server answers at its end', async () => {
  const sent = start(undefined, () => HttpResponse.json({ importId: IMPORT_ID, imported: 1_880 }))
  server.use(...ledgerOf(() => anImport({ source: 'wallabag' })))
  await choose('Wallabag', aFile('articles.json'))
  await startImport()
  await screen.findByRole('heading', { name: 'Import from Wallabag' })
  expect(sent[1]?.path).toBe('/api/import/wallabag')
  expect(sent[1]?.body).toEqual({ uploadId: UPLOAD_ID, proceedWithFree: false, addToExisting: false })
})

test('a start that fails says why, and carries the same key when it is tried again', async () => {
  const answers = [
    refusal(503, 'Lectern is briefly unavailable. Please try again.'),
    refusal(400, 'Please upload the file again.'),
  ]
  const sent = start(undefined, () => answers.shift() as Response)
  await choose('Pocket', aFile('pocket.csv'))
  await startImport()
  await toast('Import Failed')
  expect(screen.getAllByText('Lectern is briefly unavailable. Please try again.').length).toBe(2)
  await startImport()
  expect((await screen.findAllByText('Please upload the file again.')).length).toBe(2)
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toBe(second)
})

const limited = (currentCount: number, limit = 500) =>
  refusal(402, "You've reached your limit!", { currentCount, limit, upgradeRequired: true })

test('a plan without enough room asks, and the first articles may be imported', async () => {
  const answers = [limited(120), HttpResponse.json({ importId: IMPORT_ID }, { status: 202 })]
  const sent = start(undefined, () => answers.shift() as Response)
  await choose('Pocket', aFile('pocket.csv'))
  server.use(...ledgerOf(() => anImport()))
  await startImport()
  const dialog = await screen.findByRole('dialog', { name: 'Your plan has room for 380 more' })
  expect(dialog.textContent).toContain('The free plan holds 500 articles, and you have 120.')
  expect(dialog.textContent).toContain('Basic holds 2,000 for $19, paid once: all of this file fits.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Import the first 380' }))
  await screen.findByText('Import complete')
  expect(sent.map(({ body }) => (body as { proceedWithFree: boolean }).proceedWithFree)).toEqual([
    false,
    true,
  ])
})

test('Not now returns to the preview, and View Plans leads to the plans', async () => {
  start(undefined, () => limited(120))
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  await choose('Pocket', aFile('pocket.csv'))
  await startImport()
  // Browsers take the focus from a button that is disabled.
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Importing...' })
  expect(button.disabled).toBe(false)
  button.focus()
  fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
  await startImport()
  fireEvent.click(await screen.findByRole('button', { name: 'View Plans' }))
  expect(assign).toHaveBeenCalledWith('/pricing')
})

test('a full library leads to the dashboard after 3 seconds', async () => {
  start(undefined, () => limited(500))
  await choose('Pocket', aFile('pocket.csv'))
  await startImport()
  await toast('Account Limit Reached')
  expect(location.pathname).toBe('/import')
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test('500 articles are the limit of every plan, and the first of the file may be imported', async () => {
  const answers = [limited(600, 2_000), HttpResponse.json({ importId: IMPORT_ID }, { status: 202 })]
  const sent = start(undefined, () => answers.shift() as Response)
  await choose('Pocket', aFile('pocket.csv'))
  server.use(...ledgerOf(() => anImport()))
  await startImport()
  await toast('Account Limit Reached')
  await toast('Your plan holds 2,000 articles, and 600 are used.')
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Import the first 1,400' }))
  await screen.findByText('Import complete')
  expect(sent[1]?.body).toMatchObject({ proceedWithFree: true })
})
