import { type PageElement, textOf } from '../dom.ts'
import type { Block } from './blocks.ts'
import { isOwnPage, type Page } from './page.ts'

/** In UTF-16 units. Shorter lines below the text are labels. */
const [minLine, maxLine] = [40, 300]
const asks =
  /\b(newsletters?|subscri(be|ption)|sign(ing)? up|inbox|mailing list|letterbox|click(ing)? here|download (the|our) app|get the .{1,40} app|on the go|breaking news alerts)\b|^(like|enjoy(ed)?) this (story|article|post)\?|^tell us what you think|\b(have|got|send) (us )?(a|any|your) (\w+ )?tips?\b|\baffiliate (links?|commissions?|partners?)\b|\b(uses?|accept) cookies\b/i
const everyAsk = new RegExp(asks, 'gi')
const leadsToOffer =
  /newsletter|subscri|sign-?up|eepurl|mailchi|list-manage|\/(apps?|offers?|tips?)(-|\/|\?|$)|store\.apple|play\.google|^mailto:|(privacy|cookie|affiliate|terms)/i

/**
 * Calls to subscribe, to share or to get an app. The words are not enough: the whole line is emphasised, a heading or a link, or it stands
 * outside the prose with a link to such an offer.
 */
export function calls(blocks: readonly Block[], page: Page): Block[] {
  const last = blocks.findLastIndex(({ element, text }) => text.length >= minLine && !isHeading(element))
  return blocks.filter(({ element, text, place, linked, isNearEnd, isProse }, index) => {
    if (text.length > maxLine || !asks.test(text)) return false
    const links = [...element.querySelectorAll('a')].map(link => link.getAttribute('href'))
    const hasOffer = links.some(href => href !== null && href.length < 2_048 && leadsToOffer.test(href))
    const isMarked = linked > 0.8 || isEmphasised(element, text) || isHeading(element)
    // A long call counts as prose, and may be the last one.
    if (isProse && index === last && links.length > 0 && asksTwice(text)) return true
    const isOwn = links.some(href => isOwnPage(href, page))
    if (place === 'within')
      return (isMarked && (hasOffer || isOwn || linked > 0.8)) || (isNearEnd && hasOffer)
    return isMarked || hasOffer || isOwn
  })
}

const asksTwice = (text: string) => [...text.matchAll(everyAsk)].length > 1

const isHeading = (element: PageElement) => /^H[1-6]$/.test(element.tagName)

/** Whether all text is in one element of emphasis. */
export function isEmphasised(element: PageElement, text: string): boolean {
  const emphasised = [...element.querySelectorAll('strong, b, em, i')]
  return emphasised.some(part => textOf(part).length >= text.length * 0.95)
}
