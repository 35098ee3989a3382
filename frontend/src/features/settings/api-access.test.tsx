import type { AccessToken } from '@lectern/contracts/api/access.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { anAccount } from '../../test-support/account.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, mara, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const section = async () => within(await screen.findByRole('region', { name: 'API access' }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const token = (changes: Partial<AccessToken> = {}): AccessToken => ({
  id: '019a0000-0000-7000-8000-0000000000c1',
  name: 'Backup',
  scope: 'read',
  createdAt: '2026-07-01T09:41:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  ...changes,
})
const onPlan = (plan: 'free' | 'ultra', tokens: AccessToken[] = []) => {
  const has = anAccount()
  has.user = { ...mara, plan, isPro: plan === 'ultra' }
  has.access = { tokens, devices: [] }
  renderApp('/settings')
  return has
}

test('a smaller plan leads to the plans, and its old tokens can be revoked', async () => {
  onPlan('free', [token()])
  const api = await section()
  await api.findByText(
    'API access is part of the Ultra plan. Until you have it again, these tokens are refused.',
  )
  expect(api.getByRole('link', { name: 'View plans' }).getAttribute('href')).toBe('/pricing')
  expect(api.queryByRole('button', { name: 'New token' })).toBeNull()
  expect(api.getByRole('button', { name: 'Revoke Backup' })).toBeDefined()
})

test('tokens are listed with what they may do and their last use, and revoked', async () => {
  const used = token({
    id: '019a0000-0000-7000-8000-0000000000c2',
    name: 'Script',
    scope: 'write',
    lastUsedAt: '2026-07-02T09:41:00.000Z',
    expiresAt: '2026-08-02T09:41:00.000Z',
  })
  const has = onPlan('ultra', [used, token()])
  server.use(
    http.delete('*/api/account/tokens/:id', ({ params }) => {
      has.access = { ...has.access, tokens: has.access.tokens.filter(({ id }) => id !== params.id) }
      return HttpResponse.json({ id: params.id })
    }),
  )
  const api = await section()
  const texts = (await api.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'ScriptReads and writesMade Jul 1, 2026 · last used Jul 2, 2026 · ends Aug 2, 2026Revoke',
    'BackupReadsMade Jul 1, 2026 · never usedRevoke',
  ])
  fireEvent.click(api.getByRole('button', { name: 'Revoke Script' }))
  await waitFor(() => expect(api.getAllByRole('listitem')).toHaveLength(1))
  await screen.findByText('Script is revoked')
})

test('a new token asks for the password, and is shown once', async () => {
  const has = onPlan('ultra')
  const asked: unknown[] = []
  server.use(
    http.post('*/api/account/tokens', async ({ request }) => {
      const body = (await request.json()) as { currentPassword: string }
      asked.push(body)
      if (body.currentPassword !== 'right') return refusal(403, 'This is not your present password.')
      has.access = { tokens: [token()], devices: [] }
      return HttpResponse.json({ ...token(), token: 'lect_abc' }, { status: 201 })
    }),
  )
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(await (await section()).findByRole('button', { name: 'New token' }))
  const form = await dialog('New token')
  fireEvent.click(form.getByRole('button', { name: 'Create' }))
  await form.findByText('Please give it a name.')
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Backup' } })
  fireEvent.change(form.getByLabelText('It may'), { target: { value: 'write' } })
  fireEvent.change(form.getByLabelText('It ends'), { target: { value: 'never' } })
  fireEvent.change(form.getByLabelText('Present password'), { target: { value: 'wrong' } })
  fireEvent.click(form.getByRole('button', { name: 'Create' }))
  await form.findByText('This is not your present password.')
  fireEvent.change(form.getByLabelText('Present password'), { target: { value: 'right' } })
  fireEvent.click(form.getByRole('button', { name: 'Create' }))

  const made = await dialog('Backup')
  expect((made.getByLabelText('Token') as HTMLInputElement).value).toBe('lect_abc')
  fireEvent.click(made.getByRole('button', { name: 'Copy token' }))
  await made.findByText('Copied')
  expect(copied).toHaveBeenCalledWith('lect_abc')
  fireEvent.click(made.getByRole('button', { name: 'Done' }))
  await (await section()).findByText('Backup')
  expect(document.body.textContent).not.toContain('lect_abc')
  expect(asked.at(-1)).toEqual({
    ...{ name: 'Backup', scope: 'write', expiresInDays: null, currentPassword: 'right' },
  })
})

test('a refusal that is not about the password stands over the buttons, and keeps what was typed', async () => {
  onPlan('ultra')
  server.use(
    http.post('*/api/account/tokens', () => refusal(409, 'You have 50 tokens. Please revoke one first.')),
  )
  fireEvent.click(await (await section()).findByRole('button', { name: 'New token' }))
  const form = await dialog('New token')
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'One more' } })
  fireEvent.change(form.getByLabelText('Present password'), { target: { value: 'right' } })
  fireEvent.click(form.getByRole('button', { name: 'Create' }))
  await form.findByText('You have 50 tokens. Please revoke one first.')
  expect((form.getByLabelText('Name') as HTMLInputElement).value).toBe('One more')
})
