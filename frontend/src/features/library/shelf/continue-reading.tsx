import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import type { Link as SavedLink } from '../../../data/answers.ts'
import { readerPath } from '../../../data/id.ts'
import { useLinkList } from '../../../data/library/use-links.ts'
import { ALL_LINKS } from '../../../data/links/keys.ts'
import { useUser } from '../../../data/session/use-session.tsx'
import { formatCount, readingMinutes } from '../../../lib/format.ts'
import type { ListOrigin } from '../../../lib/navigation.tsx'
import { Source } from '../link-parts.tsx'
import { ProgressLine } from '../progress-line.tsx'
import { keepFilled } from './filled.ts'

const BEGUN = { ...ALL_LINKS, progress: 'begun', sort: 'lastRead' } as const
const ALL = '?progress=begun'
/** What the reader goes on to is the next one of the shelf. */
const from: ListOrigin = { path: '/dashboard', search: ALL, loaded: 0, sort: 'lastRead' }
const SHOWN_MAX = 4

/** Articles that the person has begun, the last read first, above the list. Nothing where there are none. */
export default function ContinueReading({ space }: { space: ReactNode }) {
  const { list, error } = useLinkList(BEGUN)
  const { id: userId } = useUser()
  const count = list?.links.length
  useEffect(() => {
    if (count !== undefined) keepFilled(userId, count > 0)
  }, [count, userId])
  if (!list) return error ? null : space
  const begun = list.links.slice(0, SHOWN_MAX)
  if (begun.length === 0) return null
  return (
    <section aria-labelledby="continue-reading" className="mb-6 h-38">
      <div className="flex h-8 items-baseline justify-between gap-4">
        <h2 id="continue-reading" className="font-sans text-ui font-semibold">
          Continue reading
        </h2>
        {list.total > 1 && (
          <Link href={`/dashboard${ALL}`} className="underlined tappable relative rounded-[4px] text-meta">
            Show all {formatCount(list.total)}
            {list.totalIsLowerBound && '+'}
          </Link>
        )}
      </div>
      {/* On a phone one row that scrolls sideways. */}
      <ul className="grid h-30 gap-3 max-sm:-mx-4 max-sm:auto-cols-[15rem] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4 sm:max-lg:*:nth-[n+3]:hidden lg:max-xl:*:nth-[n+4]:hidden">
        {begun.map(link => (
          <li key={link.id} className="min-w-0">
            <Begun link={link} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Begun = ({ link }: { link: SavedLink }) => (
  <Link
    href={readerPath(link.id)}
    state={{ from }}
    className="relative flex h-full flex-col gap-1 rounded-card border border-line bg-surface p-3 hover:border-line-2 hover:shadow-low focus-visible:-outline-offset-2"
  >
    <Source link={link} />
    <span dir="auto" className="line-clamp-2 font-serif text-card font-[550] break-words">
      {link.title}
    </span>
    <span className="mt-auto text-meta text-ink-3">{leftOf(link)}</span>
    <ProgressLine link={link} className="rounded-card" />
  </Link>
)

const leftOf = ({ wordCount, progress }: SavedLink): string => {
  const part = progress ?? 0
  if (!wordCount) return `${Math.round(part * 100)} % read`
  return `${formatCount(Math.max(1, readingMinutes(wordCount * (1 - part))))} min left`
}
