import { expect, it } from 'vitest'
import { createKeptPlans } from './kept-plans.ts'

it('names the first few kinds of statements, the same ones alike, and begins anew with a schema', () => {
  const nameOf = createKeptPlans(2)
  const [first, second] = [nameOf('read_v1', 'SELECT 1'), nameOf('read_v1', 'SELECT 2')]
  expect(first).toMatch(/^search\/.{10,40}$/)
  expect(second).not.toBe(first)
  for (let n = 3; n < 1_000; n++) expect(nameOf('read_v1', `SELECT ${n}`)).toBeUndefined()
  expect(nameOf('read_v1', 'SELECT 1')).toBe(first)
  expect(nameOf('read_v1_2', 'SELECT 3')).toBeDefined()
})
