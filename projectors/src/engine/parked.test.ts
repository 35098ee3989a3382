import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remindOfParked } from './parked.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('logs parked streams at once and every minute, and nothing while none is parked', () => {
  const error = vi.fn()
  const parked = new Map<Lane, Set<string>>([
    ['0', new Set()],
    ['search', new Set()],
  ])
  const end = remindOfParked(parked, { error } as unknown as Log)
  vi.advanceTimersByTime(60_000)
  expect(error).not.toHaveBeenCalled()
  parked.get('search')?.add('library-1')
  vi.advanceTimersByTime(120_000)
  expect(error.mock.calls.map(([details]) => details)).toEqual([
    { streams: { search: 1 } },
    { streams: { search: 1 } },
  ])
  end()
  remindOfParked(parked, { error } as unknown as Log)()
  expect(error).toHaveBeenCalledTimes(3)
})
