import { fold, type Mark, marks } from '@lectern/contracts/fold.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import type { ReactNode } from 'react'

/** The kind of a marked text. A tag or a host can also match as a whole. */
export type TextKind = 'words' | 'tag' | 'host'
/** `found` are the marks where the server has found them. */
export type Marker = (text: string, kind: TextKind, found?: readonly Mark[]) => ReactNode

/** Returns a function that marks the matches of a search in a text; null when the search has no words, tags or sites. */
export const markerOf = (q: string, { advanced }: { advanced: boolean }): Marker | null => {
  const { words, tags, sites } = parseSearch(q, { advanced })
  if (words.length + tags.length + sites.length === 0) return null
  const isWhole = (text: string, kind: TextKind) =>
    (kind === 'tag' && tags.includes(fold(text))) ||
    (kind === 'host' && sites.some(site => text === site || text.endsWith(`.${site}`)))
  return (text, kind, found) =>
    markedIn(text, found ?? (isWhole(text, kind) ? [[0, text.length]] : marks(text, words)))
}

const markedIn = (text: string, found: readonly Mark[]): ReactNode => {
  if (found.length === 0) return text
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
