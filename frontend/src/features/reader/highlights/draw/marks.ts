import { articleText } from '../../../../parts/article-text/article-text.ts'
import type { AnchoredNote } from '../anchoring/anchor-notes.ts'

const MARK = 'mark[data-drawn]'

/** Takes the marks out again. The text nodes are then as they were. */
export const removeMarks = (article: HTMLElement): void => {
  const parents = new Set<ParentNode>()
  for (const mark of article.querySelectorAll(MARK)) {
    if (mark.parentNode) parents.add(mark.parentNode)
    mark.replaceWith(...mark.childNodes)
  }
  for (const parent of parents) (parent as Node as Element).normalize()
}

/** Draws notes as <mark> elements, for browsers without the CSS Custom Highlight API. */
export const drawMarks = (
  article: HTMLElement,
  notes: readonly AnchoredNote[],
  washOf: (color: string) => string,
): void => {
  removeMarks(article)
  // From the last to the first, so that splitting a text node moves no node that is still to be marked.
  for (const { note, span } of notes.toReversed()) {
    const { rangeOf } = articleText(article)
    for (const node of markable(rangeOf(span.start, span.end))) {
      const mark = document.createElement('mark')
      mark.dataset.drawn = String(note.id)
      mark.style.backgroundColor = washOf(note.color)
      node.replaceWith(mark)
      mark.append(node)
    }
  }
}

const FORMULA = '[data-tex], [data-math]'

/** The text nodes of a range, split at its ends, and its formulas as a whole. */
const markable = (range: Range): ChildNode[] => {
  const { startContainer, startOffset, endContainer, endOffset, commonAncestorContainer: root } = range
  const walker = document.createTreeWalker(
    root instanceof Text && root.parentNode ? root.parentNode : root,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    node => {
      if (!range.intersectsNode(node)) return NodeFilter.FILTER_REJECT
      if (node instanceof Text)
        return node.parentElement?.closest(FORMULA) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
      return (node as Element).matches(FORMULA) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
    },
  )
  const found: ChildNode[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as ChildNode)
  return found.flatMap(node => {
    if (!(node instanceof Text)) return [node]
    const start = node === startContainer ? startOffset : 0
    const end = node === endContainer ? endOffset : node.length
    if (node.data.slice(start, end).trim() === '') return []
    const marked = start > 0 ? node.splitText(start) : node
    if (end - start < marked.length) marked.splitText(end - start)
    return [marked]
  })
}
