import type { ArticleText, Span } from '../../../../parts/article-text/article-text.ts'
import type { Words } from './words.ts'

/** A line has fewer words than this. */
const WORDS_MAX = 200

/** The word above or below a word: of the next line the one that is nearest. */
export const lineBeside = (
  { rangeOf }: Pick<ArticleText, 'rangeOf'>,
  words: Words,
  from: Span,
  by: 1 | -1,
): Span | null => {
  const boxOf = ({ start, end }: Span) => rangeOf(start, end).getBoundingClientRect()
  const middleOf = ({ left, right }: DOMRect) => (left + right) / 2
  const start = boxOf(from)
  const isOnLine = (box: DOMRect, line: DOMRect) => box.top < line.bottom && box.bottom > line.top
  let line: DOMRect | null = null
  let best: { word: Span; distance: number } | null = null
  let word = words.beside(from, by)
  for (let i = 0; word && i < WORDS_MAX; i++, word = words.beside(word, by)) {
    const box = boxOf(word)
    if (!line && isOnLine(box, start)) continue
    line ??= box
    if (!isOnLine(box, line)) break
    const distance = Math.abs(middleOf(box) - middleOf(start))
    if (!best || distance < best.distance) best = { word, distance }
  }
  return best?.word ?? null
}
