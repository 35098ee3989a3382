import type { Page } from '@playwright/test'

// Run in the page, where the types of a browser are, and not here.
const ENDS = `(sought, isSelected) => {
  const walker = document.createTreeWalker(document.querySelector('[data-article]'), NodeFilter.SHOW_TEXT)
  const letters = []
  while (walker.nextNode())
    [...walker.currentNode.data].forEach((letter, at) => {
      if (letter.trim() !== '') letters.push({ letter, at, node: walker.currentNode })
    })
  const words = sought.replace(/\\s+/g, '')
  const at = letters.map(({ letter }) => letter).join('').indexOf(words)
  if (at < 0) throw new Error('The article has no ' + sought)
  const rangeOf = ({ node, at }) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range
  }
  const first = rangeOf(letters[at])
  const last = rangeOf(letters[at + words.length - 1])
  scrollTo({ top: scrollY + first.getBoundingClientRect().top - innerHeight / 3, behavior: 'instant' })
  if (isSelected) getSelection().setBaseAndExtent(first.startContainer, first.startOffset, last.endContainer, last.endOffset)
  const [start, end] = [first.getBoundingClientRect(), last.getBoundingClientRect()]
  const middle = box => (box.top + box.bottom) / 2
  return { start: { x: start.left + 1, y: middle(start) }, end: { x: end.right - 1, y: middle(end) } }
}`

type Point = { x: number; y: number }

/** Scrolls words of the article onto the screen. Returns the points of their first and their last letter. White space does not count. */
export const endsOf = (page: Page, words: string): Promise<{ start: Point; end: Point }> =>
  page.evaluate(`(${ENDS})(${JSON.stringify(words)})`)

/** Waits until selected words can be highlighted: that code loads after the text. */
export const readyToSelect = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Select words by keyboard' }).waitFor({ state: 'attached' })

/** Selects words as the handles of a touch screen do: without the pointer. */
export const selectByHandles = async (page: Page, words: string): Promise<{ start: Point; end: Point }> => {
  await readyToSelect(page)
  return page.evaluate(`(${ENDS})(${JSON.stringify(words)}, true)`)
}

/** The words that are drawn as notes, by the name of their CSS highlight. */
export const drawnNotes = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(
    `Object.fromEntries([...CSS.highlights].filter(([name]) => name.startsWith('note-')).map(([name, ranges]) => [name, [...ranges].map(String)]))`,
  )

/** The background of the words of a CSS highlight. */
export const groundOf = (page: Page, name: string): Promise<string> =>
  page.evaluate(
    `getComputedStyle(document.querySelector('[data-article] p'), '::highlight(${name})').backgroundColor`,
  )
