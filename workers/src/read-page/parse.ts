import { parseHTML } from 'linkedom'
import type { PageDocument, PageElement } from './dom.ts'

const inHead = new Set(['BASE', 'LINK', 'META', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])

/** The source of a page with exactly one doctype and one html element. */
export function tidySource(html: string): string {
  // `>` is optional, so that a tag without it matches the rest at once; else the expression would cost a square.
  const root = /<html\b[^>]*>?/i.exec(html)?.[0]
  const content = html.replace(/<!doctype[^>]*>?/gi, '').replace(/<\/?html\b[^>]*>?/gi, '')
  return `<!doctype html>${root?.endsWith('>') ? root : '<html>'}${content}</html>`
}

/**
 * A document with one head and one body, as in browsers. Where the page has no body tag, linkedom puts an empty body before
 * the text. @param source from tidySource
 */
export function parsePage(source: string): PageDocument {
  const { document }: { document: PageDocument } = parseHTML(source)
  const { documentElement } = document
  const children = [...documentElement.children]
  if (children.some(child => child.tagName === 'BODY')) return document

  const given = children.find(child => child.tagName === 'HEAD')
  const nodes = [...(given?.childNodes ?? []), ...documentElement.childNodes].filter(node => node !== given)
  const head = document.createElement('head')
  const body = document.createElement('body')
  let bodyBegan = false
  for (const node of nodes) {
    const isHead = node.nodeType === 1 ? inHead.has((node as PageElement).tagName) : !node.textContent?.trim()
    bodyBegan ||= !isHead
    ;(bodyBegan ? body : head).append(node)
  }
  documentElement.replaceChildren(head, body)
  return document
}
