/** A stretch of the article's text that one node holds. */
export type Piece = {
  /** A text node, or a formula, which counts as its TeX whatever is drawn in it. */
  readonly node: Text | Element
  /** UTF-16 offset of the piece in the article's text. */
  readonly start: number
  readonly length: number
  /** Whether the text before ends with white space, which takes in the white space that the node begins with. */
  readonly isAfterSpace: boolean
}

/** A stretch of text in one block, such as a paragraph, a list item or a cell. A line break ends the stretch. */
export type Block = {
  readonly element: Element
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

export type Walked = {
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly blocks: readonly Block[]
}

/** Drawn by the reader and no part of the article's text: buttons on code, frames of missing images. */
const NOT_TEXT = '[data-not-text], [data-image-missing]'
export const FORMULA = '[data-math], [data-tex]'

const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

const texOf = (formula: Element): string => formula.getAttribute('data-tex') ?? formula.textContent ?? ''

/** The text of an element and where each part of it stands. */
export const walk = (article: Element): Walked => {
  const pieces: Piece[] = []
  const blocks: Block[] = []
  const parts: string[] = []
  let length = 0
  let endsWithSpace = false
  /** Whether a line break stands between the text before and the next text. */
  let isBroken = false

  const addToBlock = (element: Element, start: number, isSpace: boolean) => {
    const last = blocks.at(-1)
    if (last && (isSpace || (last.element === element && !isBroken)))
      blocks[blocks.length - 1] = { ...last, end: length }
    else if (!isSpace) {
      blocks.push({ element, start, end: length })
      isBroken = false
    }
  }

  const add = (node: Text | Element, raw: string, block: Element) => {
    const isAfterSpace = endsWithSpace
    let text = raw.replace(/\s+/g, ' ')
    if (isAfterSpace && text.startsWith(' ')) text = text.slice(1)
    if (text === '') return
    const start = length
    pieces.push({ node, start, length: text.length, isAfterSpace })
    parts.push(text)
    length += text.length
    endsWithSpace = text.endsWith(' ')
    addToBlock(block, start, text === ' ')
  }

  const visit = (parent: Element, block: Element) => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node instanceof Text) add(node, node.data, block)
      else if (!(node instanceof Element) || node.matches(NOT_TEXT)) continue
      else if (node.matches(FORMULA)) add(node, texOf(node), block)
      else if (node.localName === 'br') isBroken = true
      else visit(node, INLINE.has(node.localName) ? block : node)
    }
  }
  visit(article, article)
  return { text: parts.join(''), pieces, blocks }
}
