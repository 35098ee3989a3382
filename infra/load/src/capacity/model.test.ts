import { expect, test } from 'vitest'
import { COST, restWith, WALLS } from '../test-support/figures.ts'
import { fitsOn, sizeFor, wallsOf } from './model.ts'

test('a tenth of the day falls in the busiest hour', () => {
  const size = sizeFor(36_000, COST)
  expect(size.requests).toBeCloseTo(180)
  expect(size.events).toBeCloseTo(36)
  expect(size.rows).toBeCloseTo(720)
  expect(size.cores.gateway).toBeCloseTo(1.1)
  expect(size.cores.postgres).toBeCloseTo(1.3)
  // 3.6 busy cores of 8 × 0.6.
  expect(size.machines).toBe(1)
  expect(size.bytesAYear.all).toBeCloseTo(36_000 * 365 * 1e6)
})

test('two cores serve fewer people by what runs at rest', () => {
  expect(fitsOn(2, COST, restWith(0))).toBeCloseTo(12_000)
  expect(fitsOn(2, COST, restWith(0.2))).toBeCloseTo(10_000)
  expect(fitsOn(2, COST, restWith(2))).toBe(0)
})

test('walls come nearest first', () => {
  const walls = wallsOf(COST, WALLS)
  expect(walls.map(({ people }) => people)).toEqual(
    walls.map(({ people }) => people).toSorted((a, b) => a - b),
  )
  const people = new Map(walls.map(wall => [wall.name, wall.people]))
  expect(people.get("The projectors' leader")).toBeCloseTo(3_000_000)
  expect(people.get("Postgres' disk, after a year")).toBeCloseTo(27_397, 0)
})
