import { StickyNote } from 'lucide-react'
import { Link } from 'wouter'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Logo } from '../../ui/logo.tsx'
import { CollectionNav } from './collections/collection-nav.tsx'
import { PlanCard } from './plan-card.tsx'

// Their code loads after the links.
const offline = lazyPart(() => import('./offline-nav.tsx'), { failed: () => null })
const shared = lazyPart(() => import('./shared/shared-nav.tsx'), { failed: () => null })
const tags = lazyPart(() => import('./tags/tag-nav.tsx'), { failed: () => null })

/** Shown on wide screens only; on small screens MenuSheet shows the same. */
export const Sidebar = () => (
  <aside
    aria-label="Library"
    className="sticky top-0 hidden h-[calc(100dvh-var(--bottom-lines))] flex-col gap-5 border-r border-line px-3.5 py-5 lg:flex"
  >
    <Link href="/dashboard" aria-label="Lectern, your library" className="self-start rounded-control px-2.5">
      <Logo />
    </Link>
    <div className="-m-1 flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-1">
      <CollectionNav />
      <shared.Component />
      <div>
        <Link
          href="/notes"
          className="flex min-h-9 shrink-0 items-center gap-2.5 rounded-control px-2.5 hover:bg-sunken pointer-coarse:min-h-11"
        >
          <StickyNote aria-hidden /> Notes
        </Link>
        <offline.Component />
      </div>
      {/* Last, because it comes after the others. */}
      <tags.Component />
    </div>
    <PlanCard />
  </aside>
)
