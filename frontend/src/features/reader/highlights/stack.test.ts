import { expect, test } from 'vitest'
import { stack } from './stack.ts'

test('boxes stand at their own top, or under the one before', () => {
  const boxes = [
    { top: -40, height: 20 },
    { top: -30, height: 50 },
    { top: 0, height: 10 },
    { top: 200, height: 10 },
  ]
  expect(stack(boxes, 5)).toEqual([-40, -15, 40, 200])
})
