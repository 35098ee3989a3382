import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts } from '../../data/drafts.ts'
import { IMPORT_ID, UPLOAD_ID } from '../../test-support/imports.ts'
import { aCashier, INTENT_ID } from '../../test-support/payments.ts'
import { reloadApp, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, mara, refusal, server, withServer } from '../../test-support/server.ts'
import {
  keepWaiting,
  type Refused,
  tierFor,
  type Waiting,
  waitFor as waitForTier,
  waitingImports,
} from './waiting.ts'

withServer()
beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const refused: Refused = {
  ...{ uploadId: UPLOAD_ID, source: 'pocket' as const, fileName: 'pocket.csv', totalItems: 2_000 },
  ...{ newItems: 1_880, addToExisting: false, limit: 500, currentCount: 120 },
}

/** A reload of the page while an import waits for Basic. */
const reload = (path: string, more: Partial<Waiting> = {}) => {
  const cashier = aCashier()
  renderApp('/import')
  cleanup()
  keepWaiting(mara.id, { ...waitForTier(mara.id, refused, 'basic'), ...more })
  return { ...cashier, open: () => reloadApp(path) }
}
const isKept = () => waitingImports(mara.id).length > 0

test('after the hosted page the import starts once the plan is there, under one key', async () => {
  const { grant, open, sentTo } = reload('/import?payment=success', { key: 'one key' })
  grant()
  open()
  await screen.findByText('Import complete')
  const starts = sentTo('/api/migrate/import-direct')
  expect(starts.map(({ key }) => key)).toEqual(['one key'])
  expect(isKept()).toBe(false)
})

test('a plan that comes later is waited for, and the import then starts', async () => {
  const { push, open, sentTo } = reload('/import?payment=success')
  open()
  expect(await screen.findByText('Your payment is being confirmed')).toBeDefined()
  expect(sentTo('/api/migrate/import-direct')).toEqual([])
  push()
  await screen.findByText('Import complete')
})

test('a reload in the middle of a payment asks what became of it', async () => {
  const { push, open, sentTo } = reload('/import', { paymentIntentId: INTENT_ID })
  open()
  expect(await screen.findByText('Your payment is being confirmed')).toBeDefined()
  expect(sentTo('/api/confirm-payment')[0]?.body).toEqual({ paymentIntentId: INTENT_ID })
  push()
  await screen.findByText('Import complete')
})

test('a payment that was not made leaves the import waiting, to go on or to be forgotten', async () => {
  const { answers, open, sentTo } = reload('/import?payment=success', { paymentIntentId: INTENT_ID })
  answers.confirm = () => refusal(402, 'Your card was declined.')
  open()
  expect(await screen.findByText('Your card was declined.')).toBeDefined()
  expect(screen.getByText(/^Payment Failed/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Go on' }))
  await screen.findByRole('dialog', { name: 'Your plan has room for 380 more' })
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isKept()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Forget this import' }))
  expect(isKept()).toBe(false)
  expect(screen.queryByRole('heading', { name: 'An import waits' })).toBeNull()
  expect(sentTo('/api/migrate/import-direct')).toEqual([])
})

test('a plan that was bought elsewhere starts nothing by itself', async () => {
  const { grant, open, sentTo } = reload('/import')
  grant()
  open()
  const start = await screen.findByRole('button', { name: 'Start Import' })
  expect(sentTo('/api/migrate/import-direct')).toEqual([])
  fireEvent.click(start)
  await screen.findByText('Import complete')
})

test('an import that waits names the plan that the account has, where it is larger than the one it waited for', async () => {
  const { open } = reload('/import')
  server.use(http.get('*/api/user', () => HttpResponse.json({ ...mara, isPro: true, plan: 'ultra' })))
  open()
  expect(await screen.findByText(/Your plan is Ultra now\./)).toBeDefined()
})

test('a forged address without an import that waits says little and grants nothing', async () => {
  const { sentTo } = aCashier()
  renderApp('/import?payment=success')
  expect(await screen.findByText(/^No payment has arrived yet/)).toBeDefined()
  expect(sentTo('/api/confirm-payment')).toEqual([])
  expect(sentTo('/api/migrate/import-direct')).toEqual([])
})

test('a payment that our server cannot confirm says whom to ask, and the import still goes on', async () => {
  const { answers, push, open } = reload('/import', { paymentIntentId: INTENT_ID, isPaid: true })
  answers.confirm = () => refusal(503, 'The payment service does not answer.')
  open()
  expect(await screen.findByText('Payment Processed but upgrade issue')).toBeDefined()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'contact support' }).getAttribute('href')).toBe(
      'mailto:help@lectern.test?subject=Upgrade',
    ),
  )
  push()
  await screen.findByText('Import complete')
})

