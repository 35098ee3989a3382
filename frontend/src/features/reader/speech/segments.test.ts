import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, SEGMENT_WORDS_MAX, segmentsOf } from './segments.ts'

const LONG = 'The harbour wakes before the town does, and nobody in the boats would have it otherwise.'
const blocksOf = (...texts: string[]): Block[] => {
  let start = 0
  return texts.map(text => {
    const block = { start, text }
    start += text.length
    return block
  })
}
const spoken = (texts: string[], language = 'en') =>
  segmentsOf(blocksOf(...texts), language).map(segment => segment.spoken)

test('a sentence is a segment, with its place in the text', () => {
  const second = 'By five the first boats are out at sea.'
  expect(segmentsOf(blocksOf(`${LONG} ${second}`, LONG), 'en')).toEqual([
    { start: 0, end: 88, spoken: LONG },
    { start: 89, end: 128, spoken: second },
    { start: 128, end: 216, spoken: LONG },
  ])
})

test('short sentences join their neighbours, so that none is lost', () => {
  expect(spoken([`${LONG} He left. Why? Mr. Smith never asked him about it.`])).toEqual([
    `${LONG} He left. Why? Mr.`,
    'Smith never asked him about it.',
  ])
})

test('a long sentence is cut after a comma, and without one between words', () => {
  const clause = 'when the tide comes in and the wind turns to the north'
  const parts = spoken([`${Array.from({ length: 6 }, () => clause).join(', ')}.`])
  expect(parts.length).toBe(2)
  expect(parts[0]).toMatch(/north,$/)
  const [first, ...others] = spoken([`${'word '.repeat(80).trim()}.`])
  expect(first?.split(' ')).toHaveLength(SEGMENT_WORDS_MAX)
  expect(others).toHaveLength(2)
})

test.each([
  ['a short line', 'By A. Writer'],
  ['a line of three long words', 'Internationalisation considerations notwithstanding'],
  ['a row of numbers', '1,204 3,310 4,500 (12) 88.1 % [4] 19:30 and 20:15'],
  ['boilerplate', 'Subscribe to our newsletter for stories like this one every week.'],
])('%s is not spoken', (_, line) => {
  expect(spoken([LONG, line])).toEqual([LONG])
})

test('a sentence that only contains a word of boilerplate is spoken', () => {
  const sentence = 'Related work in this field begins with Lamport, who subscribed to none of it.'
  expect(spoken([LONG, sentence])).toEqual([LONG, sentence])
})

test.each([
  ['under 50 characters', 'a b c d e f g h i j k l m n o p'],
  [
    'under 10 words',
    'Internationalisation considerations notwithstanding, everybody participates enthusiastically.',
  ],
])('an article of %s is not spoken', (_, text) => {
  expect(spoken([text])).toEqual([])
})

test('Japanese is cut into sentences and words without spaces', () => {
  const sentences = [
    '港は町より先に目を覚まし、船に乗る人々はそれを当たり前のことだと思っています。',
    '五時には最初の船がもう海に出ていて、パン屋は六時までに焼いたパンを売り切ります。',
  ]
  expect(spoken([sentences.join('')], 'ja')).toEqual(sentences)
})

test('formulas and footnote marks are spoken as words, and the place is that of the text', () => {
  const text = 'The famous equation E=mc^2 was on the board[3] when we came into the room.'
  const blocks = [
    {
      start: 10,
      text,
      replaced: [
        { start: 20, end: 26, spoken: 'formula' },
        { start: 43, end: 46, spoken: '' },
      ],
    },
  ]
  expect(segmentsOf(blocks, 'en')).toEqual([
    {
      start: 10,
      end: 10 + text.length,
      spoken: 'The famous equation formula was on the board when we came into the room.',
    },
  ])
})

test('a language tag that is none is no error', () => {
  expect(spoken([LONG], 'not a language')).toEqual([LONG])
})

test('segments are in order, apart, and not too long, whatever the text', () => {
  const words = new Intl.Segmenter('en', { granularity: 'word' })
  const text = fc.array(
    fc.constantFrom('a', 'harbour', 'Mr.', 'end.', 'why?', ',', '—', '12', '港', 'ü\u0301'),
    {
      maxLength: 300,
    },
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), paragraphs => {
      const texts = paragraphs.map(paragraph => paragraph.join(' '))
      let at = 0
      for (const { start, end, spoken } of segmentsOf(blocksOf(...texts), 'en')) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(texts.join('').slice(start, end)).toBe(spoken)
        const count = [...words.segment(spoken)].filter(({ isWordLike }) => isWordLike).length
        expect(count).toBeLessThanOrEqual(SEGMENT_WORDS_MAX)
        at = end
      }
    }),
  )
})
