import { findSimilar, occurrences, type Place, similarity } from './search.ts'

/** The facts that a note keeps of its place, without white space. */
export type Sought = {
  readonly quote: string
  /** The text directly before the quote and directly after it; null where it is unknown. */
  readonly context: { readonly prefix: string; readonly suffix: string } | null
  /** Where the quote began in the text that it was made on; null where that is unknown. */
  readonly start: number | null
  /** Whether the text is the one that the quote was made on. */
  readonly isSameText: boolean
}

/** A shorter context tells nothing. */
const CONTEXT_MIN = 12
/** A quote of this length is known by itself where it stands once; a shorter one needs its context. */
const QUOTE_MIN = 24
/** A quote that never had a context, such as an imported one, is found where it stands once. */
const LONE_QUOTE_MIN = 12
/** Most places of one string that are looked at. */
const PLACES_MAX = 16
/** Most text that may have come in between a quote and one side of its context. */
const INSERTED_MAX = 1_000
/** The part of a quote that may differ: between prefix and suffix, beside one of them, with neither. */
const DIFFERING = { between: 0.4, beside: 0.25, alone: 0.15 }
/** A context that was edited: how much of it must be there, and how much more than at the second best place. */
const SIMILAR_MIN = 0.6
const LEAD_MIN = 0.25

/**
 * Where a quote stands in a text without white space, or null where that is not certain. A quote is not placed where its
 * context says that another text stood.
 */
export const findPlace = (text: string, sought: Sought): Place | null => {
  const { quote, context, start, isSameText } = sought
  if (quote === '') return null
  if (start !== null && (isSameText || !context) && text.startsWith(quote, start))
    return placeAt(start, quote)
  if (!context) return findAlone(text, sought)

  const gaps = findGaps(text, sought)
  const atPosition = gaps.find(gap => gap.start === start)
  const { prefix, suffix } = context
  const whole = occurrences(text, prefix + quote + suffix, PLACES_MAX).map(at => at + prefix.length)
  // Where the context stands at the old position with another text in it, the quote was edited, whatever stands elsewhere.
  if (atPosition && !whole.some(at => at >= atPosition.start && at < atPosition.end))
    return findInGap(text, sought, atPosition)
  if (whole.length > 0) return choose(whole, sought)
  // A context that stands in several places tells none of them.
  if (gaps.length > 0) return gaps.length === 1 && gaps[0] ? findInGap(text, sought, gaps[0]) : null
  return findBeside(text, sought) ?? findAlone(text, sought) ?? findSimilarBeside(text, sought)
}

const placeAt = (start: number, quote: string): Place => ({ start, end: start + quote.length })

/** The one at the old position among several equal places. */
const choose = (places: readonly number[], { quote, start }: Sought): Place | null => {
  const [only, ...others] = places
  if (only === undefined) return null
  if (others.length === 0) return placeAt(only, quote)
  return start !== null && places.includes(start) ? placeAt(start, quote) : null
}

const isLong = (context: string) => context.length >= CONTEXT_MIN

/** Where the prefix and the suffix stand one after the other: the quote must be between them. */
const findGaps = (text: string, { quote, context }: Sought): Place[] => {
  if (!context) return []
  const room = quote.length + 2 * INSERTED_MAX
  return endsOf(text, context.prefix, quote).flatMap(start => {
    const end = startAfter(text, context.suffix, quote, start)
    return end >= start && end - start <= room ? [{ start, end }] : []
  })
}

/** Where a prefix ends. It is short where the quote stood at the article's start. */
const endsOf = (text: string, prefix: string, quote: string): number[] => {
  if (isLong(prefix)) return occurrences(text, prefix, PLACES_MAX).map(at => at + prefix.length)
  // A short quote may repeat the few letters before it, and must not be found in them.
  const isKept = text.startsWith(prefix) && (quote.length < QUOTE_MIN || text.startsWith(prefix + quote))
  return [isKept ? prefix.length : 0]
}

/** Where a suffix starts at or after an offset; -1 where it does not. It is short where the quote stood at the article's end. */
const startAfter = (text: string, suffix: string, quote: string, from: number): number => {
  if (isLong(suffix)) return text.indexOf(suffix, from)
  const isKept = text.endsWith(suffix) && (quote.length < QUOTE_MIN || text.endsWith(quote + suffix))
  return isKept ? text.length - suffix.length : text.length
}

const findInGap = (text: string, sought: Sought, gap: Place): Place | null => {
  const { quote } = sought
  const exact = occurrences(text.slice(gap.start, gap.end), quote, PLACES_MAX).map(at => at + gap.start)
  const touching = exact.filter(at => at === gap.start || at + quote.length === gap.end)
  if (exact.length > 0) return choose(touching.length > 0 ? touching : exact, sought)
  const similar = findSimilar(text, quote, gap, DIFFERING.between)
  return similar && (exactAround(text, quote, similar) ?? similar)
}

