import { marks } from '@lectern/contracts/fold.ts'
import type { ReactNode } from 'react'

export { parseSearch } from '@lectern/contracts/search-syntax.ts'

/** A text with each of the words in it marked. */
export const markedIn = (text: string, words: readonly string[]): ReactNode[] => {
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of marks(text, words)) {
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
