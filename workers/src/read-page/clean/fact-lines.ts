import type { Block } from './blocks.ts'
import { dateWords, isDateLine, labels, number, wordsOf } from './dates.ts'
import type { Page } from './page.ts'

/** In UTF-16 units. */
const maxLine = 200
/**
 * Lines above or below the text that only repeat facts of the page: its title, authors, site and address, and dates. A line that has
 * one other word stays, as do dates in an article that has more of them between its paragraphs, such as a diary.
 */
export function factLines(blocks: readonly Block[], page: Page): Block[] {
  const dates = dateWords(page.language)
  const isDate = (block: Block) => isDateLine(block.text, dates)
  const isDiary = blocks.some(block => !block.isNearEnd && isDate(block))
  const authors = new Set(wordsOf(`${page.byline ?? ''} ${page.siteName ?? ''}`))
  return blocks.filter(block => {
    const { text, isNearEnd, element } = block
    if (!isNearEnd || text.length > maxLine) return false
    if (isTitle(block, page)) return true
    if (/^H[1-6]$/.test(element.tagName)) return false
    if (text.replace(/#.*$/, '') === page.url.replace(/#.*$/, '')) return true
    if (isDate(block) || (block.place === 'above' && isTime(text))) return !isDiary
    const rest = wordsOf(text).filter(word => !labels.has(word) && !number.test(word) && !dates.has(word))
    const isOfAuthors = rest.length > 0 && rest.every(word => authors.has(word))
    return isOfAuthors || isByline(block, dates) || isPosted(block, dates)
  })
}

function isTitle({ text, place }: Block, { title }: Page): boolean {
  if (place !== 'above' || title === null) return false
  const [line, name] = [text.toLowerCase(), title.toLowerCase()]
  return line === name || (line.endsWith(name) && name.length > 20)
}

/** A time of day, and perhaps a year. A year alone may be a title. */
const isTime = (text: string) => /^\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?,?\s*(?:(?:19|20)\d{2})?$/i.test(text)

/** `Posted on … by` and names. */
function isPosted(block: Block, dates: ReadonlySet<string>): boolean {
  const by = /^(?:posted|published|written|updated)\b.{0,60}?\b(by\s.{2,80})$/i.exec(block.text)?.[1]
  return by !== undefined && isByline({ ...block, text: by }, dates)
}

/** `By` and names: every other word begins with a capital letter, and no sentence ends. */
function isByline({ text, isNearEnd }: Block, dates: ReadonlySet<string>): boolean {
  const names = isNearEnd && /^by:?\s+(.{2,100})$/i.exec(text)?.[1]
  if (!names || /[.!?]$/.test(names)) return false
  return names
    .split(/[\s,|/·•–—-]+/u)
    .every(
      word => /^[\p{Lu}\d]/u.test(word) || word === '' || labels.has(word.toLowerCase()) || dates.has(word),
    )
}
