import { expect, test } from 'vitest'
import { completeTag, splitTags, suggestTags } from './tags.ts'

const known = ['kafka', 'logs', 'Logistics', 'catalogs']

test('tags are split on commas and trimmed, and empty ones are dropped', () => {
  expect(splitTags(' kafka, , logs ,')).toEqual(['kafka', 'logs'])
})

test.each([
  ['lo', 2, ['logs', 'Logistics', 'catalogs']],
  ['kafka, LOG', 10, ['logs', 'Logistics', 'catalogs']],
  ['kafka, lo, logs', 9, ['Logistics', 'catalogs']],
  ['logs', 4, ['catalogs']],
  ['kafka, ', 7, []],
  ['', 0, []],
])('%j with the cursor at %i suggests %j', (text, cursor, suggested) => {
  expect(suggestTags(text, cursor, known)).toEqual(suggested)
})

test.each([
  ['lo', 2, 'logs, '],
  ['kafka,lo', 8, 'kafka, logs, '],
  ['a, lo, b', 5, 'a, logs, b, '],
])('%j with the cursor at %i becomes %j', (text, cursor, completed) => {
  expect(completeTag(text, cursor, 'logs')).toBe(completed)
})
