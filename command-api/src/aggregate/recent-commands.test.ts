import { expect, it } from 'vitest'
import { type RecentCommands, rememberCommand } from './recent-commands.ts'

const DAY = 24 * 60 * 60 * 1_000

const remember = (count: number, at: (n: number) => number): RecentCommands => {
  const recent: RecentCommands = new Map()
  for (let n = 0; n < count; n++)
    rememberCommand(recent, `command-${n}`, { hash: 'h', revision: n, at: at(n) })
  return recent
}

it('keeps the first and last event of a command', () => {
  const recent = remember(1, () => 0)
  rememberCommand(recent, 'command-0', { hash: 'h', revision: 1, at: 5 })
  expect(recent.get('command-0')).toEqual({ hash: 'h', first: 0, last: 1, at: 5 })
})

it('keeps the latest 5,000, and not many more', () => {
  const recent = remember(20_000, n => n)
  expect(recent.size).toBeGreaterThanOrEqual(5_000)
  expect(recent.size).toBeLessThan(5_500)
  for (let n = 15_000; n < 20_000; n++) expect(recent.has(`command-${n}`)).toBe(true)
})

it('drops commands older than 8 days when it drops any', () => {
  const recent = remember(5_500, n => (n < 1_000 ? 0 : 9 * DAY))
  expect(recent.has('command-999')).toBe(false)
  expect(recent.has('command-1000')).toBe(true)
})
