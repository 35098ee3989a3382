import type { Export } from '@lectern/contracts/api/exports.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAccount } from '../../test-support/account.ts'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, server, withServer } from '../../test-support/server.ts'

withServer()

const anExport = (changes: Partial<Export> = {}): Export => ({
  ...{
    id: 'e1',
    format: 'json',
    scope: { kind: 'all', name: null },
    status: 'waiting',
    written: 0,
    total: null,
  },
  ...{ fileName: 'lectern-2026-11-25.json', size: null, reason: null, endedAt: null, expiresAt: null },
  requestedAt: '2026-11-25T10:00:00.000Z',
  ...changes,
})
const DONE: Partial<Export> = {
  ...{ status: 'done', written: 50, total: 50, size: 12_000, endedAt: '2026-11-25T10:00:01.000Z' },
  expiresAt: '2026-11-26T10:00:01.000Z',
}

let downloads: string[] = []
beforeEach(() => {
  downloads = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '')
  })
})
afterEach(() => vi.restoreAllMocks())

/** The server's exports, and what it was asked for. */
const withExports = (exports: Export[], refusal?: () => Response) => {
  const state = { exports, asked: [] as unknown[], removed: [] as string[] }
  server.use(
    http.get('*/api/exports', () => HttpResponse.json({ exports: state.exports })),
    http.post('*/api/exports', async ({ request }) => {
      state.asked.push(await request.json())
      if (refusal) return refusal()
      state.exports = [anExport(), ...state.exports]
      return HttpResponse.json(anExport(), { status: 202 })
    }),
    http.delete('*/api/exports/:id', ({ params }) => {
      state.removed.push(String(params.id))
      state.exports = state.exports.filter(({ id }) => id !== params.id)
      return HttpResponse.json({ id: params.id })
    }),
  )
  return state
}
const data = async () => within(await screen.findByRole('region', { name: 'Data' }))

test('a library is exported, its progress shown, and its file downloaded once', async () => {
  anAccount()
  const state = withExports([])
  renderApp('/settings')
  const region = await data()
  fireEvent.click(await region.findByRole('radio', { name: 'CSV' }))
  fireEvent.click(region.getByRole('button', { name: 'Export' }))
  await region.findByText('Waiting')
  expect(state.asked).toEqual([{ format: 'csv', scope: { kind: 'all' }, withPrivateNotes: true }])
  expect(region.getByText('One export is made at a time.')).toBeDefined()

  state.exports = [anExport({ status: 'running', written: 25, total: 50 })]
  act(() => pushChange({ what: [], exports: true }))
  await region.findByText('25 of 50')
  expect(region.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')

  state.exports = [anExport(DONE)]
  act(() => pushChange({ what: [], exports: true }))
  await waitFor(() => expect(downloads).toEqual(['/api/exports/e1/file']))
  act(() => pushChange({ what: [], exports: true }))
  const link = await region.findByRole('link', { name: 'Download lectern-2026-11-25.json' })
  expect(link.getAttribute('href')).toBe('/api/exports/e1/file')
  expect(region.getByText(/^12 kB · kept until Nov 26/)).toBeDefined()
  expect(downloads).toHaveLength(1)
})

test('one that is kept is not downloaded by itself, and is removed', async () => {
  anAccount()
  const state = withExports([
    anExport(DONE),
    anExport({ id: 'e2', status: 'failed', reason: 'It could not be made.', fileName: 'other.zip' }),
  ])
  renderApp('/settings')
  const region = await data()
  expect(await region.findByText('It could not be made.')).toBeDefined()
  fireEvent.click(region.getByRole('button', { name: 'Remove lectern-2026-11-25.json' }))
  await waitFor(() => expect(region.queryByText('lectern-2026-11-25.json')).toBeNull())
  expect([state.removed, downloads]).toEqual([['e1'], []])
})

test('an audit file is for every plan, and always has the private notes', async () => {
  anAccount()
  const state = withExports([])
  renderApp('/settings')
  const region = await data()
  fireEvent.click(await region.findByRole('checkbox', { name: 'With private notes' }))
  fireEvent.click(region.getByRole('radio', { name: 'Audit file' }))
  expect(region.queryByRole('checkbox', { name: 'With private notes' })).toBeNull()
  expect(region.getByText('An audit file always has your private notes.')).toBeDefined()
  fireEvent.click(region.getByRole('button', { name: 'Export' }))
  await waitFor(() =>
    expect(state.asked).toEqual([{ format: 'audit', scope: { kind: 'all' }, withPrivateNotes: true }]),
  )
  fireEvent.click(region.getByRole('radio', { name: 'JSON' }))
  expect((region.getByRole('checkbox', { name: 'With private notes' }) as HTMLInputElement).checked).toBe(
    false,
  )
})

test('free plans see what Pro has, and where', async () => {
  anAccount()
  withExports([])
  renderApp('/settings')
  const region = await data()
  const zip = (await region.findByRole('radio', { name: 'ZIP' })) as HTMLInputElement
  expect(zip.disabled).toBe(true)
  expect(region.queryByRole('combobox', { name: 'What' })).toBeNull()
  expect(region.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
})

test('Pro exports one collection, without private notes unless they are wanted', async () => {
  const account = anAccount()
  account.user = { ...account.user, plan: 'pro', isPro: true }
  server.use(
    http.get('*/api/collections', () =>
      HttpResponse.json([{ id: 3, name: 'Cooking', description: null, color: '#3B82F6', count: 2 }]),
    ),
  )
  const state = withExports([])
  renderApp('/settings')
  const region = await data()
  await region.findByRole('option', { name: 'Cooking' })
  expect(region.getByRole('radio', { name: 'Audit file' })).toBeDefined()
  fireEvent.change(region.getByRole('combobox', { name: 'What' }), { target: { value: '3' } })
  expect(region.queryByRole('radio', { name: 'Audit file' })).toBeNull()
  fireEvent.click(region.getByRole('radio', { name: 'ZIP' }))
  fireEvent.click(region.getByRole('button', { name: 'Export' }))
  await waitFor(() =>
    expect(state.asked).toEqual([
      { format: 'zip', scope: { kind: 'collection', collectionId: 3 }, withPrivateNotes: false },
    ]),
  )
})

test('a plan that has ended meanwhile is told, with the way to the plans', async () => {
  const account = anAccount()
  account.user = { ...account.user, plan: 'pro', isPro: true }
  const message = 'This export needs the Pro plan or a higher one.'
  withExports([], () =>
    HttpResponse.json({ message, error: message, upgradeRequired: true }, { status: 402 }),
  )
  renderApp('/settings')
  const region = await data()
  fireEvent.click(await region.findByRole('radio', { name: 'ZIP' }))
  fireEvent.click(region.getByRole('button', { name: 'Export' }))
  const alert = await region.findByRole('alert')
  expect(alert.textContent).toContain(message)
  expect(within(alert).getByRole('link', { name: 'See plans' })).toBeDefined()
})
