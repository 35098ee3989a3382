import { useQuery } from '@tanstack/react-query'
import { BookText } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '../../lib/format.ts'
import { countsQuery } from '../../lib/links.ts'
import { Logo } from '../../ui/logo.tsx'
import { PlanCard } from './plan-card.tsx'

/** On wide screens only; on small ones the menu's sheet holds the same. */
export const Sidebar = () => (
  <aside
    aria-label="Library"
    className="sticky top-0 hidden h-dvh flex-col gap-5 overflow-y-auto border-r border-line px-3.5 py-5 lg:flex"
  >
    <Link href="/dashboard" aria-label="Lectern, your library" className="self-start rounded-control px-2.5">
      <Logo />
    </Link>
    <Collections />
    <div className="mt-auto">
      <PlanCard />
    </div>
  </aside>
)

export const Collections = () => {
  const { data: counts } = useQuery(countsQuery)
  return (
    <nav aria-labelledby="collections">
      <h2 id="collections" className="px-2.5 pb-2.5 font-sans text-meta font-medium text-ink-2">
        My Collections
      </h2>
      <ul>
        <li>
          <Link
            href="/dashboard"
            aria-current="page"
            className="flex min-h-9 items-center gap-2.5 rounded-control bg-sunken px-2.5 font-semibold pointer-coarse:min-h-11"
          >
            <BookText aria-hidden />
            <span className="flex-1">All Articles</span>
            {counts && <span className="tabular font-normal text-ink-2">{formatCount(counts.active)}</span>}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
