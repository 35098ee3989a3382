import { expect, test } from 'vitest'
import { completeTag, spellTags, splitTags, suggestTags } from './tags.ts'

const known = ['kafka', 'logs', 'Logistics', 'catalogs']

test('tags are split on commas and trimmed; empty ones, # and repetitions are dropped', () => {
  expect(splitTags(' kafka, , # ##logs ,Kafka,#')).toEqual(['kafka', 'logs'])
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

const spelling = (tag: string) => known.find(each => each.toLowerCase() === tag.toLowerCase())

test.each([
  ['LOGS|', 'LOGS|'],
  ['#|', '|'],
  ['a, #lo|', 'a, lo|'],
  ['a, |#lo', 'a, |lo'],
  ['LOGS,|', 'logs,|'],
  ['Logs, |', 'logs, |'],
  ['new, LOGS, ka|', 'new, logs, ka|'],
  ['ka|, LOGS', 'ka|, logs'],
  ['logs, Logs, |', 'logs, |'],
  ['#LOGS, #new ,|x', 'logs, new,|x'],
  ['logistics,LOGS, #Kafka', 'Logistics,logs, kafka'],
  ['', ''],
])('%j is shown as %j', (typed, shown) => {
  const cursor = typed.includes('|') ? typed.indexOf('|') : null
  const { text, cursor: now } = spellTags(typed.replace('|', ''), cursor, spelling)
  expect(cursor === null ? text : `${text.slice(0, now)}|${text.slice(now)}`).toBe(shown)
})
