import { articleText } from '../../../parts/article-text/article-text.ts'
import type { Segment } from './segments.ts'

const NAME = 'speech'
/** Above the highlights of notes. */
const PRIORITY = 10
/** Heights of the reader's bar and of the speech panel, which cover the page. */
const COVERED_PX = { top: 80, bottom: 150 }

const isInView = ({ top, bottom }: DOMRect) =>
  bottom > COVERED_PX.top && top < innerHeight - COVERED_PX.bottom

/** Marks a segment in the article; null removes the mark. Without the CSS Custom Highlight API nothing is marked. */
export const markSegment = (article: HTMLElement | null, segment: Segment | null): Range | null => {
  const highlights = 'highlights' in CSS ? CSS.highlights : undefined
  if (!article || !segment) {
    highlights?.delete(NAME)
    return null
  }
  const range = articleText(article).rangeOf(segment.start, segment.end)
  if (highlights) {
    const mark = new Highlight(range)
    mark.priority = PRIORITY
    highlights.set(NAME, mark)
  }
  return range
}

/** Scrolls to the spoken segment, unless the person has scrolled the one before it out of view. */
export const followSegment = (range: Range, before: Range | null): void => {
  const box = range.getBoundingClientRect()
  const wasInView = before === null || isInView(before.getBoundingClientRect())
  const isWhole = box.top >= COVERED_PX.top && box.bottom <= innerHeight - COVERED_PX.bottom
  if (isWhole || !wasInView) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: scrollY + box.top - innerHeight * 0.3, behavior: isStill ? 'instant' : 'smooth' })
}
