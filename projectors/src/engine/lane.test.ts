import { expect, it } from 'vitest'
import { weightOf } from './lane.ts'

it('weighs an event by all that it holds, however deep', () => {
  const runs = Array.from({ length: 25_000 }, (_, n) => [n, 2])
  expect(weightOf({ links: runs, at: '2026-01-01' })).toBeGreaterThan(2_000_000)
  expect(weightOf({ links: [[1, 2]], before: { tags: { links: runs } } })).toBeGreaterThan(2_000_000)
  expect(weightOf({ title: 'x'.repeat(1_000) })).toBeLessThan(1_200)
})
