import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../test-support/render-app.tsx'
import { aLink, http, library, refusal, server, withServer } from '../test-support/server.ts'

withServer()

const failure = { isOn: false }
/** Replaces the reader by a screen that fails while `failure` is on. */
vi.mock('../features/reader/reader-screen.tsx', () => ({
  default: () => {
    if (failure.isOn) throw new Error('The reader failed.')
    return <p>The reader</p>
  },
}))

const fail = async () => {
  failure.isOn = true
  vi.spyOn(console, 'error').mockReturnValue()
  server.use(...library([aLink()]))
  renderApp('/dashboard')
  fireEvent.click(await screen.findByRole('link', { name: 'What a log is' }))
  await screen.findByRole('heading', { name: 'Something went wrong' })
}

test('after a screen failed, another path works', async () => {
  await fail()
  history.back()
  await screen.findByRole('article', { name: 'What a log is' })
  expect(document.title).toBe('My Saved Links · Lectern')
})

test('Try again shows a failed screen again', async () => {
  await fail()
  failure.isOn = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('The reader')
  expect(document.title).toBe('Reader · Lectern')
})

test('the dashboard stays mounted when the dialog of /save closes', async () => {
  server.use(...library([aLink()]))
  renderApp('/save')
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  // The open dialog hides the page from assistive technology.
  const card = await screen.findByRole('article', { name: 'What a log is', hidden: true })
  fireEvent.click(cancel)
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(screen.getByRole('article', { name: 'What a log is', hidden: true })).toBe(card)
})

test('the sign-in that the page of plans asked for leads back to it', async () => {
  server.use(...library([]))
  renderApp('/login?next=pricing')
  await waitFor(() => expect(location.pathname).toBe('/pricing'))
})

test('an address that is no screen of the app is loaded from the server', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const load = { name: 'http://localhost:3000/login' } as PerformanceEntry
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([load])
  server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
  renderApp('/support')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  vi.restoreAllMocks()
})

test.each(['/nothing', '/reader', '/reader/1/2', '/dashboard/more'])('%s shows the 404 page', async path => {
  server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
  renderApp(path)
  await screen.findByText('404')
  expect(document.title).toBe('Page not found · Lectern')
})
