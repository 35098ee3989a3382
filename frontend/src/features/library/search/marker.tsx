import { fold, marks } from '@lectern/contracts/fold.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import type { ReactNode } from 'react'

/** What a marked text is: a tag and a host can be found as a whole, too. */
export type TextKind = 'words' | 'tag' | 'host'
export type Marker = (text: string, kind: TextKind) => ReactNode

/** Marks what a search found in a text; null where it looks for nothing that a text could hold. */
export const markerOf = (q: string, { advanced }: { advanced: boolean }): Marker | null => {
  const { words, tags, sites } = parseSearch(q, { advanced })
  if (words.length + tags.length + sites.length === 0) return null
  const isWhole = (text: string, kind: TextKind) =>
    (kind === 'tag' && tags.includes(fold(text))) ||
    (kind === 'host' && sites.some(site => text === site || text.endsWith(`.${site}`)))
  return (text, kind) => markedIn(text, isWhole(text, kind) ? [[0, text.length]] : marks(text, words))
}

const markedIn = (text: string, found: ReturnType<typeof marks>): ReactNode[] => {
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of found) {
    parts.push(
      text.slice(end, from),
      <mark key={from} className="rounded-[3px] bg-highlight text-ink">
        {text.slice(from, to)}
      </mark>,
    )
    end = to
  }
  return [...parts, text.slice(end)]
}
