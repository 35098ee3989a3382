import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, library, mara, refusal, server, withServer } from '../../test-support/server.ts'
import { ANN, aShared, SEEDS, sharedWithMe } from '../../test-support/sharing.ts'

withServer()

const INVITATION = {
  ...{ collection: { name: 'Seeds', color: '#10B981' }, owner: 'Ann', email: mara.email, role: 'editor' },
  expiresAt: '2026-12-04T10:00:00.000Z',
}
const withInvitation = (answer: () => Response = () => HttpResponse.json(INVITATION)) =>
  server.use(http.get('*/api/invitations/tok', answer))
const visitor = () => server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))

test('a visitor sees whose collection it is, and comes back after signing in', async () => {
  withInvitation()
  visitor()
  renderApp('/invitation/tok')
  await screen.findByRole('heading', { name: 'Ann shares a collection with you' })
  expect(screen.getByText('Seeds')).toBeDefined()
  expect(screen.getByText('You join as an editor', { exact: false }).textContent).toContain(mara.email)
  fireEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  fireEvent.change(await screen.findByLabelText('Email or Username'), { target: { value: 'mara' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a password' } })
  server.use(
    http.post('*/api/login', () => HttpResponse.json(mara)),
    ...library([]),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeDefined()
  expect(location.pathname).toBe('/invitation/tok')
})

test('a visitor without an account makes one with the invited address', async () => {
  withInvitation()
  visitor()
  renderApp('/invitation/tok')
  fireEvent.click(await screen.findByRole('link', { name: 'Create an account' }))
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', mara.email)
  expect(history.state).toMatchObject({ toSave: '/invitation/tok' })
})

test('who accepts is in the collection', async () => {
  withInvitation()
  const list = { links: [], total: 0, hasMore: false, nextCursor: null }
  server.use(
    http.post('*/api/invitations/tok/accept', () =>
      HttpResponse.json({ libraryId: ANN, collectionId: 3, role: 'editor' }),
    ),
    http.get('*/api/links', () => HttpResponse.json(list)),
    sharedWithMe(aShared({ role: 'editor' })),
    ...library([]),
  )
  renderApp('/invitation/tok')
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByRole('heading', { name: 'Seeds', level: 1 })
  expect(location.pathname).toBe(SEEDS)
})

test('an invitation for another address says so', async () => {
  withInvitation()
  const words = 'This invitation is for another email address. Please sign in with that one.'
  server.use(
    http.post('*/api/invitations/tok/accept', () => refusal(403, words)),
    ...library([]),
  )
  renderApp('/invitation/tok')
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words))
})

test.each([
  [410, 'This invitation was withdrawn.', false],
  [410, 'This invitation was used already. Please ask for a new one.', true],
  [404, 'This invitation was not found.', undefined],
])('an invitation that is over (%s) says why: %s', async (status, words, isUsed) => {
  withInvitation(() => refusal(status, words, isUsed === undefined ? {} : { isUsed }))
  server.use(...library([]))
  renderApp('/invitation/tok')
  await screen.findByRole('heading', { name: 'This invitation is over' })
  expect(screen.getByText(words)).toBeDefined()
  // Only who accepted it may go on.
  await screen.findByRole('link', { name: 'Go to Lectern' })
  expect(screen.queryAllByRole('button', { name: /^I have accepted it/ })).toHaveLength(isUsed ? 1 : 0)
})
