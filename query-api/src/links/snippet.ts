import type { Snippet } from '@lectern/contracts/api/links.ts'
import { fold, type Mark, marksOf } from '@lectern/contracts/fold.ts'
import { tokensOf } from '@lectern/contracts/tokens.ts'

/** Characters of a snippet, and those of them before its first match: a line that a phone cuts still shows the match. */
const SNIPPET_MAX = 180
const BEFORE_MAX = 16
/** The text is looked through in parts that overlap by more than a match. */
const PART = 800
const OVERLAP = 300

/**
 * Words of an article around the first place that has the most of the searched words.
 * @param article its text, as workers store it
 * @param words as parseSearch gives them; each is found as the index of articles finds it (search-vector.ts)
 */
export const snippetOf = (article: string, words: readonly string[]): Snippet | undefined => {
  const terms = words.flatMap(word => termOf(word) ?? [])
  if (terms.length === 0) return undefined
  // Single spaces are left alone, which is most of the work.
  const text = article.replace(/\s{2,}|[^\S ]/g, ' ').trim()
  let best: { start: number; found: number } | undefined
  for (let start = 0; start < text.length && (best?.found ?? 0) < terms.length; start += PART - OVERLAP) {
    const folded = fold(text.slice(start, start + PART))
    const found = terms.filter(term => placesOf(term, folded).length > 0).length
    if (found > (best?.found ?? 0)) best = { start, found }
  }
  if (!best) return undefined
  const { start } = best
  const byTerm = terms.map(term =>
    marksOf(text.slice(start, start + PART), folded => placesOf(term, folded)).map(
      ([from, to]): Mark => [start + from, start + to],
    ),
  )
  return around(text, byTerm)
}

/** A searched word as the index knows it: its first word, and all of it. */
type Term = { readonly first: string; readonly pattern: RegExp }

const LETTER = '[\\p{L}\\p{M}\\p{N}]'
/** Scripts that put no spaces between words have no ends of words to look for. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u

const termOf = (word: string): Term | undefined => {
  const tokens = tokensOf(word)
  const [first] = tokens
  if (first === undefined) return undefined
  // Tokens are letters, marks and digits only.
  const pattern = tokens.reduce(
    (before, token, n) =>
      `${before}[^\\p{L}\\p{M}\\p{N}]${UNSPACED.test((tokens[n - 1] ?? '') + token) ? '*' : '+'}${token}`,
  )
  return { first, pattern: new RegExp(UNSPACED.test(first) ? pattern : `(?<!${LETTER})${pattern}`, 'gu') }
}

const placesOf = ({ first, pattern }: Term, folded: string): Mark[] =>
  folded.includes(first)
    ? Array.from(folded.matchAll(pattern), ({ index, 0: match }): Mark => [index, index + match.length])
    : []

/** The snippet that begins shortly before a match and has the most terms in it. */
const around = (text: string, byTerm: readonly (readonly Mark[])[]): Snippet | undefined => {
  const all = byTerm.flat().toSorted((a, b) => a[0] - b[0])
  const termsIn = (from: number, to: number) =>
    byTerm.filter(marks => marks.some(mark => mark[0] >= from && mark[1] <= to)).length
  let best: { from: number; to: number; found: number } | undefined
  for (const [match] of all) {
    const [from, to] = boundsAt(text, match)
    const found = termsIn(from, to)
    if (found > (best?.found ?? 0)) best = { from, to, found }
  }
  if (!best) return undefined
  const { from, to } = best
  const before = from > 0 ? '…' : ''
  const shift = before.length - from
  let end = 0
  const marks: [number, number][] = []
  for (const [start, stop] of all) {
    // Matches of several terms may overlap.
    const begin = Math.max(start, end)
    if (start < from || stop > to || begin >= stop) continue
    marks.push([begin + shift, stop + shift])
    end = stop
  }
  return { text: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`, marks }
}

/** Where a snippet with this match begins and ends: between words where it can, else between characters. */
const boundsAt = (text: string, match: number): [from: number, to: number] => {
  const earliest = Math.max(0, match - BEFORE_MAX)
  const space = earliest === 0 ? -1 : text.indexOf(' ', earliest - 1)
  const from = earliest === 0 ? 0 : space >= 0 && space < match ? space + 1 : wholeAt(text, earliest)
  const latest = from + SNIPPET_MAX
  if (latest >= text.length) return [from, text.length]
  const lastSpace = text.lastIndexOf(' ', latest)
  return [from, lastSpace > from + SNIPPET_MAX / 2 ? lastSpace : wholeAt(text, latest)]
}

/** Marks and joiners belong to the character before them. */
const CONTINUES = /^(?:\p{M}|\u200D|\uFE0F)/u

/** The next place that is not inside a character. */
const wholeAt = (text: string, place: number): number => {
  let at = place
  while (at < text.length && (isLowSurrogate(text, at) || CONTINUES.test(text.slice(at, at + 2)))) at++
  return at
}

const isLowSurrogate = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