/**
 * The quote itself where it begins before or ends after a text like it. Edits beside a quote can leave a context that
 * reaches into it: the quote's first letters may be the last ones that the prefix lost.
 */
const exactAround = (text: string, quote: string, { start, end }: Place): Place | null => {
  if (quote.length < QUOTE_MIN) return null
  const from = Math.max(0, end - quote.length)
  const at = text.slice(from, start + quote.length).indexOf(quote)
  return at < 0 ? null : placeAt(from + at, quote)
}

/** The quote directly beside one side of its context, or beside what edits left of it. */
const findBeside = (text: string, sought: Sought): Place | null => {
  const { quote, context } = sought
  if (!context) return null
  const { prefix, suffix } = context
  const after = isLong(prefix)
    ? occurrences(text, prefix + quote, PLACES_MAX).map(at => at + prefix.length)
    : []
  const before = isLong(suffix) ? occurrences(text, quote + suffix, PLACES_MAX) : []
  const touching = [...new Set([...after, ...before])]
  if (touching.length > 0) return choose(touching, sought)

  const scored = occurrences(text, quote, PLACES_MAX + 1).map(at => ({
    at,
    score: Math.max(
      isLong(prefix) ? similarity(text.slice(Math.max(0, at - prefix.length), at), prefix) : 0,
      isLong(suffix)
        ? similarity(text.slice(at + quote.length, at + quote.length + suffix.length), suffix)
        : 0,
    ),
  }))
  if (scored.length > PLACES_MAX) return null
  const [best, second] = scored.toSorted((one, other) => other.score - one.score)
  if (!best || best.score < SIMILAR_MIN) return null
  return second && best.score - second.score < LEAD_MIN ? null : placeAt(best.at, quote)
}

/** The quote where it stands once, if no side of its context stands elsewhere; or a text very much like it. */
const findAlone = (text: string, { quote, context }: Sought): Place | null => {
  if (quote.length < (context ? QUOTE_MIN : LONE_QUOTE_MIN)) return null
  const [only, other] = occurrences(text, quote, 2)
  if (other !== undefined) return null
  const place = only === undefined ? findSimilarAlone(text, quote) : placeAt(only, quote)
  return place && context && stoodElsewhere(text, context, place) ? null : place
}

const stoodElsewhere = (
  text: string,
  { prefix, suffix }: { prefix: string; suffix: string },
  { start, end }: Place,
): boolean => {
  const isBefore = text.slice(Math.max(0, start - INSERTED_MAX), start).includes(prefix)
  const isAfter = text.slice(end, end + INSERTED_MAX).includes(suffix)
  return (
    (isLong(prefix) && !isBefore && text.includes(prefix)) ||
    (isLong(suffix) && !isAfter && text.includes(suffix))
  )
}

/** Pieces of a quote of which at least one is left by edits of the allowed size, if they are not spread evenly. */
const SEED = 12
const SEEDS_MAX = 8

const findSimilarAlone = (text: string, quote: string): Place | null => {
  if (quote.length < QUOTE_MIN) return null
  const step = Math.max(1, Math.floor((quote.length - SEED) / (SEEDS_MAX - 1)))
  const slack = Math.ceil(quote.length * DIFFERING.alone)
  const found: Place[] = []
  for (let from = 0; from + SEED <= quote.length; from += step) {
    for (const at of occurrences(text, quote.slice(from, from + SEED), PLACES_MAX)) {
      const start = at - from - slack
      if (found.some(place => at >= place.start && at < place.end)) continue
      const window = { start: Math.max(0, start), end: start + quote.length + 2 * slack }
      const place = findSimilar(text, quote, window, DIFFERING.alone)
      if (place && !found.some(({ start }) => start === place.start)) found.push(place)
    }
  }
  return found.length === 1 ? (found[0] ?? null) : null
}

/** A text like the quote directly beside one side of its context. */
const findSimilarBeside = (text: string, { quote, context }: Sought): Place | null => {
  if (!context || quote.length < LONE_QUOTE_MIN) return null
  const { prefix, suffix } = context
  const room = Math.ceil(quote.length * (1 + DIFFERING.beside))
  const after = isLong(prefix) ? occurrences(text, prefix, PLACES_MAX).map(at => at + prefix.length) : []
  const before = isLong(suffix) ? occurrences(text, suffix, PLACES_MAX) : []
  const windows = [
    ...after.map(start => ({ start, end: start + room })),
    ...before.map(end => ({ start: Math.max(0, end - room), end })),
  ]
  const found = new Map<number, Place>()
  for (const window of windows) {
    const place = findSimilar(text, quote, window, DIFFERING.beside)
    if (place) found.set(place.start, place)
  }
  return found.size === 1 ? ([...found.values()][0] ?? null) : null
}
