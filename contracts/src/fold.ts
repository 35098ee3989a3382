/** Letters without a Unicode decomposition, with the letters that people without the key type instead. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  // Final sigma is the same letter as sigma.
  ς: 'σ',
}
const HAS_PLAIN = /[ßæœøđðþłħıς]/g

/**
 * Accents, niqqud and harakat, emoji's variation selectors, and invisible characters such as soft hyphens.
 * Vowel signs of Indic scripts and voicing marks of Japanese are no accents and stay.
 */
const UNHEARD =
  /[\u0300-\u036F]|[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]|[\u064B-\u065F\u0670]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE00-\uFE0F]|[\uFE20-\uFE2F]|[\u00AD\u200B-\u200F\u2060\uFEFF]/g

/**
 * What is printed, as people type it: quotes, primes and letters that are apostrophes; hyphens, dashes and minus; slashes of
 * fractions; wave dashes. Those of the first list would come apart below.
 */
const WHOLE_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[«»“”„‟″‶〝〞〟״❝❞]/g, '"'],
  [/[\u00B4\u0384\u1FBD\u1FBF\u1FEF\u1FFD\u1FFE]/g, "'"],
]
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛‹›❛❜′‵׳Ꞌꞌ\u02B9-\u02BF\u02CA\u02CB]/g, "'"],
  [/[\u2010-\u2015\u2043\u2212\u05BE\u058A\u2E3A\u2E3B\u2E40]/g, '-'],
  [/[\u2044\u2215]/g, '/'],
  [/[\u301C\u223C]/g, '~'],
]
const asTyped = (text: string, signs: typeof SIGNS): string =>
  signs.reduce((typed, [printed, sign]) => typed.replace(printed, sign), text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const IS_ASCII = /^[\x00-\x7F]*$/

/** The text without case, accents, ligatures and marks, its signs as people type them; white space stays. */
const foldLetters = (text: string): string =>
  IS_ASCII.test(text)
    ? text.toLowerCase()
    : asTyped(asTyped(text, WHOLE_SIGNS).normalize('NFKD').replace(UNHEARD, ''), SIGNS)
        .toLowerCase()
        .replace(HAS_PLAIN, letter => PLAIN[letter] ?? letter)

/**
 * The form in which texts are compared, in the client, the services and the index: case, accents, the width of white space and
 * the form of quotes and dashes do not matter. Folding a folded text changes nothing. A change needs the next READ_VERSION, and a
 * migration of the words of articles where it changes words (workers' 0009).
 */
export const fold = (text: string): string => foldLetters(text).replace(/\s+/g, ' ')

/** A range of a text in UTF-16 offsets, the end exclusive. */
export type Mark = readonly [from: number, to: number]

/**
 * The places where any of the words occurs in the text, compared as `fold` does: ascending, disjoint, whole characters.
 * @param words folded, as parseSearch gives them
 */
export const marks = (text: string, words: readonly string[]): Mark[] =>
  marksOf(text, folded =>
    words.flatMap(word => {
      const found: Mark[] = []
      if (word === '') return found
      for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
        found.push([at, at + word.length])
      return found
    }),
  )

/** The places in the text of what is found in its folded form: ascending, disjoint, whole characters. */
export const marksOf = (text: string, find: (folded: string) => readonly Mark[]): Mark[] => {
  const { folded, starts } = foldWithOrigins(text)
  return merge(find(folded).map(([from, to]) => [starts[from] ?? 0, endOf(starts, to)]))
}

/** Folds character by character and notes for each unit of the result where its character starts. */
const foldWithOrigins = (text: string): { folded: string; starts: number[] } => {
  let folded = ''
  // Start in the text of each folded unit's character, then the text's end.
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    let part = character < '\x80' && character > ' ' ? character.toLowerCase() : fold(character)
    if (folded.endsWith(' ')) part = part.trimStart()
    for (let n = 0; n < part.length; n++) starts.push(at)
    folded += part
    at += character.length
  }
  starts.push(at)
  return { folded, starts }
}

/** End of the character before folded unit `end`, which is the start of the next character. */
const endOf = (starts: readonly number[], end: number): number => {
  const last = starts[end - 1]
  let next = end
  while (next < starts.length - 1 && starts[next] === last) next++
  return starts[next] ?? 0
}

const merge = (found: [number, number][]): Mark[] => {
  const merged: [number, number][] = []
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
