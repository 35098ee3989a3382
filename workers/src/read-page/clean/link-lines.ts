import type { PageElement } from '../dom.ts'
import { textOf } from '../dom.ts'
import type { Block } from './blocks.ts'
import { isOwnPage, type Page } from './page.ts'

/** In UTF-16 units. */
const maxLine = 200
const maxLabel = 30
const minWords = 4

/**
 * Lines that are nothing but a link to another page of the site, which newspapers put between the paragraphs. A single one may be part of
 * the article ('Part one of this series'), so it goes only with a label before it ('Related:'), in capitals, or where there are
 * more of them, each on its own between paragraphs. A link that the line before announces with a colon stays.
 */
export function linkLines(blocks: readonly Block[], page: Page): Block[] {
  const short = blocks.filter(
    (block, index) =>
      !/^(LI|DT|DD|TD)$/.test(block.element.tagName) &&
      block.text.length <= maxLine &&
      !blocks[index - 1]?.text.endsWith(':'),
  )
  const lines = short.filter(({ element }) => leadsToOwnPages(element, page))
  const set = new Set(lines)
  const places = new Map(blocks.map((block, index) => [block, index]))
  const isAlone = (block: Block) => {
    const index = places.get(block) ?? 0
    return ![blocks[index - 1], blocks[index + 1]].some(near => near && set.has(near))
  }
  const whole = lines.filter(line => line.linked > 0.9)
  const tagged = lines.filter(isTagged)
  const headings = whole.filter(isHeading)
  const between = whole.filter(line => !isHeading(line) && isSentence(line) && isAlone(line))
  const below = whole.filter(line => !isHeading(line) && line.place === 'below')
  return [
    ...lines.filter(hasLabel),
    ...short.filter(line => leadsAway.test(line.text) && hasLabel(line)),
    ...(linksOf(tagged) > 1 ? tagged : []),
    ...whole.filter(line => !isHeading(line) && (isInCapitals(line.text) || line.place === 'above')),
    ...(headings.length <= maxHeadings ? headings : []),
    ...(between.length > 1 ? between : []),
    ...(below.length > 1 ? below : []),
  ]
}

/** Labels of lines that lead to other pages, also to those of a sister site. */
const leadsAway =
  /^(also|also (on|read|see)|see also|related|read (more|next|also)|more( on this)?|recommended|must read)\s*:/i

const linksOf = (lines: readonly Block[]) =>
  lines.reduce((sum, { element }) => sum + [...element.querySelectorAll('a')].length, 0)

/** Links and words in brackets and capitals, such as `[VIDEO]`, and nothing else. */
const isTagged = ({ element, text }: Block) => {
  let rest = text
  for (const link of element.querySelectorAll('a')) rest = rest.replace(textOf(link), '')
  return /^(?:[\s|]*\[[\p{Lu} ]{3,20}\][\s|]*)+$/u.test(rest)
}

/** In a page that collects other pages, more headings are links. */
const maxHeadings = 2
const isHeading = ({ element }: Block) => /^H[1-6]$/.test(element.tagName)

const isSentence = ({ text }: Block) => text.split(' ').length >= minWords

/** A word or two and a colon, then links. */
function hasLabel({ element, text }: Block): boolean {
  const label = text.slice(0, maxLabel).split(':')[0] ?? ''
  if (!text.slice(0, maxLabel).includes(':') || label.split(' ').length > 3) return false
  const links = [...element.querySelectorAll('a')].map(textOf).join(' ')
  return (
    text.length - links.length <= label.length + 4 ||
    (links.startsWith(label) && text.length - links.length < 4)
  )
}

const isInCapitals = (text: string) =>
  text.length > 12 && text === text.toUpperCase() && text !== text.toLowerCase()

export function leadsToOwnPages(element: PageElement, page: Page): boolean {
  const links = element.tagName === 'A' ? [element] : [...element.querySelectorAll('a')]
  return links.length > 0 && links.every(link => isOwnPage(link.getAttribute('href'), page))
}
