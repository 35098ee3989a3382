import { expect, it } from 'vitest'
import { outdated } from './outdated.ts'

const HASH = '0123456789abcdef'
const nameAt = (time: Date) => `${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${HASH}`
const backups = (count: number, hours: number, end = '2026-11-29T03:00:00Z') =>
  Array.from({ length: count }, (_, n) =>
    nameAt(new Date(Date.parse(end) - (count - 1 - n) * hours * 3_600_000)),
  )
const NOW = new Date('2026-11-29T03:30:00Z')
const keptOf = (names: readonly string[]) => {
  const gone = new Set(outdated(names, NOW))
  return names.filter(name => !gone.has(name)).map(name => name.slice(0, 8))
}

it('seven days, four weeks and twelve months have a backup each after two years of daily ones', () => {
  expect(keptOf(backups(730, 24))).toEqual([
    ...['20251231', '20260131', '20260228', '20260331', '20260430', '20260531', '20260630', '20260731'],
    ...['20260831', '20260930', '20261031', '20261108', '20261115', '20261122'],
    ...['20261123', '20261124', '20261125', '20261126', '20261127', '20261128', '20261129'],
  ])
})

it('all of two days are kept, and of a day before that the newest', () => {
  const names = backups(24 * 4, 1)
  const old = names.slice(0, -48)
  expect(outdated(names, NOW)).toEqual(old.filter(name => !/^(20261126|20261125)T23/.test(name)))
})

it('nothing goes where backups are rare, and nothing where there are none', () => {
  expect(outdated(backups(5, 24 * 31), NOW)).toEqual([])
  expect(outdated([], NOW)).toEqual([])
})
