import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import type { Act } from '../acts/kinds.ts'
import { createSender } from './sender.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const favorite = (seq: number, linkId: number): Act => ({
  seq,
  key: `key-${seq}`,
  userId: 'a user',
  at: '2026-11-22T10:00:00.000Z',
  state: 'waiting',
  name: 'favorite',
  params: { linkId, isFavorite: true },
})

/** A sender of these acts; `answer` says how each attempt ends. */
const start = (acts: Act[], answer: (act: Act, attempt: number) => Promise<unknown>) => {
  let waiting = acts
  const attempts: number[] = []
  const leave = ({ seq }: Act) => {
    waiting = waiting.filter(act => act.seq !== seq)
  }
  const parts = {
    waiting: () => waiting,
    send: (act: Act) => {
      attempts.push(act.seq)
      return answer(act, attempts.filter(seq => seq === act.seq).length)
    },
    onSent: vi.fn(leave),
    onRefused: vi.fn(leave),
    onHeld: vi.fn(),
    onSignedOut: vi.fn(),
  }
  const sender = createSender(parts)
  sender.pump()
  return { ...parts, sender, attempts, leave }
}
const never = () => new Promise<never>(() => undefined)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('an act that hangs holds back the acts on its link, and no others', async () => {
  const { attempts } = start([favorite(1, 7), favorite(2, 7), favorite(3, 8)], ({ seq }) =>
    seq === 1 ? never() : Promise.resolve({}),
  )
  await pass(60_000)
  expect(attempts).toEqual([1, 3])
})

test.each([
  ['no answer', new DOMException('', 'TimeoutError')],
  ['a busy server', new ApiError(503, 'Briefly unavailable.')],
  ['a proxy that does not reach the server', new ApiError(522, 'Connection timed out.')],
  ['too many requests', new ApiError(429, 'Too many requests.')],
])('%s: the act is sent again after growing pauses', async (_why, error) => {
  const { attempts, onRefused } = start([favorite(1, 7)], () => Promise.reject(error))
  for (const [ms, count] of [
    [499, 1],
    [1, 2],
    [999, 2],
    [1, 3],
    [1_999, 3],
    [1, 4],
  ] as const) {
    await pass(ms)
    expect(attempts).toHaveLength(count)
  }
  expect(onRefused).not.toHaveBeenCalled()
})

test('an act waits while the session is that of another user', async () => {
  const { attempts, onRefused } = start([favorite(1, 7)], () => Promise.reject(new ApiError(412, 'No.')))
  await pass(500)
  expect(attempts).toEqual([1, 1])
  expect(onRefused).not.toHaveBeenCalled()
})

test('after 429 nothing is sent before the time that the server names', async () => {
  const busy = new ApiError(429, 'Too many requests.', {}, 20_000)
  const acts = Array.from({ length: 6 }, (_, n) => favorite(n, n))
  const { attempts } = start(acts, (_act, attempt) =>
    attempt === 1 ? Promise.reject(busy) : Promise.resolve({}),
  )
  await pass(19_999)
  expect(attempts).toEqual([0, 1, 2, 3])
  await pass(1)
  expect(attempts.length).toBeGreaterThan(4)
})

test('without a connection nothing else is tried until the pause is over or the connection is back', async () => {
  const links = Array.from({ length: 10 }, (_, n) => favorite(n, n))
  let isDown = true
  const { attempts, sender } = start(links, () =>
    isDown ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({}),
  )
  await pass(499)
  expect(attempts).toHaveLength(4)
  isDown = false
  sender.resume()
  await pass(0)
  expect(new Set(attempts).size).toBe(10)
})

test('an answer that comes after a 429 does not end the pause', async () => {
  const busy = new ApiError(429, 'Too many requests.', {}, 20_000)
  const acts = Array.from({ length: 6 }, (_, n) => favorite(n, n))
  const answered = Promise.withResolvers<object>()
  const { attempts, onSent } = start(acts, ({ seq }) => {
    if (seq === 0) return Promise.reject(busy)
    return seq === 1 ? answered.promise : never()
  })
  await pass(100)
  answered.resolve({})
  await pass(19_899)
  expect(onSent).toHaveBeenCalledOnce()
  expect(attempts).toEqual([0, 1, 2, 3])
})

test('an act that has waited for another one is sent after the pause, also where that one left the queue', async () => {
  const tried = favorite(1, 7)
  const { attempts, sender, leave } = start([tried, favorite(2, 7)], ({ seq }) =>
    seq === 1 ? Promise.reject(new ApiError(429, 'Too many requests.', {}, 20_000)) : Promise.resolve({}),
  )
  await pass(0)
  leave(tried)
  sender.pump()
  await pass(19_999)
  expect(attempts).toEqual([1])
  await pass(1)
  expect(attempts).toEqual([1, 2])
})

test.each([400, 402, 404, 409, 422, 500])('%i is a refusal: the act is not sent again', async status => {
  const { attempts, onRefused } = start([favorite(1, 7)], () => Promise.reject(new ApiError(status, 'No.')))
  await pass(60_000)
  expect(attempts).toEqual([1])
  expect(onRefused).toHaveBeenCalledOnce()
})

test('after a 401 nothing is sent until the person has signed in again', async () => {
  const { attempts, sender, onSignedOut, onSent } = start(
    [favorite(1, 7), favorite(2, 8)],
    (_act, attempt) =>
      attempt === 1 ? Promise.reject(new ApiError(401, 'Please sign in.')) : Promise.resolve({}),
  )
  await pass(60_000)
  expect(attempts).toEqual([1, 2])
  expect(onSignedOut).toHaveBeenCalled()
  sender.resume()
  await pass(0)
  expect(onSent).toHaveBeenCalledTimes(2)
})

test('an act waits while the server asks for a newer client', async () => {
  const { attempts, onHeld, onRefused, onSent } = start([favorite(1, 7)], (_act, attempt) =>
    attempt === 1 ? Promise.reject(new ApiError(426, 'Too old.')) : Promise.resolve({}),
  )
  await pass(0)
  expect(onHeld).toHaveBeenCalled()
  await pass(60_000)
  expect(attempts).toEqual([1, 1])
  expect(onRefused).not.toHaveBeenCalled()
  expect(onSent).toHaveBeenCalled()
})

test('an act on a tag waits for all earlier acts, and all later ones wait for it', async () => {
  const answered = Promise.withResolvers<void>()
  const rename = {
    ...favorite(3, 0),
    name: 'renameTag',
    params: { from: 'logs', to: 'log' },
  } as unknown as Act
  const { attempts } = start([favorite(1, 7), favorite(2, 8), rename, favorite(4, 9)], ({ seq }) =>
    seq === 1 ? answered.promise : Promise.resolve(),
  )
  await pass(0)
  expect(attempts).toEqual([1, 2])
  answered.resolve()
  await pass(0)
  expect(attempts).toEqual([1, 2, 3, 4])
})

test('a person is told why an act waits for long, and not of a short pause', async () => {
  const answers = [new ApiError(429, 'A moment.', {}, 20_000), new ApiError(429, 'Tomorrow.', {}, 3_600_000)]
  for (const [error, why] of [
    [answers[0], undefined],
    [answers[1], 'Tomorrow.'],
  ] as const) {
    const { onHeld, onSent } = start([favorite(1, 7)], (_act, attempt) =>
      attempt === 1 ? Promise.reject(error) : Promise.resolve({}),
    )
    await pass(0)
    expect(onHeld).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ seq: 1 }), why)
    await pass(3_600_000)
    expect(onSent).toHaveBeenCalledTimes(1)
  }
})
