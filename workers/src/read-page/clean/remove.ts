import { type PageElement, textOf } from '../dom.ts'

/** Removes elements, those around them that become empty, and headings whose whole section went. */
export function removeAll(article: PageElement, elements: readonly PageElement[]): void {
  const removed = new Set(elements)
  if (removed.size > 0) removeIn(article, removed)
}

/** Returns whether it found any. */
function removeIn(element: PageElement, removed: ReadonlySet<PageElement>): boolean {
  let found = false
  for (const child of [...element.children]) {
    const isRemoved = removed.has(child)
    if (!isRemoved && !removeIn(child, removed)) continue
    found = true
    if (!isRemoved && !isEmpty(child)) continue
    const before = child.previousElementSibling
    const after = child.nextElementSibling
    child.remove()
    if (before && headsNothing(before, after)) before.remove()
  }
  return found
}

const isEmpty = (element: PageElement) =>
  textOf(element) === '' && element.querySelector('img, picture') === null

/** A heading before the end of its parent, or before a heading of its own rank or a higher one. */
function headsNothing(heading: PageElement, next: PageElement | null): boolean {
  const rank = /^H([2-6])$/.exec(heading.tagName)?.[1]
  if (rank === undefined) return false
  const nextRank = /^H([1-6])$/.exec(next?.tagName ?? '')?.[1]
  return next === null || (nextRank !== undefined && nextRank <= rank)
}
