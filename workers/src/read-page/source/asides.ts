import { linkShare } from '../clean/blocks.ts'
import { isNamedAsSite } from '../clean/named-parts.ts'
import { classesOf, type PageDocument, type PageElement, rename, textOf } from '../dom.ts'

/** In UTF-16 units. */
const maxAside = 1_500
/** Elements between an aside and the paragraph beside it. */
const maxSteps = 3
/** In UTF-16 units. A paragraph of the text, not a line of the page. */
const minParagraph = 80

/**
 * Keeps asides of the text, which Readability drops with those of the page: notes and warnings that stand between paragraphs, are
 * short, and lead nowhere.
 */
export function asides(document: PageDocument): void {
  for (const aside of [...document.querySelectorAll('aside')]) {
    if (isOfText(aside)) rename(document, aside, 'div')
  }
}

function isOfText(aside: PageElement): boolean {
  const { length } = textOf(aside)
  if (length === 0 || length > maxAside) return false
  if (/^(complementary|navigation|search|banner)$/.test(aside.getAttribute('role') ?? '')) return false
  const isOther = `${classesOf(aside)} ${aside.getAttribute('id') ?? ''}`
  if (isNamedAsSite(aside) || /widget|teaser|card|promo|module|rail/i.test(isOther)) return false
  if (aside.querySelector('form, input, button, iframe, aside, nav, h1, h2 a, h3 a, h4 a') !== null)
    return false
  if (linkShare(aside) > 0.3) return false
  return hasParagraph(aside, 'previousElementSibling') && hasParagraph(aside, 'nextElementSibling')
}

function hasParagraph(aside: PageElement, side: 'previousElementSibling' | 'nextElementSibling'): boolean {
  let sibling = aside[side]
  for (let step = 0; sibling && step < maxSteps; step += 1) {
    if (sibling.tagName === 'P' && textOf(sibling).length >= minParagraph) return true
    sibling = sibling[side]
  }
  return false
}
