import { NO_UNSUBSCRIBE_LINK } from '@lectern/contracts/api/account-settings.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { reloadApp, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, library, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const TOKEN = 'x'.repeat(43)
const visitor = http.get('*/api/user', () => refusal(401, 'Please sign in.'))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const typedIn = async (label: string) => ((await screen.findByLabelText(label)) as HTMLInputElement).value
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

/** Answers this call, and gives the bodies that it got. */
const answers = (path: string, answer: () => Response) => {
  const bodies: unknown[] = []
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}
const done = () => HttpResponse.json({ success: true })

describe('a forgotten password', () => {
  test('is asked for with the email typed at the login, and always says the same', async () => {
    server.use(visitor)
    const asked = answers('/api/forgot-password', done)
    renderApp('/login')
    await type('Email or Username', 'mara@example.test')
    fireEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
    await heading('Forgot your password?')
    expect(await typedIn('Email')).toBe('mara@example.test')
    await press('Get Recovery Instructions')
    await heading('Reset Link Sent')
    expect(
      screen.getByText("If an account exists with that email, we've sent you a password reset link."),
    ).toBeDefined()
    expect(asked).toEqual([{ email: 'mara@example.test' }])
    const tips = within(screen.getByRole('region', { name: 'No mail after a few minutes?' }))
    expect(tips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Check your spam folder.',
      'Try Google or GitHub sign-in, if you used it originally.',
      expect.stringContaining('Contact support'),
      expect.stringContaining('Move your library to Lectern'),
    ])
    expect(tips.getByRole('link', { name: 'Move your library to Lectern' }).getAttribute('href')).toBe(
      '/migrate',
    )
    await press('Use another email')
    expect(await typedIn('Email')).toBe('mara@example.test')
  })

  test('is not asked for without an email, and a wrong one is told at its field', async () => {
    server.use(visitor)
    const asked = answers('/api/forgot-password', done)
    renderApp('/forgot-password')
    await type('Email', '   ')
    await press('Get Recovery Instructions')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
    expect(screen.queryByRole('alert')).toBeNull()
    await type('Email', 'mara')
    await press('Get Recovery Instructions')
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid email')
    expect(asked).toEqual([])
  })

  test.each([
    ['the server fails', () => refusal(500, 'Something went wrong.'), ''],
    ['no answer comes', () => HttpResponse.error(), ''],
    [
      'there were too many',
      () => refusal(429, 'Too many requests. Please try again in 9 minutes.'),
      'Too many requests. Please try again in 9 minutes.',
    ],
  ])('keeps the email where %s', async (_, answer, reason) => {
    server.use(visitor)
    answers('/api/forgot-password', answer)
    renderApp('/forgot-password')
    await type('Email', 'mara@example.test')
    await press('Get Recovery Instructions')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(`Failed to send reset email. Please try again. ${reason}`)
    expect(await typedIn('Email')).toBe('mara@example.test')
  })
})

