import { expect, test } from 'vitest'
import { overlapsOf } from './overlaps.ts'

const span = (start: number, end: number) => ({ start, end })

test('the stretches of two or more spans, each once', () => {
  expect(
    overlapsOf([span(0, 10), span(5, 8), span(6, 12), span(12, 14), span(20, 30), span(20, 30)]),
  ).toEqual([span(5, 10), span(20, 30)])
})

test('a span inside a long one overlaps, also when another one came in between', () => {
  expect(overlapsOf([span(0, 100), span(10, 20), span(30, 40)])).toEqual([span(10, 20), span(30, 40)])
})
