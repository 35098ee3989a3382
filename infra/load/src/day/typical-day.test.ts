import { expect, test } from 'vitest'
import { actsOf, TYPICAL_DAY } from './typical-day.ts'

test('each person does every act of the day, and one in seven imports', () => {
  const people = Array.from({ length: 70 }, (_, place) => actsOf(place))
  for (const acts of people)
    for (const [act, count] of Object.entries(TYPICAL_DAY))
      expect(acts.filter(each => each === act)).toHaveLength(count)
  expect(people.flat().filter(act => act === 'import')).toHaveLength(10)
})

test('acts of one kind are spread over the day', () => {
  const acts = actsOf(0)
  const saves = acts.flatMap((act, n) => (act === 'save' ? [n / acts.length] : []))
  const gaps = saves.slice(1).map((at, n) => at - (saves[n] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(2 / TYPICAL_DAY.save)
})
