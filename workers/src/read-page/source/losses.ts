import { linkShare } from '../clean/blocks.ts'
import { nearest, type PageDocument, type PageElement, textOf } from '../dom.ts'
import { marks } from './marks.ts'

const mark = marks.block
const blocks = 'p, ul, ol, dl, pre, table, figure, blockquote, h2, h3, h4, h5, h6, div, section'
const puttable = /^(PRE|UL|OL|DL|TABLE|FIGURE)$/
/** How many lost neighbours may stand between a lost block and one that was kept. */
const maxSteps = 3
/** In UTF-16 units. */
const minParagraph = 60

/** Blocks of a page that Readability may lose, with copies that can be put back. */
export type Losses = { putBack(article: PageElement): void }

/**
 * Marks the blocks of a page. `putBack` then finds lists, code, tables and figures that Readability removed although blocks
 * before and after them, in the same element, are in the article, and the paragraph before the first one that is.
 */
export function losses(document: PageDocument): Losses {
  const marked = [...document.querySelectorAll(blocks)]
  for (const [number, block] of marked.entries()) block.setAttribute(mark, `${number}`)
  const candidates = marked.filter(isCandidate).map(block => ({
    copy: block.cloneNode(true),
    number: block.getAttribute(mark) ?? '',
    before: neighbours(placeOf(block), 'previousElementSibling'),
    after: neighbours(placeOf(block), 'nextElementSibling'),
  }))
  return {
    putBack(article) {
      const kept = new Map<string, PageElement>()
      for (const block of article.querySelectorAll(`[${mark}]`))
        kept.set(block.getAttribute(mark) ?? '', block)
      for (const { copy, number, before, after } of candidates) {
        if (kept.has(number)) continue
        const last = before.map(name => kept.get(name)).find(Boolean)
        const next = after.map(name => kept.get(name)).find(Boolean)
        if (next && copy.tagName === 'P' ? last !== undefined : !last || !next) continue
        if (last) last.after(copy)
        else next?.before(copy)
        kept.set(number, copy)
      }
    },
  }
}

function isCandidate(block: PageElement): boolean {
  if (isEmbed(block)) return true
  if (block.tagName === 'P') {
    return isFirst(block) && textOf(block).length >= minParagraph && linkShare(block) < 0.3
  }
  if (!puttable.test(block.tagName) || block.parentNode === null) return false
  if (nearest(block.parentNode, element => puttable.test(element.tagName)) !== null) return false
  if (block.tagName === 'FIGURE') return block.querySelector('img') !== null
  return textOf(block) !== '' && linkShare(block) < 0.3
}

/** Only headings and the like stand before the first paragraph. */
const isFirst = ({ previousElementSibling: before }: PageElement) =>
  before?.tagName !== 'P' && before?.previousElementSibling?.tagName !== 'P'

const isEmbed = (block: PageElement) => block.getAttribute(marks.embed) !== null

/**
 * The outermost element around a block that holds nothing else, such as the frame of code. For an embedded thing, which is never
 * advertising, the one beside a paragraph.
 */
function placeOf(block: PageElement, step = 0): PageElement {
  const around = block.parentNode
  if (!around || !/^(DIV|SECTION|FIGURE)$/.test(around.tagName)) return block
  if (isEmbed(block) || step > 0) {
    const isBeside = ['previousElementSibling', 'nextElementSibling'].some(
      side => block[side as 'nextElementSibling']?.tagName === 'P',
    )
    return isBeside || step === maxSteps ? block : placeOf(around, step + 1)
  }
  const isAlone = [...around.childNodes].every(
    node => node === block || (node.nodeType !== 1 && !node.textContent?.trim()),
  )
  return isAlone ? placeOf(around) : block
}

/** The marks of the nearest siblings on one side. */
function neighbours(block: PageElement, side: 'previousElementSibling' | 'nextElementSibling'): string[] {
  const names: string[] = []
  for (let sibling = block[side]; sibling && names.length < maxSteps; sibling = sibling[side]) {
    names.push(sibling.getAttribute(mark) ?? '')
  }
  return names
}
