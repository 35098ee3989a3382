import type { Change } from '@lectern/contracts/api/changes.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { recentChanges } from './recent-changes.ts'

afterEach(() => vi.useRealTimers())

const of = (what: Change['what'][number]): Change => ({ what: [what] })

test('The changes of the last ten seconds are kept, in order.', () => {
  vi.useFakeTimers()
  const recent = recentChanges()
  recent.add(of('links'))
  vi.advanceTimersByTime(6_000)
  recent.add(of('notes'))
  expect(recent.all()).toEqual([of('links'), of('notes')])
  vi.advanceTimersByTime(6_000)
  expect(recent.all()).toEqual([of('notes')])
})
