/** Letters that have no decomposition, and are typed without their stroke or ligature by those who lack the key. */
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
  // At the end of a word; the same letter as within one.
  ς: 'σ',
}
const HAS_PLAIN = /[ßæœøđðþłħıς]/g

/**
 * Accents, niqqud and harakat, emoji's variation selectors, and what is not seen at all (soft hyphens and the like).
 * Vowel signs of Indic scripts and voicing marks of Japanese are no accents: they stay.
 */
const UNHEARD =
  /[\u0300-\u036F]|[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]|[\u064B-\u065F\u0670]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE00-\uFE0F]|[\uFE20-\uFE2F]|[\u00AD\u200B-\u200F\u2060\uFEFF]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const IS_ASCII = /^[\x00-\x7F]*$/

/** Without case, accents, ligatures and marks; white space is as it was. */
const foldLetters = (text: string): string =>
  IS_ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(UNHEARD, '')
        .toLowerCase()
        .replace(HAS_PLAIN, letter => PLAIN[letter] ?? letter)

/**
 * The form in which texts are compared, in the client, the services and the index: case, accents and the width of
 * white space do not matter. Folding a folded text changes nothing.
 */
export const fold = (text: string): string => foldLetters(text).replace(/\s+/g, ' ')

/** Where in a text something is: UTF-16 offsets, the end exclusive. */
export type Mark = readonly [from: number, to: number]

/**
 * Where any of the words occurs in the text, as `fold` compares: ascending, disjoint, on whole characters.
 * @param words folded, as parseSearch gives them
 */
export const marks = (text: string, words: readonly string[]): Mark[] => {
  const { folded, starts } = foldWithOrigins(text)
  const found: [number, number][] = []
  for (const word of words) {
    if (word === '') continue
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      found.push([starts[at] ?? 0, endOf(starts, at + word.length)])
  }
  return merge(found)
}

/** Folds character by character, so that each unit of the result knows where its character starts. */
const foldWithOrigins = (text: string): { folded: string; starts: number[] } => {
  let folded = ''
  // Where the character of each folded unit starts in the text; one more for the text's end.
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    let part = fold(character)
    if (folded.endsWith(' ')) part = part.trimStart()
    for (let n = 0; n < part.length; n++) starts.push(at)
    folded += part
    at += character.length
  }
  starts.push(at)
  return { folded, starts }
}

/** Where the character before folded unit `end` ends: where the next one starts that is not the same. */
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
