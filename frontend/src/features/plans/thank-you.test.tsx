import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { reloadApp, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, library, mara, refusal, server, withServer } from '../../test-support/server.ts'

withServer()
beforeEach(() => sessionStorage.clear())

const visitor = http.get('*/api/user', () => refusal(401, 'Please sign in.'))

/** Collects what the page reports. */
const listen = (answer: () => Response = () => HttpResponse.json({ success: true })) => {
  const reports: unknown[] = []
  server.use(
    http.post('*/api/page-events', async ({ request }) => {
      reports.push(await request.json())
      return answer()
    }),
  )
  return reports
}

test('greets by first name, shows the amount, and reports the visit once, also after a reload', async () => {
  server.use(...library([], { ...mara, firstName: 'Mara' }))
  const reports = listen()
  renderApp('/thank-you?amount=49.00&transaction_id=tx_1')
  expect(await screen.findByRole('heading', { name: 'Thank you, Mara.' })).toBeDefined()
  expect(screen.getByText('$49.00')).toBeDefined()
  const visit = { amount: 4_900, transactionId: 'tx_1' }
  const both = [
    { kind: 'purchase', ...visit },
    { kind: 'conversion', ...visit },
  ]
  await waitFor(() => expect(reports).toEqual(both))
  cleanup()
  reloadApp(location.pathname + location.search)
  await screen.findByRole('heading', { name: 'Thank you, Mara.' })
  expect(reports).toEqual(both)
})

test('a visitor sees the usual amount in place of a forged one', async () => {
  server.use(visitor)
  const reports = listen()
  renderApp('/thank-you?amount=-99999999999&transaction_id=%3Cb%3E')
  expect(await screen.findByRole('heading', { name: 'Thank you.' })).toBeDefined()
  expect(screen.getByText('$7.00')).toBeDefined()
  await waitFor(() =>
    expect(reports).toEqual([
      { kind: 'purchase', amount: 700 },
      { kind: 'conversion', amount: 700 },
    ]),
  )
})

test('a report that failed is repeated after a reload', async () => {
  server.use(visitor)
  const reports = listen(() => refusal(503, 'Lectern is briefly unavailable.'))
  renderApp('/thank-you')
  await waitFor(() => expect(reports.length).toBe(2))
  await waitFor(() => expect(sessionStorage.length).toBe(0))
  cleanup()
  reloadApp('/thank-you')
  await waitFor(() => expect(reports.length).toBe(4))
})
