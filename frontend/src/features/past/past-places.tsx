import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import type { Counts } from '@lectern/contracts/api/counts.ts'
import { tagSearch } from '@lectern/contracts/tag-search.ts'
import { BookText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { formatCount } from '../../lib/format.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { Dot, NoDot } from '../../parts/dot.tsx'
import { cx } from '../../ui/cx.ts'
import { usePastView } from './use-past-view.ts'

/** Tags of the sidebar. */
const TAGS_SHOWN = 15

type Props = { counts: Counts; collections: CollectionList }

/** The collections and tags of that moment. On a phone the collections are a field to choose from. */
export const PastPlaces = ({ counts, collections }: Props) => {
  const { filters, hrefWith } = usePastView()
  const navigate = useNavigate()
  const [collectionsId, tagsId, selectId] = [useId(), useId(), useId()]
  const hrefOf = (collection: string | null) =>
    hrefWith({ collection, favorite: null, archived: null, q: null })
  return (
    <>
      <div className="lg:hidden">
        <label htmlFor={selectId} className="sr-only">
          Collection
        </label>
        <select
          id={selectId}
          value={filters.collection ?? ''}
          onChange={event => navigate(hrefOf(event.target.value || null))}
          className="h-9 w-full rounded-control border border-edge bg-surface px-3 pointer-coarse:h-11 pointer-coarse:text-[1rem]"
        >
          <option value="">All Articles ({formatCount(counts.active)})</option>
          {collections.map(({ id, name, count }) => (
            <option key={id} value={id}>
              {name} ({formatCount(count)})
            </option>
          ))}
          {collections.length > 0 && (
            <option value="none">No Collection ({formatCount(counts.uncollected)})</option>
          )}
        </select>
      </div>
      <div className="flex flex-col gap-5 max-lg:hidden">
        <nav aria-labelledby={collectionsId}>
          <h2 id={collectionsId} className="pb-1.5 pl-2.5 font-sans text-meta font-medium text-ink-2">
            Collections of that moment
          </h2>
          <ul>
            <Place
              href={hrefOf(null)}
              isCurrent={filters.collection === null && filters.q === ''}
              count={counts.active}
            >
              <BookText aria-hidden />
              <span className="flex-1">All Articles</span>
            </Place>
            {collections.map(({ id, name, color, count }) => (
              <Place key={id} href={hrefOf(String(id))} isCurrent={filters.collection === id} count={count}>
                <Dot color={color} />
                <span dir="auto" title={name} className="min-w-0 flex-1 truncate text-left">
                  {name}
                </span>
              </Place>
            ))}
            {collections.length > 0 && (
              <Place
                href={hrefOf('none')}
                isCurrent={filters.collection === 'none'}
                count={counts.uncollected}
              >
                <NoDot />
                <span className="flex-1">No Collection</span>
              </Place>
            )}
          </ul>
        </nav>
        {counts.tags.length > 0 && (
          <nav aria-labelledby={tagsId}>
            <h2 id={tagsId} className="pb-1.5 pl-2.5 font-sans text-meta font-medium text-ink-2">
              Tags of that moment
            </h2>
            <ul>
              {counts.tags.slice(0, TAGS_SHOWN).map(({ tag, count }) => {
                const q = tagSearch(tag)
                return (
                  <Place
                    key={tag}
                    href={hrefWith({ collection: null, favorite: null, archived: null, q })}
                    isCurrent={filters.q === q}
                    count={count}
                  >
                    <span dir="auto" title={tag} className="min-w-0 flex-1 truncate text-left">
                      #{tag}
                    </span>
                  </Place>
                )
              })}
            </ul>
          </nav>
        )}
      </div>
    </>
  )
}

type PlaceProps = { href: string; isCurrent: boolean; count: number; children: ReactNode }

const Place = ({ href, isCurrent, count, children }: PlaceProps) => (
  <li className={cx('rounded-control', isCurrent ? 'bg-sunken' : 'hover:bg-sunken/60')}>
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'flex min-h-9 items-center gap-2.5 rounded-control px-2.5 pointer-coarse:min-h-11',
        isCurrent && 'font-semibold',
      )}
    >
      {children}
      <span className="tabular font-normal text-ink-2">{formatCount(count)}</span>
    </Link>
  </li>
)
