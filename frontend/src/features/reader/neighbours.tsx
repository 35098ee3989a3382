import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { useList } from './use-list.ts'

/** Under the article: the previous and the next one of the list that the reader was opened from. */
export const Neighbours = ({ list }: { list: ReturnType<typeof useList> }) => {
  const previous = list.neighbour(-1)
  const next = list.neighbour(1)
  if (!previous && !next) return null
  return (
    <nav
      aria-label="Articles of the list"
      className="mt-16 grid gap-3 border-t border-line pt-6 sm:grid-cols-2 print:hidden"
    >
      {previous && (
        <button type="button" onClick={() => list.move(-1)} className={NEIGHBOUR}>
          <ChevronLeft aria-hidden />
          <span className="min-w-0">
            <span className="block text-meta text-ink-2">Previous</span>
            <Title>{previous.title}</Title>
          </span>
        </button>
      )}
      {next && (
        <button
          type="button"
          onClick={() => list.move(1)}
          className={`${NEIGHBOUR} justify-end text-right sm:col-start-2`}
        >
          <span className="min-w-0">
            <span className="block text-meta text-ink-2">Next</span>
            <Title>{next.title}</Title>
          </span>
          <ChevronRight aria-hidden />
        </button>
      )}
    </nav>
  )
}

const NEIGHBOUR = 'flex items-center gap-3 rounded-card p-3 text-left hover:bg-sunken'

const Title = ({ children }: { children: string }) => (
  <span dir="auto" className="line-clamp-2 font-serif text-card font-[550] break-words">
    {children}
  </span>
)
