import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendProgress, watchProgress } from './progress-page.ts'

test('the page shows the progress, reloads itself, and runs no script', async () => {
  const app = createHttpApp({ log: createLog('progress-test', 'silent') })
  app.get('/', (_request, reply) => sendProgress(reply, 42))
  const { statusCode, headers, body } = await app.inject('/')
  expect(statusCode).toBe(503)
  expect(headers).toMatchObject({
    'retry-after': '3',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(body).toContain('aria-valuenow="42"')
  expect(body).toContain('42 %')
  expect(body).toContain('<meta http-equiv="refresh" content="3">')
  expect(body).not.toContain('<script')
  await app.close()
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('Postgres is asked at most once a second, and never again once the read models serve', async () => {
  const answers = [10, 60, undefined]
  const look = vi.fn(async () => answers[look.mock.calls.length - 1])
  const progress = watchProgress(look)
  expect(await Promise.all([progress(), progress()])).toEqual([10, 10])
  vi.advanceTimersByTime(1_000)
  expect([await progress(), await progress()]).toEqual([60, 60])
  vi.advanceTimersByTime(1_000)
  expect(await progress()).toBeUndefined()
  vi.advanceTimersByTime(60_000)
  expect(await progress()).toBeUndefined()
  expect(look).toHaveBeenCalledTimes(3)
})

test('the client is served while Postgres is away', async () => {
  const look = vi.fn(async () => 10)
  look.mockRejectedValueOnce(new Error('connection refused'))
  const progress = watchProgress(look)
  expect(await progress()).toBeUndefined()
  vi.advanceTimersByTime(1_000)
  expect(await progress()).toBe(10)
})
