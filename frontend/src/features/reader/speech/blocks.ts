import { articleText } from '../../../parts/article-text/article-text.ts'
import type { Block } from './segments.ts'

/** Code is not read aloud, nor is what the reader hides: a title that stands above the article already. */
const SILENT = 'pre, [hidden]'
/** Parts of a paragraph that are not spoken: footnote marks, and the small letters of ruby, which repeat the large ones. */
const MARKS = 'sup a[href^="#"], a[data-footnote], rt, rp'
const FORMULAS = '[data-math]'

/** The article's text as the speech reads it. */
export const blocksOf = (article: HTMLElement): Block[] => {
  const { text, blocks, spanOf } = articleText(article)
  const replaced = [...article.querySelectorAll<HTMLElement>(`${MARKS}, ${FORMULAS}`)].map(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const isMark = !element.matches(FORMULAS)
    return { ...spanOf(range), spoken: isMark ? '' : 'formula' }
  })
  let next = 0
  return blocks.flatMap(({ element, start, end }) => {
    while ((replaced[next]?.end ?? Infinity) <= start) next++
    if (element.closest(SILENT)) return []
    const own: { start: number; end: number; spoken: string }[] = []
    for (let n = next; (replaced[n]?.start ?? Infinity) < end; n++) {
      const part = replaced[n]
      if (part && part.end > part.start)
        own.push({ ...part, start: part.start - start, end: part.end - start })
    }
    return [{ start, text: text.slice(start, end), replaced: own }]
  })
}
