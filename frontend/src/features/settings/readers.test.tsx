import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAccount } from '../../test-support/account.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const section = async () => within(await screen.findByRole('region', { name: 'E-readers and apps' }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const kobo = {
  id: '019a0000-0000-7000-8000-0000000000e1',
  name: 'Kobo',
  scope: 'write' as const,
  createdAt: '2026-07-01T09:41:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
}

test('a device is connected on every plan, with all that one types into it, and revoked', async () => {
  const has = anAccount()
  server.use(
    http.post('*/api/account/devices', async ({ request }) => {
      const { currentPassword } = (await request.json()) as { currentPassword: string }
      if (currentPassword !== 'right') return refusal(403, 'This is not your present password.')
      has.access = { tokens: [], devices: [kobo] }
      const typed = { username: 'mara', password: 'k7mp-abcd-efgh-jkmn-pqrs' }
      const client = { clientId: 'lectern', clientSecret: 'lectern' }
      return HttpResponse.json({ ...kobo, ...typed, ...client }, { status: 201 })
    }),
    http.delete('*/api/account/devices/:id', ({ params }) => {
      has.access = { tokens: [], devices: [] }
      return HttpResponse.json({ id: params.id })
    }),
  )
  renderApp('/settings')
  const readers = await section()
  await readers.findByText('None is connected yet.')
  fireEvent.click(readers.getByRole('button', { name: 'Connect a device' }))
  const form = await dialog('Connect a device')
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Kobo' } })
  for (const password of ['wrong', 'right']) {
    fireEvent.change(form.getByLabelText('Present password'), { target: { value: password } })
    fireEvent.click(form.getByRole('button', { name: 'Connect' }))
    if (password === 'wrong') await form.findByText('This is not your present password.')
  }
  const made = await dialog('Kobo')
  const terms = made.getAllByRole('term').map(({ textContent }) => textContent)
  expect(terms).toEqual(['Server', 'Client ID', 'Client secret', 'Username'])
  const facts = made.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual([location.origin, 'lectern', 'lectern', 'mara'])
  expect((made.getByRole('textbox', { name: 'Password' }) as HTMLInputElement).value).toMatch(/^k7mp-/)
  fireEvent.click(made.getByRole('button', { name: 'Done' }))
  await readers.findByText('Kobo')
  fireEvent.click(readers.getByRole('button', { name: 'Revoke Kobo' }))
  await waitFor(() => expect(readers.queryByRole('listitem')).toBeNull())
})
