import { type ArticleText, articleText, type Span } from '../../../../parts/article-text/article-text.ts'
import type { Passage } from '../../../../parts/notes-panel/use-notes-panel.ts'
import { anchorOf } from '../anchoring/anchor-notes.ts'

/** The words of the article that are selected, without white space at the ends; null where there are none. */
export const selectedSpan = (article: HTMLElement): Span | null => {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const { anchorNode, focusNode } = selection
  // A selection may begin or end outside the article, but not pass over it.
  if (!article.contains(anchorNode) && !article.contains(focusNode)) return null
  const { text, spanOf } = articleText(article)
  const { start, end } = spanOf(selection.getRangeAt(0))
  const selected = text.slice(start, end)
  const trimmed = selected.trim()
  if (trimmed === '') return null
  const from = start + selected.length - selected.trimStart().length
  return { start: from, end: from + trimmed.length }
}

/** Selects a span, in the direction that the selection had. */
export const selectSpan = ({ rangeOf }: Pick<ArticleText, 'rangeOf'>, { start, end }: Span): void => {
  const selection = getSelection()
  if (!selection) return
  const { startContainer, startOffset, endContainer, endOffset } = rangeOf(start, end)
  const before = selection.getRangeAt(0)
  const isBackward =
    selection.focusNode === before.startContainer && selection.focusOffset === before.startOffset
  if (isBackward) selection.setBaseAndExtent(endContainer, endOffset, startContainer, startOffset)
  else selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
}

/** The facts that a note keeps of a span of the shown text. */
export const passageOf = (article: HTMLElement, span: Span, contentHash: string): Passage => {
  const { text, quote } = articleText(article)
  return { selectedText: quote(span), position: { ...span }, anchor: anchorOf(text, span, contentHash) }
}
