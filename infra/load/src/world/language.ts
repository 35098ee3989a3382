import { type Random, seeded } from '../random.ts'

/** Words by rank. `draw` picks them with the frequencies of a natural language. */
export type Language = { readonly words: readonly string[]; readonly draw: (random: Random) => string }

/** The most frequent words of page titles. */
const FREQUENT =
  `the of and to in for how with on your is from what why guide new data design open source building
  using software web better learn best time world about code science work first good history small review things
  simple story tools making years people systems great introduction modern power free life machine notes`.split(
    /\s+/,
  )
const ONSETS =
  'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w y'.split(' ')
const VOWELS = 'a e i o u a e i o ai ea ee io oa ou'.split(' ')
const CODAS = ['', '', '', '', ...'n r s t l m nd nt st ck ng rs x'.split(' ')]
/** Parameters of the Zipf-Mandelbrot law of word frequencies. */
const EXPONENT = 1.05
const SHIFT = 2.7

/** A made-up vocabulary, equal in every run. Words are made of syllables; rare words are longer. */
export const makeWords = (count: number): string[] => {
  const random = seeded(count)
  const words = new Set(FREQUENT)
  while (words.size < count) words.add(makeWord(random, words.size))
  return [...words]
}

/** @param words in order of frequency, the most frequent first */
export const languageOf = (words: readonly string[]): Language => {
  const upTo = new Float64Array(words.length)
  let sum = 0
  for (let rank = 0; rank < words.length; rank++) {
    sum += (rank + SHIFT) ** -EXPONENT
    upTo[rank] = sum
  }
  return { words, draw: random => words[placeOf(upTo, random() * sum)] ?? '' }
}

const makeWord = (random: Random, rank: number): string => {
  const syllables = 2 + Math.floor(random() * (rank < 2_000 ? 2 : 3))
  const syllable = () => pick(ONSETS, random) + pick(VOWELS, random) + pick(CODAS, random)
  return Array.from({ length: syllables }, syllable).join('')
}

export const pick = <T>(items: readonly T[], random: Random): T =>
  items[Math.floor(random() * items.length)] as T

/** The first index whose sum exceeds the value. */
const placeOf = (upTo: Float64Array, value: number): number => {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((upTo[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}
