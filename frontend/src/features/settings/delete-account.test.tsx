import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anAccount } from '../../test-support/account.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const open = async () => {
  anAccount()
  renderApp('/settings')
  const section = within(await screen.findByRole('region', { name: 'Delete account' }))
  fireEvent.click(section.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }))
  return {
    section,
    dialog,
    give: (password: string, word: string) => {
      fireEvent.change(dialog.getByLabelText('Present password'), { target: { value: password } })
      fireEvent.change(dialog.getByLabelText('Type DELETE to confirm'), { target: { value: word } })
      fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }))
    },
  }
}

describe('the deletion of the account', () => {
  test('says what goes and what stays, and leads to the export', async () => {
    const { section } = await open()
    expect(section.getByText(/are deleted for good/)).toBeTruthy()
    expect(section.getByText(/Payments stay as numbers without a name/)).toBeTruthy()
    expect(
      section.getByRole('link', { name: 'Take your data along first', hidden: true }).getAttribute('href'),
    ).toBe('#data')
  })

  test('needs the word and the password, and a refusal changes nothing', async () => {
    const asked: unknown[] = []
    server.use(
      http.post('*/api/account/delete', async ({ request }) => {
        asked.push(await request.json())
        return refusal(403, 'This is not your present password.')
      }),
    )
    const { dialog, give } = await open()
    give('secret', 'no')
    expect(await dialog.findByText('Please type DELETE to confirm.')).toBeTruthy()
    expect(asked).toEqual([])
    give('secret', 'delete')
    expect(await dialog.findByText('This is not your present password.')).toBeTruthy()
    expect(asked).toHaveLength(1)
    expect(location.pathname).toBe('/settings')
  })

  test('ends at the sign-in, which says so', async () => {
    server.use(http.post('*/api/account/delete', () => HttpResponse.json({ success: true })))
    const { give } = await open()
    give('secret', 'DELETE')
    expect((await screen.findByText('Your account is deleted.')).textContent).toBeTruthy()
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(localStorage.getItem('user')).toBeNull()
  })
})
