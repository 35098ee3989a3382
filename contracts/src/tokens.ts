import { fold } from './fold.ts'

/** Longer words are cut: an index takes no more. */
const TOKEN_MAX = 100
/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const RUN = /[\p{L}\p{M}\p{N}]+/gu

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words of a text in order, folded, without punctuation. Articles and the terms that are searched for in them are
 * split alike.
 */
export const tokensOf = (text: string): string[] =>
  (fold(text).match(RUN) ?? []).flatMap(run =>
    UNSPACED.test(run)
      ? Array.from(segmenter.segment(run), ({ segment }) => segment.slice(0, TOKEN_MAX).toWellFormed())
      : [run.slice(0, TOKEN_MAX).toWellFormed()],
  )
