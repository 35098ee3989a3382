import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anAccount } from '../../test-support/account.ts'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, mara, refusal, server, withServer } from '../../test-support/server.ts'

withServer()
afterEach(() => {
  vi.restoreAllMocks()
})

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = async () => within(await screen.findByRole('dialog'))
const type = async (label: string, value: string) =>
  fireEvent.change((await inDialog()).getByLabelText(label), { target: { value } })
const save = async () => fireEvent.click((await inDialog()).getByRole('button', { name: 'Save' }))

test('the account menu leads to the settings, and the settings back', async () => {
  anAccount()
  renderApp('/dashboard')
  await press('Account menu')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(location.pathname).toBe('/settings')
  const back = screen.getByRole('link', { name: 'Back to dashboard' })
  expect(back.getAttribute('href')).toBe('/dashboard')
})

describe('a name', () => {
  test('is changed, and shown', async () => {
    const has = anAccount()
    server.use(
      http.put('*/api/account/first-name', async ({ request }) => {
        const { firstName } = (await request.json()) as { firstName: string }
        has.user = { ...mara, firstName }
        return HttpResponse.json({ firstName })
      }),
    )
    renderApp('/settings')
    expect((await region('Account')).getByText('Not given')).toBeDefined()
    await press('Change first name')
    await type('First name', ' Mara ')
    await save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await region('Account')).getByText('Mara')).toBeDefined()
  })

  test('that is taken is told at its field, which keeps what is typed', async () => {
    anAccount()
    server.use(
      http.put('*/api/account/username', () =>
        refusal(409, 'This username is taken. Please choose another.'),
      ),
    )
    renderApp('/settings')
    await press('Change username')
    await type('Username', 'ben')
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This username is taken. Please choose another.',
    )
    const field = (await inDialog()).getByLabelText('Username') as HTMLInputElement
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['ben', 'true'])
  })

  test('is kept where the session has ended, and saved after the sign-in', async () => {
    const has = anAccount()
    let isOver = true
    server.use(
      http.put('*/api/account/username', () => {
        if (isOver) return refusal(401, 'Please sign in.')
        has.user = { ...mara, username: 'mara-2' }
        return HttpResponse.json({ username: 'mara-2' })
      }),
      http.post('*/api/login', () => {
        isOver = false
        return HttpResponse.json(mara)
      }),
    )
    renderApp('/settings')
    await press('Change username')
    await type('Username', 'mara-2')
    await save()
    const asked = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
    fireEvent.change(asked.getByLabelText('Password'), { target: { value: 'a passphrase' } })
    fireEvent.click(asked.getByRole('button', { name: 'Sign in' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change username' }))
    expect((form.getByLabelText('Username') as HTMLInputElement).value).toBe('mara-2')
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await region('Account')).getByText('mara-2')).toBeDefined()
  })
})

describe('the email', () => {
  const waiting = {
    email: 'mara@example.org',
    oldConfirmed: false,
    newConfirmed: true,
    expiresAt: '2026-07-04T09:41:00.000Z',
  }

  test('is changed with the present password, and waits for both addresses', async () => {
    const has = anAccount()
    server.use(
      http.post('*/api/account/email', async ({ request }) => {
        const { currentPassword } = (await request.json()) as { currentPassword: string }
        if (currentPassword !== 'right') return refusal(403, 'This is not your present password.')
        has.account = { ...has.account, emailChange: { ...waiting, newConfirmed: false } }
        return HttpResponse.json({ success: true }, { status: 202 })
      }),
    )
    renderApp('/settings')
    await press('Change email')
    await type('New email', 'mara@example.org')
    await type('Present password', 'wrong')
    await save()
    const dialog = await inDialog()
    await waitFor(() =>
      expect(dialog.getByLabelText('Present password').getAttribute('aria-invalid')).toBe('true'),
    )
    expect((dialog.getByLabelText('New email') as HTMLInputElement).value).toBe('mara@example.org')
    await type('Present password', 'right')
    await save()
    const shown = await region('New email that waits')
    expect(shown.getByText('mara@example.org')).toBeDefined()
    expect(shown.getByText(/Old address: not confirmed yet · New address: not confirmed yet/)).toBeDefined()
  })

  test('that waits follows what is pushed, and can be withdrawn', async () => {
    const has = anAccount({ emailChange: waiting })
    server.use(
      http.delete('*/api/account/email', () => {
        has.account = { ...has.account, emailChange: null }
        return HttpResponse.json({ success: true })
      }),
    )
    renderApp('/settings')
    const shown = await region('New email that waits')
    expect(shown.getByText(/Old address: not confirmed yet · New address: confirmed/)).toBeDefined()
    has.account = { ...has.account, emailChange: { ...waiting, oldConfirmed: true } }
    pushChange({ what: ['account'] })
    await shown.findByText(/Old address: confirmed · New address: confirmed/)
    fireEvent.click(shown.getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New email that waits' })).toBeNull())
    expect(document.activeElement?.textContent).toContain(mara.email)
  })
})

test('the password is changed with the present one, and a common one is refused at its field', async () => {
  anAccount()
  const sent: unknown[] = []
  server.use(
    http.post('*/api/account/password', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1
        ? refusal(400, 'This password is too common. Please choose another.')
        : HttpResponse.json({ success: true })
    }),
  )
  renderApp('/settings')
  await press('Change password')
  await save()
  const dialog = await inDialog()
  await dialog.findByText('Your present password is required')
  expect(dialog.getByText('Password must be at least 6 characters long')).toBeDefined()
  await type('Present password', 'the old one')
  await type('New password', 'password1')
  await save()
  await dialog.findByText('This password is too common. Please choose another.')
  await type('New password', 'a long passphrase')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent[1]).toEqual({ currentPassword: 'the old one', password: 'a long passphrase' })
})

test('a late answer closes no dialog but its own', async () => {
  anAccount()
  let answer: (response: Response) => void = () => undefined
  server.use(http.post('*/api/account/email', () => new Promise<Response>(resolve => (answer = resolve))))
  renderApp('/settings')
  await press('Change email')
  await type('New email', 'mara@example.org')
  await type('Present password', 'the old one')
  await save()
  await (await inDialog()).findByRole('button', { name: 'Saving...' })
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Change password')
  await type('New password', 'a long passphrase')
  answer(HttpResponse.json({ success: true }, { status: 202 }))
  await screen.findByText('Please confirm the new email')
  const field = (await inDialog()).getByLabelText('New password') as HTMLInputElement
  expect(field.value).toBe('a long passphrase')
})

test('the plan shows what is used of it, and paid ones their marks', async () => {
  const has = anAccount()
  has.user = { ...mara, isPro: true, plan: 'basic', itemsAllowed: 2_000 }
  renderApp('/settings')
  const plan = await region('Plan')
  for (const text of ['Basic', 'Lifetime', 'Priority support']) expect(plan.getByText(text)).toBeDefined()
  await plan.findByText('0 of 500 articles')
  expect(plan.getByRole('link', { name: 'View plans' }).getAttribute('href')).toBe('/pricing')
})

test('a tab whose session was ended elsewhere asks to sign in over the page', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  anAccount()
  renderApp('/settings')
  await region('Devices')
  await press('Change first name')
  await type('First name', 'Mara')
  server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
  pushChange({ what: ['account'] })
  await screen.findByRole('dialog', { name: 'Please sign in again' })
  expect(document.querySelector<HTMLInputElement>('input[name=name]')?.value).toBe('Mara')
})
