import type { Passkey } from '@lectern/contracts/api/passkeys.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { anAccount, session } from '../../test-support/account.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const section = async () => within(await screen.findByRole('region', { name: 'Passkeys' }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const passkey: Passkey = {
  id: '019a0000-0000-7000-8000-0000000000d1',
  name: 'Laptop',
  createdAt: '2026-07-01T09:41:00.000Z',
  lastUsedAt: null,
}
const offered = () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  server.use(http.get('*/api/auth/methods', () => HttpResponse.json({ passkeys: true })))
}

test('where the server or the browser has none, that is said, and what is there can be removed', async () => {
  anAccount({ passkeys: [passkey] })
  renderApp('/settings')
  const passkeys = await section()
  await passkeys.findByText(/^This server cannot have passkeys/)
  expect(passkeys.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(passkeys.getByRole('listitem').textContent).toBe('LaptopMade Jul 1, 2026 · never usedRenameRemove')
  passkeys.getByRole('button', { name: 'Remove Laptop' })
})

test('one is renamed and removed', async () => {
  offered()
  const has = anAccount({ passkeys: [passkey] })
  server.use(
    http.patch('*/api/account/passkeys/:id', async ({ request }) => {
      const { name } = (await request.json()) as { name: string }
      has.account = { ...has.account, passkeys: [{ ...passkey, name }] }
      return HttpResponse.json({ name })
    }),
    http.delete('*/api/account/passkeys/:id', async ({ request, params }) => {
      const { currentPassword } = (await request.json()) as { currentPassword: string }
      if (currentPassword !== 'right') return refusal(403, 'This is not your present password.')
      has.account = { ...has.account, passkeys: [] }
      return HttpResponse.json({ id: params.id })
    }),
  )
  renderApp('/settings')
  const passkeys = await section()
  fireEvent.click(await passkeys.findByRole('button', { name: 'Rename Laptop' }))
  const renaming = await dialog('Rename the passkey')
  fireEvent.change(renaming.getByLabelText('Name'), { target: { value: 'Phone' } })
  fireEvent.click(renaming.getByRole('button', { name: 'Save' }))
  fireEvent.click(await passkeys.findByRole('button', { name: 'Remove Phone' }))
  const removing = await dialog('Remove the passkey')
  const password = removing.getByLabelText('Present password')
  for (const typed of ['wrong', 'right']) {
    fireEvent.change(password, { target: { value: typed } })
    fireEvent.click(removing.getByRole('button', { name: 'Remove' }))
    if (typed === 'wrong') await removing.findByText('This is not your present password.')
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await passkeys.findByText('You have none yet.')
})

test('a session says how it was opened', async () => {
  anAccount({ sessions: [session({ signedInBy: 'passkey' })] })
  renderApp('/settings')
  const list = await screen.findByRole('list', { name: 'Signed-in devices' })
  expect(list.textContent).toContain('203.0.113.0/24 · signed in with a passkey · last used')
})
