import { expect, test } from 'vitest'
import { wordsOf } from '../caret/words.ts'
import { snapped } from './snap.ts'

const snap = (selected: string, text: string, language = 'en') => {
  const blocks = [{ element: document.body, start: 0, end: text.length }]
  const start = text.indexOf(selected)
  const { start: from, end } = snapped(wordsOf({ text, blocks }, language), {
    start,
    end: start + selected.length,
  })
  return text.slice(from, end)
}

test.each([
  ['mato gro', 'A tomato grows well.', 'tomato grows'],
  ['tomato', 'A tomato grows well.', 'tomato'],
  ['omat', 'A tomato grows well.', 'tomato'],
  ['rows well.', 'A tomato grows well.', 'grows well.'],
  ['“It does', 'She said: “It doesn’t.”', '“It doesn’t'],
  [': ', 'She said: it grows.', ': '],
  ['ell.', 'A tomato grows well.', 'well.'],
])('%s in “%s” is %s', (selected, text, expected) => {
  expect(snap(selected, text)).toBe(expected)
})

test('a word of Japanese, which has no spaces, is whole, too', () => {
  expect(snap('マ', 'トマトを育てる', 'ja')).toBe('トマト')
})
