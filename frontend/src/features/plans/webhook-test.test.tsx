import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, payments, refusal, server, withServer } from '../../test-support/server.ts'

withServer()
afterEach(() => vi.restoreAllMocks())

const visitor = http.get('*/api/user', () => refusal(401, 'Please sign in.'))

test.each(['off', 'stripe'] as const)('there is no such page where payments are %s', async mode => {
  server.use(visitor, payments(mode))
  renderApp('/webhook-test')
  expect(await screen.findByText('404')).toBeDefined()
})

const pay = async (email: string, answer: () => Response) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  server.use(visitor, payments('stand-in'), http.post('*/api/test-checkout', answer))
  renderApp('/webhook-test')
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Test Checkout ($1.00)' }))
  return assign
}

test('the email is required', async () => {
  await pay(' ', () => HttpResponse.error())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Email required Please enter an email address for the test')
})

test('a test checkout leads to the page where one pays', async () => {
  const assign = await pay('a@b.test', () => HttpResponse.json({ url: 'https://checkout.example.test/1' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://checkout.example.test/1'))
})

test.each([
  ['refused', () => refusal(429, 'Too many requests.'), 'Too many requests.'],
  ['without an address', () => HttpResponse.json({}), 'URL missing'],
  ['without an answer', () => HttpResponse.error(), 'Network error creating test checkout'],
])('a test checkout that is %s says so and keeps the email', async (_, answer, text) => {
  await pay('a@b.test', answer)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(`Test failed ${text}`)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@b.test')
})