test('a plan that has not come after a minute says whom to ask', async () => {
  const { open } = reload('/import', { paymentIntentId: INTENT_ID, isPaid: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  open()
  await screen.findByText('Your payment is being confirmed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await screen.findByText('Payment Processed but upgrade issue')).toBeDefined()
})

test('a session that has ended meanwhile is asked for over the page, and the import then goes on', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  const { answers, grant, open } = reload('/import', { paymentIntentId: INTENT_ID, isPaid: true })
  const { confirm } = answers
  answers.confirm = () => refusal(401, 'Please sign in.')
  let checks = 0
  const user = () => (++checks === 1 ? HttpResponse.json(mara) : refusal(401, 'Please sign in.'))
  server.use(http.get('*/api/user', user))
  open()
  const dialog = await screen.findByRole('dialog', { name: 'Please sign in again' })
  await waitFor(() => expect(checks).toBe(2))
  expect(location.pathname).toBe('/import')
  answers.confirm = confirm
  grant()
  server.use(
    http.post('*/api/login', () =>
      HttpResponse.json({ ...mara, isPro: true, plan: 'basic', itemsAllowed: 2_000 }),
    ),
  )
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'a passphrase' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }))
  await screen.findByText('Import complete')
})

test('a start without an answer is tried again under its key', async () => {
  const { answers, grant, open, sentTo } = reload('/import', { isPaid: true })
  grant()
  const { start } = answers
  answers.start = () => HttpResponse.error() as Response
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sentTo('/api/migrate/import-direct')).toHaveLength(2))
  answers.start = start
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Import complete')
  expect(new Set(sentTo('/api/migrate/import-direct').map(({ key }) => key)).size).toBe(1)
})

test('a part of the rows that had no answer is asked for again under a key of its own', async () => {
  const { answers, open, sentTo } = reload('/import', { key: 'one key' })
  const importPart = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Go on' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Import the first 380' }))
  }
  answers.start = () => HttpResponse.error() as Response
  open()
  await importPart()
  await screen.findByText(/There was no answer/)
  answers.start = () => HttpResponse.json({ importId: IMPORT_ID }, { status: 202 })
  await importPart()
  await screen.findByText('Import complete')
  expect(sentTo('/api/migrate/import-direct').map(({ key }) => key)).toEqual(['one key-part', 'one key-part'])
})

test('a file that is gone is asked for again', async () => {
  const { answers, grant, open } = reload('/import', { isPaid: true })
  grant()
  answers.start = () => refusal(400, 'Please upload the file again.')
  open()
  expect(await screen.findByText('This file is needed again')).toBeDefined()
  expect(isKept()).toBe(false)
  expect(screen.getByRole('radio', { name: 'Pocket' })).toBeDefined()
})

test('a plan that is still too small leads to a larger one', async () => {
  const { answers, grant, open } = reload('/import', { isPaid: true })
  grant()
  answers.start = () =>
    refusal(402, "You've reached your limit!", { currentCount: 1_900, limit: 2_000, upgradeRequired: true })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Go on' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your plan has room for 100 more' })
  expect(dialog.textContent).toContain('Pro holds 10,000 for $49, paid once: all of this file fits.')
})

test('an import that waits is forgotten at sign-out, after a day, and where it cannot be read', () => {
  keepWaiting(mara.id, waitForTier(mara.id, refused, 'basic'))
  expect(waitingImports('another')).toEqual([])
  expect(waitingImports(mara.id)).toHaveLength(1)
  forgetDrafts(mara.id)
  expect(waitingImports(mara.id)).toEqual([])
  keepWaiting(mara.id, { ...waitForTier(mara.id, refused, 'basic'), at: '2026-01-01T00:00:00.000Z' })
  localStorage.setItem(`draft:${mara.id}:import:x`, '{"uploadId":7}')
  expect(waitingImports(mara.id)).toEqual([])
})

test('a second payment for the same file keeps the key of its import', () => {
  const first = waitForTier(mara.id, refused, 'basic')
  keepWaiting(mara.id, first)
  expect(waitForTier(mara.id, refused, 'pro').key).toBe(first.key)
})

test.each([
  ['free', 1_880, 'basic'],
  ['free', 1_881, 'pro'],
  ['free', 9_000, 'pro'],
  ['basic', 100, 'pro'],
  ['pro', 40_000, 'ultra'],
  ['free', 60_000, 'pro'],
  ['pro', 60_000, 'ultra'],
  ['ultra', 60_000, undefined],
] as const)('an account of plan %s with 120 articles is offered for %i more: %s', (plan, newItems, tier) => {
  expect(tierFor({ ...refused, newItems }, plan)).toBe(tier)
})
