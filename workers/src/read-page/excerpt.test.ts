import { expect, test } from 'vitest'
import { firstSentences } from './excerpt.ts'

const FIRST = 'The harbour lay still under the morning fog, and nobody spoke.'

test.each([
  ['a byline', '<p>By Ada Poe, who writes about the sea and its boats.</p>'],
  ['a date', '<p>Last updated on June 29, 2026 at eight in the morning.</p>'],
  ['a heading', '<h2>What the fog hides from us every single morning.</h2>'],
  [
    'a caption',
    '<figure><img src="/a"><figcaption>The boats had not come back since the day before.</figcaption></figure>',
  ],
  ['a credit', '<p>Photo: the boats at dawn, by Mina Verde. All rights reserved.</p>'],
  ['a list', '<ul><li>The boats are late, and nobody knows why yet.</li></ul>'],
  ['a short line', '<p>Good morning.</p>'],
  ['a line without an end', '<p>Eight minutes of reading for you this morning</p>'],
])('%s is no excerpt', (_, before) => {
  expect(firstSentences(`${before}<p>${FIRST} The boats were late.</p>`, 'en')).toBe(
    `${FIRST} The boats were late.`,
  )
})

test('an excerpt is found in languages without spaces, and in a quote', () => {
  expect(firstSentences('<p>日記</p><p>朝の霧の中で、港は静かだった。</p>', 'ja')).toBe(
    '朝の霧の中で、港は静かだった。',
  )
  expect(firstSentences(`<blockquote><p>“${FIRST}”</p></blockquote>`, 'en')).toBe(`“${FIRST}”`)
})

test('a sentence that begins like a byline is one when it goes on', () => {
  const line = `By the time that the boats came back it was noon, and the people who had waited for them on the quay since the early morning had gone home.`
  expect(firstSentences(`<p>${line}</p>`, 'en')).toBe(line)
})

test('an article without sentences has no excerpt', () => {
  expect(firstSentences('<p>so much depends</p><p>upon</p>', 'en')).toBeNull()
})
