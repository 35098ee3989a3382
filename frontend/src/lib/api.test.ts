import { CLIENT_VERSION } from '@lectern/contracts/client-version.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { HttpResponse, http, refusal, server, withServer } from '../test-support/server.ts'
import { ApiError, getJson, newKey, sendOk } from './api.ts'
import { isOutdated } from './outdated.ts'
import { upload } from './upload.ts'

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
    expect([error.status, error.message, error.isPage]).toEqual([400, 'No.', false])
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
    expect(error.isPage).toBe(true)
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

test('a request that is sent again has the same trace, by its key', async () => {
  const traces: (string | null)[] = []
  server.use(
    http.post('*/api/thing', ({ request }) => {
      traces.push(request.headers.get('traceparent'))
      return HttpResponse.json({})
    }),
  )
  const key = '01a22756-2b09-715b-9bc0-dd9fcb7a8bcd'
  for (let n = 0; n < 2; n += 1) await sendOk({ method: 'POST', path: '/api/thing' }, key)
  const trace = '00-01a227562b09715b9bc0dd9fcb7a8bcd-9bc0dd9fcb7a8bcd-01'
  expect(traces).toEqual([trace, trace])
})

test('every request says the version of the client, and 426 is told to whoever listens', async () => {
  const said: (string | null)[] = []
  const listen = ({ request }: { request: Request }) => {
    said.push(request.headers.get('lectern-client'))
    return refusal(426, 'Too old.')
  }
  server.use(
    http.get('*/api/user', listen),
    http.post('*/api/links', listen),
    http.post('*/api/file', listen),
  )
  expect(isOutdated()).toBe(false)
  const file = new File(['a'], 'a.csv')
  const options = { onProgress: () => undefined, signal: new AbortController().signal }
  for (const request of [
    () => getJson('/api/user', z.string()),
    () => sendOk({ method: 'POST', path: '/api/links', body: {} }),
    () => upload('/api/file', file, z.string(), options),
  ])
    await expect(request()).rejects.toMatchObject({ status: 426 })
  expect(said).toEqual(Array(3).fill(String(CLIENT_VERSION)))
  expect(isOutdated()).toBe(true)
})

test('a key is a UUID of version 7, with the time', () => {
  const before = Date.now()
  const keys = Array.from({ length: 100 }, () => newKey())
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const time = Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16)
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now())
  }
  expect(new Set(keys).size).toBe(100)
})
