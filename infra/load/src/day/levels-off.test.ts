import { expect, test } from 'vitest'
import { type Curve, judge, slopeOf } from './levels-off.ts'

const points = (y: (x: number) => number, count = 90) =>
  Array.from({ length: count }, (_, x) => ({ x: x * 10, y: y(x * 10) }))
const level = (y: (x: number) => number, explained = 0): Curve => ({
  ...{ kind: 'level', name: 'Memory', points: points(y), share: 0.05, floor: 2, explained },
})
const growth = (y: (events: number) => number): Curve => ({
  ...{ kind: 'growth', name: 'Tables', points: points(y), share: 0.2, floor: 10 },
})

test('a warm-up that ends is no growth, a leak is', () => {
  expect(judge(level(x => 100 * (1 - Math.exp(-x / 100)))).levelsOff).toBe(true)
  const leak = judge(level(x => 100 + x / 10))
  expect(leak.levelsOff).toBe(false)
  expect(leak.says).toBe('Memory does not level off: it rose by 29 in the last third, and 8.72 were allowed')
})

test('what the added data explain is allowed', () => {
  expect(judge(level(x => 100 + x / 10, 25)).levelsOff).toBe(true)
})

test('a sawtooth is level, and so is a value that falls', () => {
  expect(judge(level(x => 100 + (x % 70))).levelsOff).toBe(true)
  expect(judge(level(x => 1_000 - x)).levelsOff).toBe(true)
})

test('tables grow with the events, at a constant or falling rate', () => {
  expect(judge(growth(events => 3 * events)).levelsOff).toBe(true)
  expect(judge(growth(events => 100 * Math.sqrt(events))).levelsOff).toBe(true)
  expect(judge(growth(events => events ** 2)).levelsOff).toBe(false)
})

test('single peaks do not tilt a slope', () => {
  const flat = points(x => (x === 880 ? 1_000 : 5))
  expect(slopeOf(flat)).toBe(0)
  expect(slopeOf(points(x => 2 * x + 1))).toBeCloseTo(2)
})
