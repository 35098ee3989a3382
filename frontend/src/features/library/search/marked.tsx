import { marks } from '@lectern/contracts/fold.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useUser } from '../../../lib/session.ts'

type Words = ReturnType<typeof parseSearch>['words']

const SearchedWords = createContext<Words>([])

/** What is inside marks the words of a search; read once for all of a list. */
export const MarkedFor = ({ q, children }: { q: string; children: ReactNode }) => {
  const { isPro } = useUser()
  const words = useMemo(() => (q === '' ? [] : parseSearch(q, { advanced: isPro }).words), [q, isPro])
  return <SearchedWords value={words}>{children}</SearchedWords>
}

/** A text with what the search found in it marked. */
export const Marked = ({ text }: { text: string }) => {
  const words = use(SearchedWords)
  return words.length === 0 ? text : <Parts text={text} words={words} />
}

const Parts = ({ text, words }: { text: string; words: Words }) =>
  useMemo(() => {
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
  }, [text, words])
