import { afterEach, expect, test, vi } from 'vitest'
import { endOf } from './api.ts'
import { dayOf, nameOfDay } from './days.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['Asia/Tokyo', '2026-06', '2026-06-30T15:00:00.000Z'],
  ['America/Los_Angeles', '2026-06', '2026-07-01T07:00:00.000Z'],
  ['America/Los_Angeles', '2026-12', '2027-01-01T08:00:00.000Z'],
  ['UTC', '2026-02', '2026-03-01T00:00:00.000Z'],
])('in %s a month is over where the days of the list say so', (zone, month, end) => {
  vi.stubEnv('TZ', zone)
  expect(endOf(month)).toBe(end)
  const last = new Date(Date.parse(end) - 1).toISOString()
  expect(dayOf(end) - dayOf(last)).toBeGreaterThan(0)
  expect(nameOfDay(last, new Date(end)).name).toBe('Yesterday')
})