describe('a new password', () => {
  const fill = async (password: string, confirmation = password) => {
    await type('New password', password)
    await type('Confirm new password', confirmation)
    await press('Set new password')
  }
  const alertText = async () => (await screen.findByRole('alert')).textContent

  test('is set with the token, which leaves the address at once and outlives a reload', async () => {
    server.use(visitor)
    const sent = answers('/api/reset-password', () => HttpResponse.json({ endedThis: false }))
    const { unmount } = renderApp(`/reset-password?token=${TOKEN}`)
    await heading('Set a new password')
    expect(location.href).not.toContain(TOKEN)
    const entry = history.state
    unmount()
    reloadApp('/reset-password', entry)
    await fill('a long passphrase')
    await heading('Password changed')
    expect(sent).toEqual([{ token: TOKEN, password: 'a long passphrase' }])
    expect(JSON.stringify(history.state)).not.toContain(TOKEN)
    expect(screen.getByRole('link', { name: 'Sign in now' }).getAttribute('href')).toBe('/login')
    await screen.findByLabelText('Email or Username', {}, { timeout: 10_000 })
    expect(location.pathname).toBe('/login')
  })

  test('ends the session of the person who is signed in', async () => {
    server.use(...library([]))
    answers('/api/reset-password', () => HttpResponse.json({ endedThis: true }))
    renderApp(`/reset-password?token=${TOKEN}`)
    await fill('a long passphrase')
    await heading('Password changed')
    await screen.findByLabelText('Email or Username', {}, { timeout: 10_000 })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('needs a token', async () => {
    server.use(visitor)
    renderApp('/reset-password')
    await heading('Invalid reset token')
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
  })

  test.each([
    ['short', 'short', 'New password', 'Password must be at least 6 characters long'],
    ['a long passphrase', 'another one', 'Confirm new password', 'Passwords do not match'],
  ])('%j with %j is refused at its field', async (password, confirmation, label, message) => {
    server.use(visitor)
    renderApp(`/reset-password?token=${TOKEN}`)
    await fill(password, confirmation)
    expect(await alertText()).toBe(message)
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  })

  test.each([
    ['This password is too common. Please choose another.', 400],
    ['This link is no longer valid. Please ask for a new one.', 400],
    ['Something went wrong on our side. Nothing was changed.', 500],
    ['Password reset failed', 599],
    ['Network error. Please try again.', 0],
  ])('stays typed after %j', async (message, status) => {
    server.use(visitor)
    answers('/api/reset-password', () => {
      if (status === 0) return HttpResponse.error()
      if (status === 599) return HttpResponse.json({ message: '', error: '' }, { status })
      return refusal(status, message)
    })
    renderApp(`/reset-password?token=${TOKEN}`)
    await fill('a long passphrase')
    expect(await alertText()).toBe(message)
    for (const label of ['New password', 'Confirm new password'])
      expect(await typedIn(label)).toBe('a long passphrase')
  })
})

describe('the link that confirms an email', () => {
  test.each([
    [true, 'Your email is changed'],
    [false, 'Confirmed at this address'],
  ])('confirms by its button only (changed: %s)', async (changed, title) => {
    server.use(visitor)
    const sent = answers('/api/account/confirm-email', () => HttpResponse.json({ changed }))
    renderApp(`/confirm-email?token=${TOKEN}`)
    await heading('Confirm your new email')
    expect(location.search).toBe('')
    expect(sent).toEqual([])
    await press('Confirm the new email')
    await heading(title)
    expect(sent).toEqual([{ token: TOKEN }])
  })

  test('says why it does not count', async () => {
    server.use(visitor)
    answers('/api/account/confirm-email', () =>
      refusal(400, 'This link is no longer valid. Please ask for a new one.'),
    )
    renderApp(`/confirm-email?token=${TOKEN}`)
    await press('Confirm the new email')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('no longer valid'))
  })

  test('is none without a token', async () => {
    server.use(visitor)
    renderApp('/confirm-email')
    await heading('This link is not valid')
  })
})

describe('the link that ends mails', () => {
  test('ends them by its button only, and names the address', async () => {
    server.use(visitor)
    const sent = answers('/api/unsubscribe', done)
    renderApp('/unsubscribe?email=mara%40example.test&token=id.signature')
    await screen.findByText('mara@example.test')
    expect(sent).toEqual([])
    await press('Unsubscribe')
    await heading('You are unsubscribed')
    expect(sent).toEqual([{ token: 'id.signature' }])
  })

  test('ends those to an email alone, and says how to have them again', async () => {
    server.use(visitor)
    const sent = answers('/api/unsubscribe', done)
    renderApp('/unsubscribe?email=mara%40example.test')
    await screen.findByText('mara@example.test')
    expect(screen.queryByRole('button', { name: 'Have them again' })).toBeNull()
    await press('Unsubscribe')
    await heading('You are unsubscribed')
    expect(document.body.textContent).toContain('To have them again, sign in and open Settings')
    expect(sent).toEqual([{ email: 'mara@example.test' }])
  })

  test('offers them again to a person who is signed in', async () => {
    const sent: unknown[] = []
    server.use(
      http.put('*/api/account/news', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ success: true })
      }),
      ...library([]),
    )
    renderApp('/unsubscribe?email=mara%40example.test')
    await press('Have them again')
    await heading('You get news again')
    expect(sent).toEqual([{}])
  })

  test('shows no text that is not an email, and says why a token is refused', async () => {
    server.use(visitor)
    answers('/api/unsubscribe', () => refusal(400, NO_UNSUBSCRIBE_LINK))
    renderApp(`/unsubscribe?token=x&email=${encodeURIComponent('Call 555-0100 now')}`)
    await press('Unsubscribe')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(NO_UNSUBSCRIBE_LINK))
    expect(document.body.textContent).not.toContain('555')
    expect(document.body.textContent).toContain('your address')
  })
})
