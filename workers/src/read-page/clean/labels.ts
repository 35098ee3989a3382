import { type PageElement, textOf } from '../dom.ts'
import type { Block } from './blocks.ts'

/** Whole lines that label a place of the page, where a script or a picture stood. None of them is a sentence of an article. */
const label =
  /^\W*(advert(isement|s)?|sponsored( content)?|iklan|anzeige|werbung|publicidad|publicité|skip to( main)? content|loading|(article |story )?continue(s|d)? (reading )?below|(this )?story continues below( advertisement)?|continue reading|scroll (down )?(to|for) (continue|more)|comments?|share( this)?( (story|article|post))?|print|e-?mail|tweet|post (a )?comment|leave a (comment|reply)|view comments|related( (articles|stories|content|posts|links|news|coverage|topics))?|recommended( for you)?|trending( now)?|most (read|popular)|recent (articles|posts)|popular (this week|posts|now)|read (more|next|also)|see also|you (may|might)( also)? (like|be interested in)|don['’]t miss|up next|latest news|breaking news|want more stories like this\?|subscribe( now)?|sign (up|in)( now)?)\W*$/i

const advert = /^\W*(advert(isement|s)?|sponsored( content)?|iklan|anzeige|werbung|publicidad|publicité)\W*$/i

/** Pictures under which nothing but such a word stands. */
export const adverts = (article: PageElement): PageElement[] =>
  [...article.querySelectorAll('p, div, figure, section')].filter(
    element => element.querySelector('img') !== null && advert.test(textOf(element)),
  )

/** Labels among the blocks. Items of lists and headings that have a text after them are the article's own. */
export function labels(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ element, text, place }, index) => {
    if (text.length > 60 || element.tagName === 'LI' || !label.test(text)) return false
    const next = blocks[index + 1]
    const heads = /^H[1-6]$/.test(element.tagName) && next?.isProse === true
    return !heads || place === 'below'
  })
}
