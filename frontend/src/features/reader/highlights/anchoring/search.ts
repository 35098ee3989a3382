import approximately from 'approx-string-match'

/** Offsets in a text without white space; the end is exclusive. */
export type Place = { readonly start: number; readonly end: number }

/** A longer quote is compared by its first and its last characters alone, since comparing costs length × window. */
const COMPARED_MAX = 1_000
const COMPARED_END = 500

/** The first places of a string, at most `max`. */
export const occurrences = (text: string, sought: string, max: number): number[] => {
  const found: number[] = []
  for (let at = text.indexOf(sought); at >= 0 && found.length < max; at = text.indexOf(sought, at + 1))
    found.push(at)
  return found
}

/** The only best match of a quote within a window of the text, or null. `differing` is the part of the quote that may differ, 0 to 1. */
export const findSimilar = (text: string, quote: string, window: Place, differing: number): Place | null =>
  quote.length <= COMPARED_MAX
    ? bestMatch(text, quote, window, differing)
    : findLongSimilar(text, quote, window, differing)

const bestMatch = (text: string, quote: string, { start, end }: Place, differing: number): Place | null => {
  const errors = Math.floor(quote.length * differing)
  const [first, ...others] = approximately(text.slice(start, end), quote, errors)
  // One text may match at several ends; two texts apart from each other are ambiguous.
  if (!first || others.some(other => other.start >= first.end)) return null
  return { start: start + first.start, end: start + first.end }
}

const findLongSimilar = (text: string, quote: string, window: Place, differing: number): Place | null => {
  const head = bestMatch(text, quote.slice(0, COMPARED_END), window, differing)
  const tail = head && bestMatch(text, quote.slice(-COMPARED_END), { ...window, start: head.end }, differing)
  if (!tail) return null
  const length = tail.end - head.start
  return Math.abs(length - quote.length) <= quote.length * differing
    ? { start: head.start, end: tail.end }
    : null
}

/** How much of a context stands in the text beside it, 0 to 1. */
export const similarity = (beside: string, context: string): number => {
  if (context === '') return 0
  const [best] = approximately(beside, context, context.length)
  return best ? 1 - best.errors / context.length : 0
}
