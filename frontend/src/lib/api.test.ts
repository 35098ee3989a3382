import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { HttpResponse, http, server, withServer } from '../test-support/server.ts'
import { ApiError, getJson, sendOk } from './api.ts'

withServer()

const refused = async (response: () => Response): Promise<ApiError> => {
  server.use(http.get('*/api/thing', response))
  return getJson('/api/thing', z.unknown()).then(
    () => expect.unreachable('it was not refused'),
    (error: ApiError) => error,
  )
}

describe('a refused request', () => {
  test('throws the message', async () => {
    const error = await refused(() => HttpResponse.json({ message: 'No.', error: 'other' }, { status: 400 }))
    expect(error).toBeInstanceOf(ApiError)
    expect([error.status, error.message]).toEqual([400, 'No.'])
  })

  test('throws the error text when there is no message', async () => {
    const error = await refused(() => HttpResponse.json({ error: 'No.' }, { status: 401 }))
    expect([error.status, error.message]).toEqual([401, 'No.'])
  })

  test('throws the status text when JSON has neither', async () => {
    const error = await refused(() => HttpResponse.json({}, { status: 404, statusText: 'Not Found' }))
    expect(error.message).toBe('Not Found')
  })

  test('throws the status code and text when the body is not JSON', async () => {
    const error = await refused(() => new HttpResponse('<h1>', { status: 502, statusText: 'Bad Gateway' }))
    expect(error.message).toBe('502: Bad Gateway')
  })

  test('carries the details of a duplicate and of a limit', async () => {
    const existingLink = { id: 4, title: 'Old', createdAt: '2026-01-02T00:00:00.000Z' }
    const error = await refused(() =>
      HttpResponse.json(
        {
          message: 'm',
          isDuplicate: true,
          existingLink,
          currentCount: 500,
          limit: 500,
          upgradeRequired: true,
        },
        { status: 409 },
      ),
    )
    expect(error.details).toMatchObject({
      isDuplicate: true,
      existingLink,
      currentCount: 500,
      limit: 500,
      upgradeRequired: true,
    })
  })
})

test('an unsafe request is JSON and carries an idempotency key', async () => {
  let headers = new Headers()
  server.use(
    http.post('*/api/thing', ({ request }) => {
      headers = request.headers
      return HttpResponse.json({})
    }),
  )
  await sendOk({ method: 'POST', path: '/api/thing', body: { a: 1 } }, 'the-key')
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('idempotency-key')).toBe('the-key')
})
