import { tokensOf } from './tokens.ts'

/** UTF-16 code units of a text that are indexed. */
const SEARCHED_TEXT_MAX = 200_000
/** Postgres takes no vector over 1 MB. Folding makes Korean and some signs several times as long. */
const VECTOR_MAX_BYTES = 1_000_000
/** Bytes at most: of a code unit of a word; of a word and its first place, in addition; of each further place. */
const [UNIT_BYTES, WORD_BYTES, PLACE_BYTES] = [3, 5, 2]
/** Postgres keeps this many places of a word. */
const PLACE_MAX = 16_383
const PLACES_MAX = 255

/** A text's words and their places, as Postgres reads a tsvector. */
export const searchVector = (text: string): string => {
  const places = new Map<string, number[]>()
  let bytes = 0
  for (const [index, token] of tokensOf(text.slice(0, SEARCHED_TEXT_MAX)).entries()) {
    const known = places.get(token)
    bytes += known === undefined ? token.length * UNIT_BYTES + WORD_BYTES : PLACE_BYTES
    if (bytes > VECTOR_MAX_BYTES) break
    if (known === undefined) places.set(token, [Math.min(index + 1, PLACE_MAX)])
    else if (known.length < PLACES_MAX && index < PLACE_MAX) known.push(index + 1)
  }
  return [...places].map(([token, at]) => `'${token}':${at.join()}`).join(' ')
}

/**
 * A tsquery for a term: its words one after another, the last one perhaps unfinished. undefined for a term without a
 * letter or digit, which no vector contains.
 */
export const searchQuery = (term: string): string | undefined => {
  const tokens = tokensOf(term)
  if (tokens.length === 0) return undefined
  return tokens.map((token, i) => `'${token}'${i === tokens.length - 1 ? ':*' : ''}`).join(' <-> ')
}
