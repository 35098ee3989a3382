import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anAccount, phone, session } from '../../test-support/account.ts'
import { pushChange, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = async () => within(await screen.findByRole('dialog'))

describe('the devices', () => {
  test('are listed, and one of them is signed out', async () => {
    const has = anAccount({
      sessions: [
        session(),
        phone,
        session({ ...phone, id: phone.id.replace('b', 'c'), device: null, network: null }),
      ],
    })
    server.use(
      http.delete('*/api/account/sessions/:id', ({ params }) => {
        has.account = { ...has.account, sessions: has.account.sessions.filter(({ id }) => id !== params.id) }
        return HttpResponse.json({ ended: 1 })
      }),
    )
    renderApp('/settings')
    const devices = await region('Devices')
    const texts = (await devices.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(texts).toEqual([
      'Firefox on LinuxThis device203.0.113.0/24 · last used Jul 3, 2026',
      'Safari on iPhone203.0.113.0/24 · last used Jul 3, 2026Sign out',
      'Unknown deviceUnknown network · last used Jul 3, 2026Sign out',
    ])
    fireEvent.click(devices.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(2))
  })

  test('are all signed out but this one', async () => {
    const has = anAccount({ sessions: [session(), phone] })
    server.use(
      http.delete('*/api/account/sessions', () => {
        has.account = { ...has.account, sessions: [session()] }
        return HttpResponse.json({ ended: 1 })
      }),
    )
    renderApp('/settings')
    await press('Sign out all other devices')
    const devices = await region('Devices')
    await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull()
  })

  test('are all signed out after a question, which leads to the sign-in', async () => {
    anAccount({ sessions: [session(), phone] })
    const asked: string[] = []
    server.use(
      http.delete('*/api/account/sessions', ({ request }) => {
        asked.push(new URL(request.url).search)
        return asked.length === 1 ? refusal(503, 'Please wait.') : HttpResponse.json({ ended: 2 })
      }),
    )
    renderApp('/settings')
    await press('Sign out everywhere')
    const leave = (await inDialog()).getByRole('button', { name: 'Sign out everywhere' })
    fireEvent.click(leave)
    expect((await screen.findByRole('alert')).textContent).toBe('Please wait.')
    fireEvent.click(leave)
    await screen.findByLabelText('Email or Username')
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(asked).toEqual(['?all=true', '?all=true'])
  })

  test('follow what is pushed', async () => {
    const has = anAccount()
    renderApp('/settings')
    const devices = await region('Devices')
    await devices.findByText('Firefox on Linux')
    has.account = { ...has.account, sessions: [session(), phone] }
    pushChange({ what: ['account'] })
    await devices.findByText('Safari on iPhone')
  })
})

describe('the receipts', () => {
  test('show date, amount and state, and open at the payment service in a new tab', async () => {
    const has = anAccount()
    const url = 'https://pay.example/receipts/1'
    const receipt = {
      id: 'pi_1',
      tier: 'pro',
      at: '2026-07-03T09:41:00.000Z',
      amount: 4_900,
      currency: 'usd',
    } as const
    has.receipts = [
      { ...receipt, state: 'partly-refunded', url },
      { ...receipt, id: 'pi_2', tier: 'basic', amount: 1_900, state: 'returned', url: null },
    ]
    renderApp('/settings')
    const receipts = await region('Receipts')
    const [first, second] = await receipts.findAllByRole('listitem')
    expect(first?.textContent).toContain('Lifetime Pro$49.00Jul 3, 2026 · Partly refunded')
    expect(second?.textContent).toBe('Lifetime Basic$19.00Jul 3, 2026 · Returned')
    const link = receipts.getByRole('link', { name: /Receipt.*opens in a new tab/ })
    expect(link.getAttribute('href')).toBe(url)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  })

  test('say that the payment service is away, and try again', async () => {
    anAccount()
    let isAway = true
    server.use(
      http.get('*/api/account/receipts', () =>
        isAway
          ? refusal(
              503,
              'The payment service does not answer, so your receipts cannot be shown. Please try again.',
            )
          : HttpResponse.json({ receipts: [] }),
      ),
    )
    renderApp('/settings')
    const receipts = await region('Receipts')
    await receipts.findByText(/The payment service does not answer/)
    isAway = false
    fireEvent.click(receipts.getByRole('button', { name: 'Try again' }))
    await receipts.findByText('You have not paid for anything.')
  })
})
