import type { Block } from './blocks.ts'
import { isEmphasised } from './calls.ts'
import type { Page } from './page.ts'

/** In UTF-16 units. */
const maxLine = 300

const sign = /^\W*(©|ⓒ|\(c\)|copyright:?\s+(©|ⓒ|\(c\)|\d{4}))|©\s?\d{4}|all rights reserved\.?$/i

/** Who else worked on a report, in the brackets of the agencies. */
const credits = /^\((?:additional )?(?:reporting|writing|editing|compiled)\b[^()]*\bby\b[^()]*\)$/i

/** Lines below the text: copyright, credits, and notes about the author that begin with the author's name. */
export function endings(blocks: readonly Block[], { byline }: Page): Block[] {
  return blocks.filter(({ element, text, place }, index) => {
    // A long line of copyright counts as prose.
    const isLast = place === 'below' || index >= blocks.length - 2
    if (!isLast || text.length > maxLine) return false
    const isCopyright = sign.test(text) || (credits.test(text) && index >= blocks.length - 2)
    const isAuthor = byline !== null && byline.length > 3 && text.startsWith(byline)
    const isAside = isEmphasised(element, text) || text.length < 160
    return isCopyright || (place === 'below' && isAuthor && isAside)
  })
}
