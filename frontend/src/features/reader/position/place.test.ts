import { expect, test } from 'vitest'
import { isUnderWay, movedOffset } from './place.ts'

const NUMBERS = Array.from({ length: 200 }, (_, n) => `Sentence number ${n} of the text.`).join(' ')

test('the place follows its words into another version', () => {
  const offset = NUMBERS.indexOf('Sentence number 120')
  const after = `A new introduction of some length. ${NUMBERS.replace('Sentence number 3 of the text. ', '')}`
  expect(after.slice(movedOffset(NUMBERS, offset, after))).toMatch(/^Sentence number 120 /)
})

test('of several such places, the nearest one', () => {
  const refrain =
    'The same words come again and again in every stanza of this long and winding song, friends. '
  const song = refrain.repeat(20)
  expect(movedOffset(song, refrain.length * 10, `${song} End.`)).toBe(refrain.length * 10)
})

test('a text without these words continues as far in as before', () => {
  expect(movedOffset('a'.repeat(1_000), 500, 'b'.repeat(100))).toBe(50)
})

test.each([
  [0, false],
  [0.5, true],
  [1, false],
])('at %d of the text there is something to continue: %s', (part, is) => expect(isUnderWay(part)).toBe(is))
