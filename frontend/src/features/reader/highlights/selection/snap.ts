import type { Span } from '../../../../parts/article-text/article-text.ts'
import type { Words } from '../caret/words.ts'

/** The span with the words that it begins and ends in as a whole. */
export const snapped = (words: Words, { start, end }: Span): Span => {
  const first = words.at(start)
  const last = words.at(end - 1)
  return {
    start: first && first.start < start ? first.start : start,
    end: last && last.start < end && last.end > end ? last.end : end,
  }
}
