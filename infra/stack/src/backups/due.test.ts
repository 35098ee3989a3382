import { expect, it } from 'vitest'
import { isBackupDue, isDrillDue } from './due.ts'

const at = (text: string) => new Date(text)
const never = { begun: undefined, succeeded: undefined }

it.each([
  ['2026-11-29T03:29:00', '2026-11-28T03:30:05', false],
  ['2026-11-29T03:31:00', '2026-11-28T03:30:05', true],
  ['2026-11-29T03:31:00', '2026-11-29T03:30:05', false],
  // It was off at night.
  ['2026-11-29T09:00:00', '2026-11-28T09:00:00', true],
])('at %s, after a backup at %s, one is due: %s', (now, last, isDue) => {
  expect(isBackupDue(at(now), '03:30', { begun: at(last), succeeded: at(last) })).toBe(isDue)
})

it('the first backup is due at once, and one that failed an hour later', () => {
  const now = at('2026-11-29T03:31:00')
  expect(isBackupDue(now, '03:30', never)).toBe(true)
  expect(isBackupDue(now, '03:30', { ...never, begun: at('2026-11-29T03:30:30') })).toBe(false)
  expect(isBackupDue(now, '03:30', { ...never, begun: at('2026-11-29T02:30:30') })).toBe(true)
})

it('a drill is due a week after the last one that succeeded', () => {
  const ran = (last: string) => ({ begun: at(last), succeeded: at(last) })
  const now = at('2026-11-29T04:00:00')
  expect(isDrillDue(now, never)).toBe(true)
  expect(isDrillDue(now, ran('2026-11-22T04:10:00'))).toBe(true)
  expect(isDrillDue(now, ran('2026-11-23T04:00:00'))).toBe(false)
  expect(isDrillDue(now, { succeeded: at('2026-11-20T04:00:00'), begun: at('2026-11-29T03:30:00') })).toBe(
    false,
  )
})
