import type { PageElement, PageNode } from '../dom.ts'

const noText = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD|SVG)$/i

/** In UTF-16 units without white space. */
export type TextLengths = { readonly text: number; readonly linked: number }

/** How much text each element shows, and how much of it is in links. One pass over the page, since elements hold each other. */
export function textLengths(root: PageElement): Map<PageElement, TextLengths> {
  const lengths = new Map<PageElement, TextLengths>()
  const visit = (node: PageNode): TextLengths => {
    if (node.nodeType === 3) return { text: (node.textContent ?? '').replace(/\s+/g, '').length, linked: 0 }
    if (node.nodeType !== 1 || noText.test((node as PageElement).tagName)) return { text: 0, linked: 0 }
    let [text, linked] = [0, 0]
    for (const child of node.childNodes) {
      const inner = visit(child)
      text += inner.text
      linked += inner.linked
    }
    const own = { text, linked: (node as PageElement).tagName === 'A' ? text : linked }
    lengths.set(node as PageElement, own)
    return own
  }
  visit(root)
  return lengths
}
