import { type PageElement, textOf } from '../dom.ts'
import { type Block, linkShare } from './blocks.ts'
import { leadsToOwnPages } from './link-lines.ts'
import type { Page } from './page.ts'

/** In UTF-16 units. */
const maxItem = 160
/** Headings of lists that lead away. They only confirm what the list is. */
const leadsAway =
  /^(related|recommended|trending|popular|recent|latest|you (may|might)|more\b|most (read|popular)|read (next|more|also)|also (on|read|see)|see also|don['’]t miss|up next|further reading|editor['’]s picks?)/i

/**
 * Lists of nothing but links to other pages of the site: menus above the text, and lists that no heading and no line with a colon
 * introduces, or a heading such as 'Related'. Contents of the page itself, and lists of other sites, stay.
 */
export function linkLists(article: PageElement, blocks: readonly Block[], page: Page): PageElement[] {
  const places = new Map(blocks.map(({ element, place }) => [element, place]))
  const found: PageElement[] = []
  for (const list of article.querySelectorAll('ul, ol')) {
    const items = [...list.children]
    const isLinks = (item: PageElement) =>
      textOf(item).length <= maxItem && linkShare(item) > 0.9 && leadsToOwnPages(item, page)
    if (items.length === 0 || !items.every(isLinks)) continue
    const isAbove = items.every(item => places.get(item) === 'above')
    const before = introduction(list, article)
    const text = before ? textOf(before) : ''
    const isIntroduced = text.endsWith(':') || /^H[1-6]$/.test(before?.tagName ?? '') || isLabel(before)
    if (isAbove || !isIntroduced || leadsAway.test(text)) found.push(list)
  }
  return found
}

/** A short line without the end of a sentence. */
const isLabel = (element: PageElement | null) => {
  const text = element ? textOf(element) : ''
  return text !== '' && text.length < 60 && !/[.!?…”"]$/.test(text)
}

/** The element before a list, or before the elements that hold nothing else. */
function introduction(list: PageElement, article: PageElement): PageElement | null {
  let element = list
  while (!element.previousElementSibling && element.parentNode && element.parentNode !== article)
    element = element.parentNode
  return element.previousElementSibling
}
