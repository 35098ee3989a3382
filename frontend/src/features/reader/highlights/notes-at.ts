import { articleText } from '../../../parts/article-text/article-text.ts'
import type { AnchoredNote } from './anchoring/anchor-notes.ts'

const length = ({ span }: AnchoredNote) => span.end - span.start

/** The notes whose words are at an offset of the text, the shortest first. */
export const notesAtOffset = (notes: readonly AnchoredNote[], offset: number): AnchoredNote[] =>
  notes
    .filter(({ span }) => span.start <= offset && offset < span.end)
    .sort((one, other) => length(one) - length(other))

/** Controls in the article have their own click. */
const CONTROLS = 'a[href], button, summary, [role=button]'

/** The offset in the text of the letter under a click; null beside the text and on a control. */
export const offsetAtClick = (
  article: HTMLElement,
  { clientX, clientY, target }: MouseEvent,
): number | null => {
  if (target instanceof Element && target.closest(CONTROLS)) return null
  const point = pointAt(clientX, clientY)
  if (!point || !article.contains(point.node)) return null
  const { offsetAt, rangeOf } = articleText(article)
  const caret = offsetAt(point.node, point.offset)
  // The caret is before or after the clicked letter, and beside a line it is at its end.
  const isUnder = (offset: number) =>
    offset >= 0 &&
    [...rangeOf(offset, offset + 1).getClientRects()].some(
      ({ left, right, top, bottom }) =>
        clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    )
  return [caret, caret - 1].find(isUnder) ?? null
}

const pointAt = (x: number, y: number): { node: Node; offset: number } | null => {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y)
    return position && { node: position.offsetNode, offset: position.offset }
  }
  // Safari has the older call alone.
  const range = (document as Document).caretRangeFromPoint(x, y)
  return range && { node: range.startContainer, offset: range.startOffset }
}
