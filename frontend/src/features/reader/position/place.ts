import { articleText } from '../../../parts/article-text/article-text.ts'

/** Height of the reader's bar with some space. */
const TOP_PX = 80

/** The least number from 0 to `count` from which on the condition holds. */
const firstFrom = (count: number, holds: (index: number) => boolean): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The place in the text at the top of the screen, in UTF-16 units. */
export const offsetAtTop = (article: HTMLElement): number => {
  const { blocks, rangeOf, text } = articleText(article)
  const isBelowTop = (start: number, end: number) =>
    rangeOf(start, end).getBoundingClientRect().bottom > TOP_PX
  const block = blocks[firstFrom(blocks.length, n => isBelowTop(blocks[n]?.start ?? 0, blocks[n]?.end ?? 0))]
  if (!block) return text.length
  const length = block.end - block.start
  return block.start + firstFrom(length, n => isBelowTop(block.start + n, block.start + n + 1))
}

export const scrollToOffset = (article: HTMLElement, offset: number): void => {
  const { rangeOf } = articleText(article)
  const { top } = rangeOf(offset, offset + 1).getBoundingClientRect()
  scrollTo({ top: scrollY + top - TOP_PX })
}

/** Makes a change that leaves the text as it is. The selected words stay in place, or else those at the top of the screen. */
export const stayInPlace = (article: HTMLElement, change: () => void): void => {
  const offset = offsetAtTop(article)
  const selected = selectedOnScreen(article)
  const words = selected ?? articleText(article).rangeOf(offset, offset + 1)
  const before = words.getBoundingClientRect().top
  const isAtStart = scrollY === 0 && !selected
  change()
  if (!isAtStart) scrollBy({ top: words.getBoundingClientRect().top - before, behavior: 'instant' })
}

const selectedOnScreen = (article: HTMLElement): Range | null => {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const { top } = range.getBoundingClientRect()
  return article.contains(range.commonAncestorContainer) && top > 0 && top < innerHeight ? range : null
}

/** The part read: 0 at the top of the page, 1 when the article's end is on the screen. */
export const partRead = (article: HTMLElement): number => {
  const end = article.getBoundingClientRect().bottom + scrollY - innerHeight
  return end <= 0 ? 1 : Math.min(1, Math.max(0, scrollY / end))
}

/** From here on an article counts as read, and continues nowhere. */
export const READ_ALL = 0.97

/** The place to continue at: the text's end where nearly all of it has been on the screen. */
export const readingOffset = (article: HTMLElement): number =>
  partRead(article) >= READ_ALL ? articleText(article).text.length : offsetAtTop(article)

/** Whether there is something before the place, and something after it. */
export const isUnderWay = (part: number): boolean => part > 0.03 && part < READ_ALL

/** Length that is compared of two texts, from the place on. */
const CONTEXT = 80

/** The place in another version of a text: where it goes on with the same words, else as far in as before. */
export const movedOffset = (before: string, offset: number, after: string): number => {
  const guess = before.length === 0 ? 0 : Math.round((offset / before.length) * after.length)
  const words = before.slice(offset, offset + CONTEXT)
  if (words.trim() === '') return guess
  let best = -1
  for (let found = after.indexOf(words); found >= 0; found = after.indexOf(words, found + 1))
    if (best < 0 || Math.abs(found - guess) < Math.abs(best - guess)) best = found
  return best < 0 ? guess : best
}
