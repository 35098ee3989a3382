/** A run of the article's text without a break in it, such as a paragraph. */
export type Block = {
  /** The block's place in the article's text, in UTF-16 units. */
  readonly start: number
  readonly text: string
  /** Parts of `text` that are spoken as other words, or not at all, in order. Offsets count from the block's start. */
  readonly replaced?: readonly { readonly start: number; readonly end: number; readonly spoken: string }[]
}

/** Words that are spoken in one go: a sentence, a part of a long one, or a few short ones. */
export type Segment = {
  /** The place in the article's text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The words to speak. */
  readonly spoken: string
}

/** Voices of Chrome fall silent after about 14 s, so an utterance has at most this many words. */
export const SEGMENT_WORDS_MAX = 36
const SEGMENT_WORDS_MIN = 4
const SEGMENT_CHARS_MIN = 20
const ARTICLE_WORDS_MIN = 10
const ARTICLE_CHARS_MIN = 50
/** A segment with a smaller part of letters, such as a row of numbers, is not spoken. */
const LETTERS_MIN = 0.5

/** How lines begin that belong to the page around an article. */
const BOILERPLATE =
  /^(advertisement|sponsored content|subscribe (now|today|to our)|sign up (now|today|for our|to our)|log in to|share (this|on)|follow us|click here|read more|related (articles|stories|posts)|all rights reserved|copyright ©|©|we use cookies|this (site|website) uses cookies|cookie policy|privacy policy|terms of (use|service))/i

/** Punctuation after which a long sentence may be cut. */
const CLAUSE = /[,;:—–、，；：](?=\s|[\u3000-\u9fff])|[、，；：]/g

type Piece = { start: number; end: number }

/**
 * Cuts an article's blocks into segments. Short sentences join their neighbours in the block. Segments that are too short,
 * mostly no letters, or boilerplate are left out; of an article with too little text nothing is spoken.
 * @param language BCP 47; unknown languages are cut as the browser's own one
 */
export const segmentsOf = (blocks: readonly Block[], language: string | null): Segment[] => {
  const { sentences, words } = segmentersOf(language)
  const countWords = (text: string) => {
    let count = 0
    for (const { isWordLike } of words.segment(text)) if (isWordLike) count++
    return count
  }

  const all = blocks.map(({ text }) => text).join(' ')
  if (all.length < ARTICLE_CHARS_MIN || countWords(all) < ARTICLE_WORDS_MIN) return []

  const isShort = (text: string) => {
    const { length } = text.trim()
    return length < SEGMENT_CHARS_MIN || countWords(text) < SEGMENT_WORDS_MIN
  }

  /** Cuts after every so many words. */
  const cutAtWords = (text: string, { start, end }: Piece): Piece[] => {
    const pieces: Piece[] = []
    let from = start
    let count = 0
    for (const { index, isWordLike } of words.segment(text.slice(start, end))) {
      if (!isWordLike || ++count <= SEGMENT_WORDS_MAX) continue
      pieces.push({ start: from, end: start + index })
      from = start + index
      count = 1
    }
    return [...pieces, { start: from, end }]
  }

  const cutLong = (text: string, sentence: Piece): Piece[] => {
    if (countWords(text.slice(sentence.start, sentence.end)) <= SEGMENT_WORDS_MAX) return [sentence]
    const clauses: Piece[] = []
    let from = sentence.start
    for (const { index } of text.slice(sentence.start, sentence.end).matchAll(CLAUSE)) {
      clauses.push({ start: from, end: sentence.start + index + 1 })
      from = sentence.start + index + 1
    }
    clauses.push({ start: from, end: sentence.end })
    return joinWhile(
      clauses.flatMap(clause => cutAtWords(text, clause)),
      joined => countWords(text.slice(joined.start, joined.end)) <= SEGMENT_WORDS_MAX,
    )
  }

  const piecesOf = (text: string): Piece[] => {
    const pieces = [...sentences.segment(text)].flatMap(({ index, segment }) =>
      cutLong(text, { start: index, end: index + segment.length }),
    )
    return joinWhile(
      pieces,
      (joined, first, second) =>
        (isShort(text.slice(first.start, first.end)) || isShort(text.slice(second.start, second.end))) &&
        countWords(text.slice(joined.start, joined.end)) <= SEGMENT_WORDS_MAX,
    )
  }

  const isSpoken = (text: string) => {
    const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0
    const visible = text.match(/\S/gu)?.length ?? 0
    return !isShort(text) && letters >= visible * LETTERS_MIN && !BOILERPLATE.test(text)
  }

  return blocks.flatMap(block =>
    piecesOf(block.text).flatMap(piece => {
      const { start, end } = trimmed(block.text, piece)
      if (!isSpoken(block.text.slice(start, end))) return []
      const spoken = spokenOf(block, { start, end })
      return spoken === '' ? [] : [{ start: block.start + start, end: block.start + end, spoken }]
    }),
  )
}

/** Joins neighbours from the left for as long as `may` allows it. */
const joinWhile = (
  pieces: readonly Piece[],
  may: (joined: Piece, first: Piece, second: Piece) => boolean,
): Piece[] => {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    const joined = last && { start: last.start, end: piece.end }
    if (last && joined && may(joined, last, piece)) result[result.length - 1] = joined
    else result.push(piece)
  }
  return result
}

const trimmed = (text: string, { start, end }: Piece): Piece => {
  const piece = text.slice(start, end)
  return {
    start: start + (piece.length - piece.trimStart().length),
    end: end - (piece.length - piece.trimEnd().length),
  }
}

const spokenOf = ({ text, replaced = [] }: Block, { start, end }: Piece): string => {
  let spoken = ''
  let at = start
  for (const part of replaced) {
    if (part.end <= start || part.start >= end) continue
    spoken += text.slice(at, Math.max(at, part.start)) + part.spoken
    at = Math.max(at, part.end)
  }
  return (spoken + text.slice(at, Math.max(at, end))).replace(/\s+/g, ' ').trim()
}

/** Intl throws on a language tag that is none. */
const segmentersOf = (language: string | null) => {
  const make = (locale: string | undefined) => ({
    sentences: new Intl.Segmenter(locale, { granularity: 'sentence' }),
    words: new Intl.Segmenter(locale, { granularity: 'word' }),
  })
  try {
    return make(language ?? undefined)
  } catch {
    return make(undefined)
  }
}
