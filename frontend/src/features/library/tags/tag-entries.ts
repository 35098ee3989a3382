import { mainElement } from '../../../parts/confirm-dialog.tsx'
import { tagHref } from '../../../parts/tag-link.tsx'

const entries = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-tag-nav] a')]
/** Case is ignored, because a tag has one spelling, which may not be the typed one. */
const indexOf = (tag: string): number => {
  const href = tagHref(tag).toLowerCase()
  return entries().findIndex(entry => entry.getAttribute('href')?.toLowerCase() === href)
}

/**
 * Remembers where this tag is in the sidebar. The result finds the entry of the tag that is there after an act; if the
 * sidebar does not show that one, the entry in the same place.
 */
export const entryBeside = (tag: string) => {
  const before = Math.max(0, indexOf(tag))
  return (now: string): HTMLElement | null => {
    const all = entries()
    return all[indexOf(now)] ?? all[Math.min(before, all.length - 1)] ?? mainElement()
  }
}
