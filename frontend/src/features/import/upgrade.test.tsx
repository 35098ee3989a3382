import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aPreview, UPLOAD_ID } from '../../test-support/imports.ts'
import {
  aCashier,
  CLIENT_SECRET,
  cardSays,
  HOSTED,
  INTENT_ID,
  listenAtCard,
} from '../../test-support/payments.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, refusal, server, withServer } from '../../test-support/server.ts'

withServer()
afterEach(() => {
  vi.restoreAllMocks()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** The whole text of a problem in the dialog. */
const problem = (text: string | RegExp) =>
  within(screen.getByRole('dialog')).getByText(text).closest('p')?.textContent

/** The offer of a larger plan, for a file of 1,880 new articles. */
const openOffer = async () => {
  const cashier = aCashier()
  server.use(http.post('*/api/migrate/analyze', () => HttpResponse.json(aPreview())))
  renderApp('/import')
  fireEvent.click(await screen.findByRole('radio', { name: 'Pocket' }))
  const file = new File(['title,url\n'], 'pocket.csv')
  fireEvent.change(screen.getByLabelText(/^Browse files/), { target: { files: [file] } })
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Add their tags/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Start Import' }))
  await screen.findByRole('dialog', { name: 'Your plan has room for 380 more' })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Upgrade to Basic' }).getAttribute('aria-disabled')).toBe(
      'false',
    ),
  )
  return cashier
}

/** The card form, ready to be filled in. */
const openForm = async () => {
  const cashier = await openOffer()
  const asked = listenAtCard()
  press('Upgrade to Basic')
  await screen.findByRole('dialog', { name: 'Upgrade to Basic' })
  cardSays({ says: 'loaded' })
  cardSays({ says: 'ready' })
  return { ...cashier, asked }
}

test('a paid upgrade lets the import go on by itself, once, as it was chosen', async () => {
  const { asked, sentTo, push } = await openForm()
  expect(sentTo('/api/create-payment-intent')[0]?.body).toEqual({ tier: 'basic', uploadId: UPLOAD_ID })
  // The client secret goes by message, and never in an address.
  expect(screen.getByTitle('Card payment').getAttribute('src')).toBe('/pay')
  expect(asked.calls).toEqual([
    [
      {
        ...{ asks: 'mount', script: 'https://stripe.example/v3', publishableKey: 'pk_1', theme: 'light' },
        clientSecret: CLIENT_SECRET,
      },
      location.origin,
    ],
  ])

  press('Pay $19.00')
  press('Paying...')
  expect(asked.calls.slice(1)).toEqual([[{ asks: 'pay' }, location.origin]])
  cardSays({ says: 'paid' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Your payment is being confirmed')).toBeDefined()
  await waitFor(() => expect(sentTo('/api/confirm-payment')[0]?.body).toEqual({ paymentIntentId: INTENT_ID }))
  push()
  expect(await screen.findByText('Payment Successful! Welcome to Basic')).toBeDefined()
  await screen.findByText('Import complete')
  const starts = sentTo('/api/migrate/import-direct')
  expect(starts.map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({
      uploadId: UPLOAD_ID,
      totalItems: 2_000,
      proceedWithFree: false,
      addToExisting: true,
    })),
  )
  expect(localStorage.length > 0 && JSON.stringify({ ...localStorage })).not.toContain('draft:')
})

test('a declined card says so, and may be followed by another', async () => {
  const { asked } = await openForm()
  press('Pay $19.00')
  cardSays({ says: 'refused', message: 'Your card was declined.', isInput: false })
  expect(problem('Your card was declined.')).toBe('Payment FailedYour card was declined.')
  press('Pay $19.00')
  expect(within(screen.getByRole('dialog')).queryByText('Payment Failed')).toBeNull()
  cardSays({ says: 'refused', message: 'Your card number is incomplete.', isInput: true })
  expect(problem('Your card number is incomplete.')).toBe('Your card number is incomplete.')
  cardSays({ says: 'submitted' })
  expect(asked.calls.filter(([{ asks }]) => asks === 'pay')).toHaveLength(3)
})

test("the question of a bank has the frame's height and the room of the texts", async () => {
  await openForm()
  const text = screen.getByText(/^Basic holds 2,000 articles for \$19.00/)
  cardSays({ says: 'size', height: 620, isCovered: true })
  expect(screen.getByTitle('Card payment').style.height).toBe('620px')
  expect(text.hidden).toBe(true)
  cardSays({ says: 'size', height: 180, isCovered: false })
  expect(screen.getByTitle('Card payment').style.height).toBe('180px')
  expect(text.hidden).toBe(false)
})

test('messages of other pages and of another form change nothing', async () => {
  await openForm()
  cardSays({ says: 'paid' }, { origin: 'https://evil.example' })
  cardSays({ says: 'paid' }, { source: window })
  cardSays({ says: 'anything' } as never)
  expect(screen.getByRole('dialog', { name: 'Upgrade to Basic' })).toBeDefined()
})

test('a payment under way is closed by its button alone, and the import then waits', async () => {
  const { answers, sentTo } = await openForm()
  answers.confirm = () => refusal(402, 'The payment was not completed.')
  press('Pay $19.00')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  cardSays({ says: 'escaped' })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('heading', { name: 'An import waits' })).toBeDefined()
  await waitFor(() => expect(sentTo('/api/confirm-payment')).toHaveLength(1))
})

