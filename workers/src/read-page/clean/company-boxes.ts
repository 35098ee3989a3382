import { type PageElement, textOf } from '../dom.ts'
import type { Block } from './blocks.ts'
import { isEmphasised } from './calls.ts'
import type { Page } from './page.ts'

/** In UTF-16 units. */
const maxTitle = 90
/** A box is small beside the text. */
const maxShare = 0.35
/** How far into the text that follows its title a company is named, in UTF-16 units. */
const maxBeforeName = 90
/** Short lines of a box: names, numbers and addresses, in UTF-16 units. */
const maxLine = 160
/** Places where a box may begin. The first is nearly always right. */
const maxTries = 8

/** A word for `about`, and what follows. The name decides. */
const about =
  /^(?:about|über|[aà] propos (?:de |d['’])|acerca de|sobre|over|om|informazioni su|o firmie)\s*(?:the |la |le |l['’]|die |der |das |o |a )?(.{2,70}?)\s*:?$/iu
const name = /^[\p{Lu}\d][^!?]*$/u
const statements =
  /^(?:cautionary (?:note|statement)|safe[- ]harbou?r|(?:note (?:on|regarding|about) )?forward[- ]looking (?:statements?|information)|disclaimer|notes? to editors?)\b.{0,60}$/i
const contacts =
  /^(?:for (?:more|further|additional) information|(?:the )?(?:media|press|investors?|company|corporate|public|agency)?\s*(?:relations|enquiries|inquiries)?\s*(?:and (?:media|press|investor) (?:relations|contacts?))?\s*contacts?(?: information| details)?)\b/i
/** Ends a release. The sign between two parts of a text may look the same. */
const marker = /^(?:#\s*#\s*#(?:\s*#)*|[-–—]+\s*(?:ends?|30)\s*[-–—]+|ENDS)$/i
const reach = /@[\w-]+\.\w|(?:\+|\(|\b)\d[\d\s().-]{7,}\d|https?:|www\./
const source = /^(?:source|quelle|view (?:the )?(?:original|source)|cision)\b/i
/** How a release begins: a place and a date, or a wire, before a dash. */
const dateline =
  /^[\p{Lu}][^–—]{2,60}?(?:\d{4}\)?|\d{1,2}(?:st|nd|rd|th)?\.?|\/\w+\/|\([\p{Lu}][\w .-]+\))\s*(?:\/[\w .]+\/|\([^)]{3,30}\))?\s*(?:[–—]|--?\s)/u
const wire =
  /\b(?:PR ?Newswire|BUSINESS WIRE|GLOBE ?NEWSWIRE|ACCESS(?: News)?wire|PRWEB|Marketwired?|EIN ?Presswire|news aktuell)\b/i

/**
 * What companies put below their press releases: who they are, whom to ask, and what their lawyers say. It begins with a title such as
 * 'About Acme', whose text names Acme again, or with the sign that ends a release, and goes on to the end of the page. Where the page has no
 * other sign of a release, such a part is the article's own.
 */
export function companyBoxes(blocks: readonly Block[], page: Page): Block[] {
  const total = lengthOf(blocks)
  const isAtWire = blocks.slice(0, 4).some(({ text }) => dateline.test(text) || wire.test(text.slice(0, 200)))
  let [left, tries] = [total, 0]
  for (const [index, block] of blocks.entries()) {
    const isSmall = left <= total * maxShare
    left -= block.text.length
    if (!isSmall || block.place === 'above' || !(begins(block, blocks[index + 1]) || isMarker(block)))
      continue
    const rest = blocks.slice(index)
    if (isBoxToTheEnd(rest) && (isAtWire || isOfCompany(rest, page))) return rest
    tries += 1
    if (tries === maxTries) return []
  }
  return []
}

const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0)

const begins = (block: Block, next: Block | undefined) =>
  nameIn(block, next) !== null || (isTitle(block) && isOther(block))

/** A heading, or a line of which all is emphasised. */
const isTitle = ({ element, text }: Block) =>
  text.length <= maxTitle && (/^H[1-6]$/.test(element.tagName) || isEmphasised(element, text))

const isOther = ({ text }: Block) => statements.test(text) || contacts.test(text)

const isMarker = ({ text }: Block) => marker.test(text)

/** `Acme` of `About Acme`, where the text after it names Acme, in the next block or after the bold words in the same one. */
function nameIn(block: Block, next: Block | undefined): string | null {
  const { element, text } = block
  if (text.length <= maxTitle) {
    const found = nameOf(text)
    const isLine = isTitle(block) || text.endsWith(':')
    return found !== null && names(next?.text ?? '', found, isLine ? maxBeforeName : found.length)
      ? found
      : null
  }
  const title = [...element.querySelectorAll('strong, b, em, u')].map(textOf).find(part => part !== '')
  const found = title && title.length <= maxTitle && text.startsWith(title) ? nameOf(title) : null
  return found !== null && names(text.slice(title?.length), found, maxBeforeName) ? found : null
}

function nameOf(title: string): string | null {
  const found = about.exec(title)?.[1]
  return found !== undefined && name.test(found) ? found : null
}

/** Whether a text has the first word of a name in its first letters. */
function names(text: string, found: string, within: number): boolean {
  const [first = ''] = found.toLowerCase().split(/[\s,(]/)
  return first.length > 1 && text.slice(0, within).toLowerCase().includes(first)
}

/** Titles with text under them, and short lines that say how to reach somebody. Another heading is the article's own. */
function isBoxToTheEnd(rest: readonly Block[]): boolean {
  let isUnderTitle = false
  return rest.every((block, index) => {
    if (begins(block, rest[index + 1])) {
      isUnderTitle = true
      return true
    }
    if (/^H[1-6]$/.test(block.element.tagName)) return false
    return isUnderTitle || isMarker(block) || (block.text.length <= maxLine && isLineOfBox(block))
  })
}

/** It has more than one part, says how to reach somebody, or is about the site itself. */
function isOfCompany(rest: readonly Block[], { siteName, url }: Page): boolean {
  const parts = rest.filter((block, index) => begins(block, rest[index + 1]) || isMarker(block))
  if (parts.length > 1) return true
  if (
    rest.some(block => block.text.length <= maxLine && (hasAddress(block) || /@[\w-]+\.\w/.test(block.text)))
  )
    return true
  const [first = ''] = rest[0] ? (nameIn(rest[0], rest[1]) ?? '').toLowerCase().split(/[\s,(]/) : []
  const site = `${siteName ?? ''} ${URL.parse(url)?.hostname ?? ''}`.toLowerCase()
  return first.length > 2 && site.split(/[\s.,-]+/).includes(first)
}

const isLineOfBox = (block: Block) =>
  reach.test(block.text) || source.test(block.text) || contacts.test(block.text) || hasAddress(block)

const hasAddress = ({ element }: { element: PageElement }) =>
  [...element.querySelectorAll('a')].some(link => /^(mailto|tel):/i.test(link.getAttribute('href') ?? ''))
