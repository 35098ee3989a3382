import { classesOf, nearest, type PageElement, textOf } from '../dom.ts'
import { type Block, linkShare } from './blocks.ts'

/** Parts that a page's own class, id or schema.org name calls something other than the article. */
const ofTheSite =
  /(^|-)(newsletters?|subscri(be|ption)s?|sign-?up|related(-\w+)?|recirc\w*|recommend(ed|ations?)|promos?|advert\w*|ads?|ad-(container|slot|unit|wrapper)|sponsored|share(bar|-\w+)?|sharing|social(-\w+)?|breadcrumbs?|comments?(-\w+)?|cookies?|read-?more(-\w+)*|see-?also|more-(from|on|stories)|most-(read|popular)|trending|popular|outbrain|taboola|cta(-\w+)?|roll-?over(-\w+)*|pop-?(up|over)|tool-?tip|hover-?card|fly-?out|menu|nav(igation)?|pagination|pager|widgets?|sidebar|up-next|read-next|next-(post|article)|disqus|jp-relatedposts|sharedaddy|donate|donation|paywall|gdpr|consent)(-|$)/
const ofTheFacts =
  /(^|-)(by-?lines?|date-?lines?|time-?stamps?|dates?|(publish|post|story|article|entry|release)(ed)?-?(date|time|info|meta(data)?)|date-?(time|published|modified|created)|meta-?data|post-?meta|entry-?meta|content-meta|submitted|read(ing)?-?time|estimated-read-time|tags?-(list|links|cloud)|(post|entry|article|story)-tags|tags|keywords|filed(-under)?|topics|categor(y|ies)-(links|list)|copyright|credits?|author(s)?(-?(bio|info|details|box|name|card|description|about|meta))?|about-(the-)?author|bio|biography|contributors?)(-|$)/
/** In UTF-16 units. */
const maxFacts = 600
/** In UTF-16 units. A part of the site has no longer paragraph. */
const maxProse = 300
/** Parts of the site are small beside the article, in each and in all. */
const maxShare = 0.25
const maxShareInAll = 0.4
/** In UTF-16 units. */
const maxLabel = 60
const holdsArticle = 'blockquote, pre, table, [data-math]'

/**
 * Parts that are named as such, where their size agrees: parts of the site hold at most a quarter of the text, and facts (bylines, dates,
 * tags, notes about the author) are short and stand above or below the prose.
 */
export function namedParts(article: PageElement, blocks: readonly Block[]): PageElement[] {
  const total = textOf(article).length
  const proseBlocks = blocks.filter(block => block.isProse)
  const prose = new Set(proseBlocks.map(block => block.element))
  const proseIn = countsAround(proseBlocks)
  const longProseIn = countsAround(proseBlocks.filter(block => block.text.length > maxProse))
  const found: PageElement[] = []
  let proseBefore = 0

  const visit = (element: PageElement) => {
    for (const child of element.children) {
      const isPart = isNamed(child)
      if (isPart && !isPartOfLine(child)) {
        found.push(child)
        proseBefore += proseIn.get(child) ?? 0
        continue
      }
      if (prose.has(child)) proseBefore += 1
      const before = found.length
      visit(child)
      // A part that opens when one points at a word holds links, but the word itself may be in the element around it.
      if (isPart && found.length === before && isBunchOfLinks(child)) found.push(child)
    }
  }
  const isNamed = (element: PageElement) => {
    const names = namesOf(element)
    const isOfSite = names.some(name => ofTheSite.test(name))
    if (!isOfSite && !names.some(name => ofTheFacts.test(name))) return false
    const { length } = textOf(element)
    if (length === 0 || /^(BODY|MAIN|ARTICLE|H1)$/.test(element.tagName)) return false
    if (element.querySelector(holdsArticle) !== null) return false
    if (isOfSite) return length <= total * maxShare && !longProseIn.has(element)
    const proseAfter = prose.size - proseBefore - (proseIn.get(element) ?? 0)
    return length <= maxFacts && (proseBefore === 0 || proseAfter === 0)
  }
  visit(article)
  const all = found.reduce((sum, element) => sum + textOf(element).length, 0)
  return all <= total * maxShareInAll ? found : []
}

/** Whether the names of an element call it a part of the site. */
export const isNamedAsSite = (element: PageElement): boolean =>
  namesOf(element).some(name => ofTheSite.test(name))

const inline = /^(SPAN|A|EM|STRONG|B|I|SMALL|SUP|SUB|TIME|CITE|LABEL|ABBR|FONT|U)$/

/** Whether an element is some words of a line that may be a sentence: it ends as one, or is longer than a label. */
function isPartOfLine(element: PageElement): boolean {
  if (!inline.test(element.tagName)) return false
  const line = nearest(element.parentNode, around => !inline.test(around.tagName))
  if (line === null) return false
  const text = textOf(line)
  return text.length > textOf(element).length + maxLabel || /[.!?…”"»]$/.test(text)
}

const isBunchOfLinks = (element: PageElement) =>
  [...element.querySelectorAll('a')].length > 2 && linkShare(element) > 0.5

/** The words of class, id, and schema.org property, each with hyphens: `relatedContent` is `related-content`. */
function namesOf(element: PageElement): string[] {
  const names = `${classesOf(element)} ${element.getAttribute('id') ?? ''} ${element.getAttribute('itemprop') ?? ''}`
  return (
    names
      .slice(0, 1_000)
      .split(/\s+/)
      // WordPress names the article by its own tags and categories.
      .filter(name => name !== '' && !/^(tag|category|type|format|status|has)-|^post-\d/.test(name))
      .map(name =>
        name
          .replace(/([a-z\d])([A-Z])/g, '$1-$2')
          .replace(/_+/g, '-')
          .toLowerCase(),
      )
  )
}

/** How many of the blocks each element holds. */
function countsAround(blocks: readonly Block[]): Map<PageElement, number> {
  const counts = new Map<PageElement, number>()
  for (const { element } of blocks) {
    for (let around: PageElement | null = element; around; around = around.parentNode) {
      counts.set(around, (counts.get(around) ?? 0) + 1)
    }
  }
  return counts
}
