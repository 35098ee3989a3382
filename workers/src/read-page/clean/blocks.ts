import { type PageElement, textOf } from '../dom.ts'

const blockTags = new Set(
  'P DIV LI UL OL DL DT DD H1 H2 H3 H4 H5 H6 SECTION ARTICLE HEADER FOOTER ASIDE BLOCKQUOTE PRE TABLE TR TD FIGURE'.split(
    ' ',
  ),
)
/** Elements that always belong to the article. */
const kept = new Set(['PRE', 'TABLE', 'FIGURE', 'BLOCKQUOTE', 'DL'])

/** A block that contains no other block. */
export type Block = {
  readonly element: PageElement
  readonly text: string
  /** The share of the text that is in links, 0 to 1. */
  readonly linked: number
  readonly isProse: boolean
  /** Where it stands among the paragraphs of prose. */
  readonly place: 'above' | 'within' | 'below'
  /** Whether it is above or below the text, or beside its first or last paragraphs, where an introduction may count as one. */
  readonly isNearEnd: boolean
}

/** A paragraph of sentences, in UTF-16 units. Shorter ones may be, but do not say where the article begins. */
const minProse = 100

const nearby = 4

/** The blocks of an article in their order. Those that always belong to it, or hold an image, are left out. */
export function blocksOf(article: PageElement): Block[] {
  const leaves = leafBlocks(article).map(element => {
    const text = textOf(element)
    const linked = linkShare(element)
    return { element, text, linked, isProse: text.length > minProse && linked < 0.4 && !isAddress(text) }
  })
  const first = leaves.findIndex(({ isProse }) => isProse)
  const last = leaves.findLastIndex(({ isProse }) => isProse)
  return leaves
    .map(
      (leaf, index): Block => ({
        ...leaf,
        place: index < first ? 'above' : index > last ? 'below' : 'within',
        isNearEnd: index < first + nearby || index > last - nearby,
      }),
    )
    .filter(({ element, text }) => text !== '' && !isKept(element))
}

function leafBlocks(article: PageElement): PageElement[] {
  const leaves: PageElement[] = []
  const hasBlock = (element: PageElement): boolean => {
    let inner = false
    for (const child of element.children) inner = hasBlock(child) || inner
    const isBlock = blockTags.has(element.tagName)
    if (isBlock && !inner) leaves.push(element)
    return isBlock || inner
  }
  hasBlock(article)
  return leaves
}

export function isKept(block: PageElement): boolean {
  if (block.querySelector('img, picture, pre, code, [data-math]') !== null) return true
  for (let element: PageElement | null = block; element; element = element.parentNode) {
    if (kept.has(element.tagName)) return true
  }
  return false
}

const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text)

/** The share of an element's text that is in links, 0 to 1. */
export function linkShare(element: PageElement): number {
  if (element.tagName === 'A') return 1
  let linked = 0
  for (const link of element.querySelectorAll('a')) linked += textOf(link).length
  return linked === 0 ? 0 : linked / textOf(element).length
}
