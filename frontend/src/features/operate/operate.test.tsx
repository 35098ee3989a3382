import type { Operation } from '@lectern/contracts/api/operation.ts'
import { aFailedJob, anOperation, aTroubledOperation } from '@lectern/contracts/test-support/operation.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAccount } from '../../test-support/account.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, refusal, server, withServer } from '../../test-support/server.ts'
import { duration } from './words.ts'

withServer()

/** Opens the page of a server in this state. @returns the state, which a test may change, and what was sent */
const open = (operation: Operation) => {
  const has = { operation, sent: [] as unknown[] }
  anAccount()
  server.use(
    http.get('*/api/operation', () => HttpResponse.json(has.operation)),
    http.post('*/api/operation/:what', async ({ request, params }) => {
      has.sent.push([params.what, await request.json()])
      has.operation = anOperation()
      return HttpResponse.json({ jobs: 1 })
    }),
  )
  renderApp('/operate')
  return has
}
const list = async (name: string) => within(await screen.findByRole('list', { name }))

test('a server that runs well says so, and that nobody set up backups', async () => {
  open(anOperation())
  await screen.findByText('Everything runs.')
  expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull()
  screen.getByText('Nothing failed.')
  screen.getByText('No stream is parked.')
  screen.getByText(/^No backups are set up\./)
  ;(await list('Behind the last event')).getByText('12 s')
  ;(await list('Storage')).getByText('82 GB')
  screen.getByText(/with about 1,250,000 events that takes about 4 min/)
})

test('problems come first, each with what to do, and unknown facts are named as such', async () => {
  open(aTroubledOperation())
  const problems = await list('Problems')
  expect(problems.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Workers do not answer.No page is read and nothing is imported. Start them again.',
    'The last backup failed.The place is full. Mend that, and run make backup.',
  ])
  expect(screen.queryByText('Everything runs.')).toBeNull()
  screen.getByText('Does not answer')
  screen.getByText('Not known: a part does not answer.')
  screen.getByText('None has succeeded yet')
  screen.getByText('The next start changes tables (2 files of migrations).')
})

test('a failed job is done again', async () => {
  const has = open(aTroubledOperation())
  fireEvent.click(await screen.findByRole('button', { name: `Retry ${aFailedJob.key}` }))
  await screen.findByText('Everything runs.')
  expect(has.sent).toEqual([['retry', { kind: aFailedJob.kind, key: aFailedJob.key }]])
})

test('all failed jobs of a kind are done again', async () => {
  const has = open(aTroubledOperation())
  fireEvent.click(await screen.findByRole('button', { name: 'Retry all: Mails' }))
  await screen.findByText('Everything runs.')
  expect(has.sent).toEqual([['retry', { kind: 'mail' }]])
})

test('a job is dropped once the person has read what is lost', async () => {
  const has = open(aTroubledOperation())
  fireEvent.click(await screen.findByRole('button', { name: `Drop ${aFailedJob.key}` }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/^The link says that its page could not be read\./)
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(has.sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: `Drop ${aFailedJob.key}` }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Drop' }))
  await screen.findByText('Nothing failed.')
  expect(has.sent).toEqual([['drop', { kind: aFailedJob.kind, key: aFailedJob.key }]])
})

test('a refused change is told, and changes nothing', async () => {
  open(aTroubledOperation())
  server.use(http.post('*/api/operation/:what', () => refusal(503, 'The event store is away.')))
  fireEvent.click(await screen.findByRole('button', { name: `Retry ${aFailedJob.key}` }))
  await screen.findByText('The event store is away.')
  await screen.findByRole('button', { name: `Retry ${aFailedJob.key}` })
})

test('a server that does not answer is asked again, and strangers learn whose page it is', async () => {
  anAccount()
  server.use(http.get('*/api/operation', () => refusal(503, 'Please try again.')))
  renderApp('/operate')
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.use(http.get('*/api/operation', () => refusal(404, 'Not found.')))
  fireEvent.click(again)
  await screen.findByRole('heading', { name: 'This page is for operators' })
})

test.each([
  [0.2, '0 s'],
  [89, '89 s'],
  [300, '5 min'],
  [7_200, '2 h'],
  [259_200, '3 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})
