import { parseHTML } from 'linkedom'
import { type PageDocument, type PageElement, type PageNode, unwrap } from './dom.ts'

const inHead = new Set(['BASE', 'LINK', 'META', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])

/** The source of a page with exactly one doctype and one html element. */
export function tidySource(html: string): string {
  // `>` is optional, so that a tag without it matches the rest at once; else the expression would cost a square.
  const root = /<html\b[^>]*>?/i.exec(html)?.[0]
  const content = html.replace(/<!doctype[^>]*>?/gi, '').replace(/<\/?html\b[^>]*>?/gi, '')
  return `<!doctype html>${root?.endsWith('>') ? root : '<html>'}${content}</html>`
}

/**
 * A document with one head and one body, as in browsers: what is not head is body, whatever tags the page has. linkedom puts an empty
 * body before text without one, and leaves a body where it stands. @param source from tidySource
 */
export function parsePage(source: string): PageDocument {
  const { document }: { document: PageDocument } = parseHTML(source)
  const { documentElement } = document
  const [first, second, ...others] = documentElement.children
  const isWhole =
    first?.tagName === 'HEAD' &&
    second?.tagName === 'BODY' &&
    others.length === 0 &&
    [...first.children].every(child => inHead.has(child.tagName)) &&
    second.querySelector('body, head') === null
  if (!isWhole) divide(document)
  return document
}

function divide(document: PageDocument): void {
  const { documentElement } = document
  for (const inner of [...documentElement.querySelectorAll('body, head')]) {
    if (inner.parentNode !== documentElement) unwrap(inner)
  }
  const given = [...documentElement.children].find(child => child.tagName === 'BODY')
  const head = document.createElement('head')
  const body = document.createElement('body')
  for (const { name, value } of given?.attributes ?? []) body.setAttribute(name, value)
  let bodyBegan = false
  for (const node of [...documentElement.childNodes]) {
    const isBody = isElement(node) && node.tagName === 'BODY'
    bodyBegan ||= isBody
    const parts = isBody || (isElement(node) && node.tagName === 'HEAD') ? [...node.childNodes] : [node]
    for (const part of parts) {
      bodyBegan ||= !(isElement(part)
        ? inHead.has(part.tagName)
        : !part.textContent?.trim() || part.nodeType === comment)
      ;(bodyBegan ? body : head).append(part)
    }
  }
  documentElement.replaceChildren(head, body)
}

const comment = 8
const isElement = (node: PageNode): node is PageElement => node.nodeType === 1
