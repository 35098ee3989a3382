import { type Block, FORMULA, type Piece, walk } from './walk.ts'

export type { Block } from './walk.ts'

/** UTF-16 offsets in an article's text; the end is exclusive. */
export type Span = { readonly start: number; readonly end: number }

/**
 * The text of an article as positions count it: its textContent with each run of white space as one space. A formula counts
 * as its TeX, whatever is drawn in it; elements with data-not-text do not count.
 */
export type ArticleText = {
  readonly text: string
  readonly blocks: readonly Block[]
  /** The DOM range of these offsets. Offsets beyond the text are taken back to its end. */
  readonly rangeOf: (start: number, end: number) => Range
  /** How much of the text stands before a point of the DOM. */
  readonly offsetAt: (node: Node, offset: number) => number
  /** The offsets of a DOM range, with formulas that it begins or ends in as a whole. */
  readonly spanOf: (range: AbstractRange) => Span
  /** The text of a span for people: a line for each block, and code with its own white space. */
  readonly quote: (span: Span) => string
}

type Known = { readonly text: ArticleText; readonly hasChanged: () => boolean }
const known = new WeakMap<Element, Known>()

/** The text of the article that is drawn in this element. Read anew only where the element has changed since. */
export const articleText = (article: Element): ArticleText => {
  const before = known.get(article)
  if (before && !before.hasChanged()) return before.text
  let isChanged = false
  const observer = new MutationObserver(() => {
    isChanged = true
    observer.disconnect()
  })
  const hasChanged = () => {
    isChanged ||= observer.takeRecords().length > 0
    if (isChanged) observer.disconnect()
    return isChanged
  }
  const text = readArticleText(article)
  observer.observe(article, { childList: true, characterData: true, subtree: true })
  known.set(article, { text, hasChanged })
  return text
}

const readArticleText = (article: Element): ArticleText => {
  const { text, pieces, blocks } = walk(article)
  const byNode = new Map(pieces.map(piece => [piece.node, piece]))

  const offsetAt = (node: Node, offset: number, edge: 'start' | 'end' = 'start'): number => {
    const piece = node instanceof Text ? byNode.get(node) : undefined
    if (piece) return piece.start + unitsBefore(piece, offset)
    const formula = (node instanceof Element ? node : node.parentElement)?.closest(FORMULA)
    const drawn = formula && byNode.get(formula)
    if (drawn) return edge === 'start' ? drawn.start : drawn.start + drawn.length
    return firstPieceFrom(pieces, node, offset)?.start ?? text.length
  }

  const rangeOf = (start: number, end: number): Range => {
    const range = document.createRange()
    const last = pieces.at(-1)
    if (!last) {
      range.selectNodeContents(article)
      return range
    }
    const from = Math.max(0, Math.min(start, text.length))
    const to = Math.max(from, Math.min(end, text.length))
    setStart(range, pieceAt(pieces, from) ?? last, from)
    if (to > from) setEnd(range, pieceAt(pieces, to - 1) ?? last, to)
    return range
  }

  return {
    text,
    blocks,
    rangeOf,
    offsetAt,
    spanOf: range => {
      const start = offsetAt(range.startContainer, range.startOffset)
      return { start, end: Math.max(start, offsetAt(range.endContainer, range.endOffset, 'end')) }
    },
    quote: ({ start, end }) => {
      const lines: string[] = []
      for (let i = indexBy(blocks, start); i < blocks.length; i++) {
        const block = blocks[i] as Block
        if (block.start >= end) break
        const from = Math.max(start, block.start)
        const to = Math.min(end, block.end)
        const line = block.element.closest('pre') ? rangeOf(from, to).toString() : text.slice(from, to).trim()
        if (line.trim() !== '') lines.push(line)
      }
      return lines.join('\n').trim()
    },
  }
}

/** Index of the last part that starts at or before the offset; 0 where there is none. */
const indexBy = (parts: readonly { readonly start: number }[], offset: number): number => {
  let low = 0
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((parts[middle]?.start ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

const pieceAt = (pieces: readonly Piece[], offset: number): Piece | undefined =>
  pieces[indexBy(pieces, offset)]

/** The first piece at or after a point that is in no piece. */
const firstPieceFrom = (pieces: readonly Piece[], node: Node, offset: number): Piece | undefined => {
  const child = node instanceof Text ? node : node.childNodes[offset]
  const isFrom = ({ node: held }: Piece) => {
    if (child === held) return true
    const place = (child ?? node).compareDocumentPosition(held)
    const isInside = (place & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0
    return child ? isInside || isFollowing(place) : !isInside && isFollowing(place)
  }
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isFrom(pieces[middle] as Piece)) high = middle
    else low = middle + 1
  }
  return pieces[low]
}

const isFollowing = (place: number) => (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

const setStart = (range: Range, piece: Piece, offset: number) => {
  if (piece.node instanceof Text) range.setStart(piece.node, rawIndexes(piece)[offset - piece.start] ?? 0)
  else range.setStartBefore(piece.node)
  range.collapse(true)
}

const setEnd = (range: Range, piece: Piece, offset: number) => {
  if (piece.node instanceof Text)
    range.setEnd(piece.node, (rawIndexes(piece)[offset - 1 - piece.start] ?? -1) + 1)
  else range.setEndAfter(piece.node)
}

const indexes = new WeakMap<Piece, Uint32Array>()

/** For each unit of the piece its index in the node's data. At the piece's end stands the length of the data. */
const rawIndexes = (piece: Piece): Uint32Array => {
  const made = indexes.get(piece)
  if (made) return made
  const data = piece.node.textContent ?? ''
  const raw = new Uint32Array(piece.length + 1)
  let unit = 0
  let isAfterSpace = piece.isAfterSpace
  for (let index = 0; index < data.length; index++) {
    const isSpace = /\s/.test(data.charAt(index))
    if (!isSpace || !isAfterSpace) raw[unit++] = index
    isAfterSpace = isSpace
  }
  raw[piece.length] = data.length
  indexes.set(piece, raw)
  return raw
}

/** How many units of the piece stand before an index of the node's data. */
const unitsBefore = (piece: Piece, index: number): number => {
  const raw = rawIndexes(piece)
  let low = 0
  let high = piece.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((raw[middle] ?? 0) < index) low = middle + 1
    else high = middle
  }
  return low
}