test('Escape in the card fields closes the dialog, and nothing waits', async () => {
  await openForm()
  cardSays({ says: 'escaped' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'An import waits' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Start Import' })).toBeDefined()
})

test('a payment that another tab has made closes the card form, and the import goes on', async () => {
  const { push, asked } = await openForm()
  push()
  await screen.findByText('Import complete')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked.calls.filter(([{ asks }]) => asks === 'pay')).toEqual([])
})

test('a plan that was bought elsewhere closes the card form, and the import waits for a click', async () => {
  const { answers, push, sentTo } = await openForm()
  answers.confirm = () => refusal(402, 'The payment was not completed.')
  push()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/Your plan is Basic now\./)).toBeDefined()
  await waitFor(() => expect(sentTo('/api/confirm-payment')).not.toEqual([]))
  expect(sentTo('/api/migrate/import-direct')).toHaveLength(1)
})

test('a payment without an answer is looked up', async () => {
  const { answers } = await openForm()
  answers.confirm = () => refusal(402, 'Your card has expired.')
  press('Pay $19.00')
  cardSays({ says: 'unclear' })
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByText('Your card has expired.')).toBeDefined()
  expect(dialog.getByText('Payment Failed')).toBeDefined()
  answers.confirm = () => HttpResponse.error() as Response
  press('Pay $19.00')
  cardSays({ says: 'unclear' })
  expect(await dialog.findByText(/you cannot be charged twice/)).toBeDefined()
  answers.confirm = () => HttpResponse.json({ success: true, status: 'succeeded', tier: 'basic' })
  press('Pay $19.00')
  cardSays({ says: 'unclear' })
  expect(await screen.findByText('Your payment is being confirmed')).toBeDefined()
})

test('the import waits where nobody knows whether the payment was made', async () => {
  const { answers, push } = await openForm()
  answers.confirm = () => HttpResponse.error() as Response
  press('Pay $19.00')
  cardSays({ says: 'unclear' })
  await within(screen.getByRole('dialog')).findByText(/you cannot be charged twice/)
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('heading', { name: 'An import waits' })).toBeDefined()
  answers.confirm = () => HttpResponse.json({ success: true, status: 'succeeded', tier: 'basic' })
  push()
  await screen.findByText('Import complete')
})

test('a card form that cannot be loaded offers the hosted page', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const { sentTo } = await openForm()
  cardSays({ says: 'unavailable' })
  expect(problem(/^The card form could not be loaded./)).toContain('Stripe’s own page')
  press('Pay on Stripe’s page')
  await waitFor(() => expect(assign).toHaveBeenCalledWith(HOSTED))
  expect(sentTo('/api/create-tier-checkout')[0]?.body).toEqual({ tier: 'basic', uploadId: UPLOAD_ID })
})

test('where no payment can be made for the card form, the hosted page takes its place', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const { answers } = await openOffer()
  answers.create = () => refusal(503, 'The payment service does not answer.')
  press('Upgrade to Basic')
  await waitFor(() => expect(assign).toHaveBeenCalledWith(HOSTED))
})

test.each([
  [503, 'Payments are not available here yet.'],
  [400, 'Please upload the file again.'],
])('a payment that is refused with %i says why', async (status, message) => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const { answers } = await openOffer()
  answers.create = () => refusal(status, message)
  answers.checkout = () => refusal(status, message)
  press('Upgrade to Basic')
  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText(message)).toBeDefined()
  expect(await screen.findByText('Checkout Error')).toBeDefined()
  expect(assign).not.toHaveBeenCalled()
})

test('a payment that has arrived already is waited for', async () => {
  const { answers, push } = await openOffer()
  answers.create = () => refusal(409, 'Your payment has arrived. Your plan follows in a moment.')
  press('Upgrade to Basic')
  expect(await screen.findByText('Your payment is being confirmed')).toBeDefined()
  push()
  await screen.findByText('Import complete')
})

test('where payments are off, the offer says that they come', async () => {
  const cashier = aCashier()
  server.use(
    http.get('*/api/payments', () => HttpResponse.json({ mode: 'off' })),
    http.post('*/api/migrate/analyze', () => HttpResponse.json(aPreview())),
  )
  renderApp('/import')
  fireEvent.click(await screen.findByRole('radio', { name: 'Pocket' }))
  const files = [new File(['title,url\n'], 'pocket.csv')]
  fireEvent.change(screen.getByLabelText(/^Browse files/), { target: { files } })
  fireEvent.click(await screen.findByRole('button', { name: 'Start Import' }))
  const soon = await screen.findByRole<HTMLButtonElement>('button', { name: 'Available soon' })
  expect(soon.disabled).toBe(true)
  expect(screen.getByRole('button', { name: 'Import the first 380' })).toBeDefined()
  expect(cashier.sentTo('/api/create-payment-intent')).toEqual([])
})
