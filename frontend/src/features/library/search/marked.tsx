import { marks } from '@lectern/contracts/fold.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import { type ReactNode, useMemo } from 'react'
import { useUser } from '../../../lib/session.ts'
import { useView } from '../use-view.ts'

/** A text with what the search found in it marked. */
export const Marked = ({ text }: { text: string }) => {
  const { isPro } = useUser()
  const { q } = useView().filters
  return useMemo(() => {
    if (q === '') return text
    const { words } = parseSearch(q, { advanced: isPro })
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
  }, [text, q, isPro])
}
