import { nearest, type PageDocument, type PageElement, remembered, rename, textOf } from '../dom.ts'

const blocks =
  /^(P|DIV|SECTION|ARTICLE|MAIN|HEADER|FOOTER|ASIDE|NAV|H[1-6]|UL|OL|LI|DL|DT|DD|TABLE|PRE|BLOCKQUOTE|FIGURE|FIGCAPTION|HR|FORM|FIELDSET|DETAILS|SUMMARY|ADDRESS|CENTER|HGROUP|MENU|DIR|LEGEND)$/
const inline =
  /^(A|ABBR|B|BDI|BDO|CITE|CODE|DEL|DFN|EM|FONT|I|INS|KBD|LABEL|MARK|Q|S|SAMP|SMALL|SPAN|STRONG|SUB|SUP|TIME|TT|U|VAR|BIG|STRIKE)$/
/** Elements that hold words only, so that what stands in them is a part of their line. */
const lines = /^(P|H[1-6]|DT|SUMMARY|LEGEND|FIGCAPTION|CAPTION|PRE)$/
const names: Readonly<Record<string, string>> = {
  ACRONYM: 'abbr',
  BIG: 'span',
  CENTER: 'div',
  DIR: 'ul',
  HGROUP: 'div',
  LISTING: 'pre',
  MARQUEE: 'div',
  MENU: 'ul',
  STRIKE: 's',
  TT: 'code',
}

/**
 * Gives elements that Readability or the sanitiser unwraps or drops the name of one that is kept and has the same edges: details, addresses,
 * centred lines, fieldsets without fields, elements with names of the page's own, and those of old HTML.
 */
export function plainBlocks(document: PageDocument): void {
  for (const [tagName, name] of Object.entries(names)) {
    for (const element of document.querySelectorAll(tagName.toLowerCase())) rename(document, element, name)
  }
  for (const item of document.querySelectorAll('li[value]')) {
    if (item.parentNode?.tagName !== 'OL') item.removeAttribute('value')
  }
  for (const fields of document.querySelectorAll('fieldset')) {
    // A form stays one, which is no text.
    if (fields.querySelector('input, select, textarea, button') === null) rename(document, fields, 'div')
  }
  for (const title of document.querySelectorAll('summary, legend')) asTitle(document, title)
  for (const details of document.querySelectorAll('details'))
    wrapTexts(document, rename(document, details, 'div'))
  for (const address of document.querySelectorAll('address')) asBlock(document, address)
  const own = [...document.querySelectorAll('*')].filter(({ tagName }) => /^[A-Z][^:]*-/.test(tagName))
  const hasWords = remembered(holdsWords)
  // Inner ones first: they decide what those around them hold.
  for (const element of own.reverse()) {
    if (isInLine(element, hasWords)) rename(document, element, 'span')
    else asBlock(document, element)
  }
}

/** Bold words on a line of their own, or the heading that the element holds. */
function asTitle(document: PageDocument, title: PageElement): void {
  if (holdsBlock(title)) {
    rename(document, title, 'div')
    return
  }
  const words = document.createElement('strong')
  words.append(...title.childNodes)
  const line = document.createElement('p')
  line.append(words)
  title.replaceWith(line)
}

const holdsBlock = (element: PageElement) =>
  [...element.querySelectorAll('*')].some(({ tagName }) => blocks.test(tagName))

function asBlock(document: PageDocument, element: PageElement): void {
  const isLine = !holdsBlock(element) && textOf(element) !== ''
  const block = rename(document, element, isLine ? 'p' : 'div')
  if (!isLine) wrapTexts(document, block)
}

/** Makes paragraphs of the words between the blocks of an element. */
function wrapTexts(document: PageDocument, element: PageElement): void {
  let line: PageElement | null = null
  for (const node of [...element.childNodes]) {
    const isInline =
      node.nodeType === 3 || (node.nodeType === 1 && inline.test((node as PageElement).tagName))
    if (!isInline && !(node.nodeType === 1 && line && (node as PageElement).tagName === 'BR')) line = null
    else if (line) line.append(node)
    else if (node.textContent?.trim()) {
      line = document.createElement('p')
      node.before(line)
      line.append(node)
    }
  }
}

/** Whether an element is a part of a line: words stand beside it, or its parent holds words only. */
function isInLine(element: PageElement, hasWords: (around: PageElement) => boolean): boolean {
  const around = element.parentNode
  if (!around || holdsBlock(element)) return false
  return (
    nearest(around, ({ tagName }) => lines.test(tagName) || inline.test(tagName)) !== null || hasWords(around)
  )
}

const holdsWords = (element: PageElement) =>
  [...element.childNodes].some(
    node =>
      (node.nodeType === 3 && Boolean(node.textContent?.trim())) ||
      (node.nodeType === 1 && inline.test((node as PageElement).tagName) && textOf(node) !== ''),
  )
