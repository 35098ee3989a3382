import { createLog } from '@lectern/platform/process/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type LoopOptions, loop } from './loop.ts'

const HOUR_MS = 3_600_000

const start = (options: Omit<LoopOptions, 'failure' | 'log' | 'signal'>) => {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const log = createLog('loop-test', 'silent')
  const warn = vi.spyOn(log, 'warn')
  const ask = loop({ ...options, failure: 'it cannot be done yet', log, signal: stop.signal })
  return { ask, warn, stop: () => stop.abort() }
}

test('works now and every few moments, until it is stopped', async () => {
  const work = vi.fn(async () => {})
  const { stop } = start({ work, everyMs: 1 })
  expect(work).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(2))
  stop()
  const { length } = work.mock.calls
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(work).toHaveBeenCalledTimes(length)
})

test('works when it is asked, and once more where it is asked meanwhile, never twice at once', async () => {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>(resolve => ends.push(resolve))
  const { ask } = start({ work, firstMs: HOUR_MS, everyMs: HOUR_MS })
  expect(ends).toHaveLength(0)
  ask()
  await vi.waitFor(() => expect(ends).toHaveLength(1))
  for (let n = 0; n < 3; n++) ask()
  await Promise.resolve()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.waitFor(() => expect(ends).toHaveLength(2))
})

test('tries again after failures, and says so once until it succeeds', async () => {
  const succeeded = Promise.withResolvers<void>()
  let runs = 0
  const { ask, warn } = start({
    againMs: 1,
    work: async () => {
      runs += 1
      if (runs !== 3 && runs < 5) throw new Error('not yet')
      if (runs === 3) succeeded.resolve()
    },
  })
  await succeeded.promise
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error) }, 'it cannot be done yet')
  ask()
  await vi.waitFor(() => expect(runs).toBe(5))
  expect(warn).toHaveBeenCalledTimes(2)
})
