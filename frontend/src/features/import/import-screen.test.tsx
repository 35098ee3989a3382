import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, library, mara, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

test('a visitor goes to /login, and a member sees a spinner before the screen', async () => {
  server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
  renderApp('/import')
  expect(screen.getByRole('status').textContent).toBe('Loading…')
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

test('a visitor who comes back from a payment is led back to the import by the sign-in', async () => {
  const visitor = http.get('*/api/user', () => refusal(401, 'Please sign in.'))
  server.use(
    visitor,
    http.post('*/api/login', () => HttpResponse.json(mara)),
  )
  renderApp('/import?payment=success')
  fireEvent.change(await screen.findByLabelText('Email or Username'), { target: { value: 'mara' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  server.use(...library([]))
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Import your library' })
  expect(location.pathname + location.search).toBe('/import?payment=success')
})

test('every source has its name, description and formats', async () => {
  server.use(...library([]))
  renderApp('/import')
  const pocket = await screen.findByRole('radio', { name: 'Pocket' })
  expect(screen.getAllByRole('radio').length).toBe(10)
  const card = pocket.closest('label') as HTMLElement
  expect(card.textContent).toContain('Saves, tags, highlights')
  expect(card.textContent).toContain('HTML, CSV, ZIP')
  expect(card.textContent).toContain('Popular')
  expect(screen.queryByText('Soon')).toBeNull()
  expect(screen.queryByText('Coming Soon')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/dashboard')
  expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/help')
})

test('a person back from a payment sees the plan that the account has', async () => {
  server.use(...library([], { ...mara, isPro: true, plan: 'pro' }))
  renderApp('/import?payment=success')
  expect((await screen.findByText(/^Thank you/)).textContent).toContain(
    'Your plan is Pro: it holds 10,000 articles.',
  )
})

test('g d leads from the import to the dashboard', async () => {
  server.use(...library([]))
  renderApp('/import')
  await screen.findByRole('radio', { name: 'Pocket' })
  for (const key of ['g', 'd']) fireEvent.keyDown(document.body, { key })
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})
