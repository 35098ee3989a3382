import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { Invitation } from '@lectern/contracts/api/sharing.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, library, mara, refusal, server, withServer } from '../../test-support/server.ts'
import { someMembers } from '../../test-support/sharing.ts'

withServer()

const garden: Collection = {
  ...{ id: 3, name: 'Garden', description: null, color: '#10B981', count: 1 },
  members: ['Bo Berg', 'Cleo'],
}
const open: Invitation = {
  ...{ id: 'inv-1', email: 'dan@example.test', role: 'reader', forAnyone: false },
  ...{ sentAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-27T10:00:00.000Z' },
}

const openDialog = async (plan: 'free' | 'ultra' = 'ultra') => {
  const asked: unknown[] = []
  const note = async (request: Request) => {
    const body = await request.text()
    asked.push([request.method, new URL(request.url).pathname, ...(body ? [JSON.parse(body)] : [])])
  }
  let invitations = [open]
  server.use(
    http.get('*/api/collections/3/members', () => HttpResponse.json(someMembers())),
    http.get('*/api/collections/3/invitations', () => HttpResponse.json(invitations)),
    http.post('*/api/collections/3/invitations', async ({ request }) => {
      await note(request.clone())
      const { emails, forAnyone } = (await request.json()) as { emails: string[]; forAnyone: boolean }
      if (emails.includes('full@example.test')) return refusal(409, 'A collection has at most 25 members.')
      const url = forAnyone && emails.length === 0 ? { url: 'https://lectern.test/invitation/abc' } : {}
      return HttpResponse.json(
        { invitations: emails.map(email => ({ ...open, email })), ...url },
        { status: 201 },
      )
    }),
    http.delete('*/api/collections/3/invitations/inv-1', async ({ request }) => {
      await note(request)
      invitations = []
      return HttpResponse.json({ id: 'inv-1' })
    }),
    http.patch('*/api/collections/3/members/m-1', async ({ request }) => {
      await note(request)
      return HttpResponse.json({ id: 'm-1', role: 'reader' })
    }),
    http.post('*/api/collections/3/handover', async ({ request }) => {
      await note(request)
      return HttpResponse.json({ collectionId: 3, memberId: 'm-1' })
    }),
    http.delete('*/api/collections/3/members/m-1', async ({ request }) => {
      await note(request)
      return HttpResponse.json({ id: 'm-1' })
    }),
    ...library([], { ...mara, plan }, [garden]),
  )
  renderApp('/dashboard')
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Garden' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Share…' }))
  return { dialog: within(await screen.findByRole('dialog', { name: 'Share "Garden"' })), asked }
}

test('the entry of a shared collection shows the faces of its members', async () => {
  server.use(...library([], mara, [garden]))
  renderApp('/dashboard')
  const entry = await screen.findByRole('link', { name: /^Garden/ })
  await within(entry).findByText(', shared with Bo Berg, Cleo')
  expect(within(entry).getByTitle('Bo Berg').textContent).toBe('BB')
})

test('people are invited by mail, and a link is made for whoever has it', async () => {
  const { dialog, asked } = await openDialog()
  const emails = await dialog.findByLabelText('Email addresses')
  fireEvent.change(emails, { target: { value: 'a@example.test, b@example.test\nno address' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(emails.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.change(emails, { target: { value: 'a@example.test, b@example.test' } })
  fireEvent.change(dialog.getByLabelText('They join as'), { target: { value: 'editor' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  expect((await screen.findAllByText('2 invitations sent')).length).toBeGreaterThan(0)
  fireEvent.click(dialog.getByRole('checkbox'))
  fireEvent.click(await dialog.findByRole('button', { name: 'Make a link' }))
  expect(await dialog.findByDisplayValue('https://lectern.test/invitation/abc')).toBeDefined()
  const path = '/api/collections/3/invitations'
  expect(asked).toEqual([
    ['POST', path, { emails: ['a@example.test', 'b@example.test'], role: 'editor', forAnyone: false }],
    ['POST', path, { emails: [], role: 'editor', forAnyone: true }],
  ])
  fireEvent.change(emails, { target: { value: 'full@example.test' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(await dialog.findByText('A collection has at most 25 members.')).toBeDefined()
})

test('an invitation is withdrawn, a role is changed, and a member is removed after a question', async () => {
  const { dialog, asked } = await openDialog()
  fireEvent.click(await dialog.findByRole('button', { name: 'Withdraw the invitation of dan@example.test' }))
  await waitFor(() => expect(dialog.queryByText('dan@example.test')).toBeNull())
  fireEvent.change(await dialog.findByLabelText('Role of Bo Berg'), { target: { value: 'reader' } })
  await waitFor(() => expect(asked).toHaveLength(2))
  const remove = await dialog.findByRole('button', { name: 'Remove Bo Berg' })
  await waitFor(() => expect(remove).toHaveProperty('disabled', false))
  fireEvent.click(remove)
  expect(asked).toHaveLength(2)
  fireEvent.click(await dialog.findByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(asked).toEqual([
      ['DELETE', '/api/collections/3/invitations/inv-1'],
      ['PATCH', '/api/collections/3/members/m-1', { role: 'reader' }],
      ['DELETE', '/api/collections/3/members/m-1'],
    ]),
  )
})

test('a collection that was handed over while the dialog is open has nothing to share any more', async () => {
  const { dialog } = await openDialog()
  await dialog.findByLabelText('Role of Bo Berg')
  const gone = () => refusal(404, 'This collection was not found.')
  server.use(http.get('*/api/collections/3/members', gone), http.get('*/api/collections/3/invitations', gone))
  pushChange({ what: [], sharing: true })
  await dialog.findByText('This collection was not found.')
  expect(dialog.queryByLabelText('Email addresses')).toBeNull()
  expect(dialog.queryByLabelText('Role of Bo Berg')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Public link…' })).toBeNull()
})

test('without Ultra the dialog says what sharing needs', async () => {
  const { dialog } = await openDialog('free')
  expect(await dialog.findByText('With Lifetime Ultra', { exact: false })).toBeDefined()
  expect(dialog.queryByLabelText('Email addresses')).toBeNull()
})

test('a collection is offered to an editor', async () => {
  const { dialog, asked } = await openDialog()
  fireEvent.click(await dialog.findByRole('button', { name: 'Offer the collection to Bo Berg' }))
  await waitFor(() => expect(asked).toEqual([['POST', '/api/collections/3/handover', { memberId: 'm-1' }]]))
  expect(dialog.queryByRole('button', { name: 'Offer the collection to mara' })).toBeNull()
})
