import { Archive, LayoutGrid, List, type LucideIcon, Star } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Link, LinkList } from '../../data/answers.ts'
import type { Id } from '../../data/id.ts'
import { useCollections } from '../../data/library/use-collections.ts'
import { useShared } from '../../data/library/use-shared.ts'
import { countOf } from '../../lib/format.ts'
import { whenIdle } from '../../lib/idle.ts'
import { cx } from '../../ui/cx.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { SelectAll } from './bulk/select-all.tsx'
import { OrderMenus } from './order/order-menus.tsx'
import { pill } from './pill.ts'
import { useSelection } from './selection.ts'
import { useView, type View } from './use-view.ts'

const bulkBar = lazyPart(() => import('./bulk/bulk-bar.tsx'))

const NO_LINKS: readonly Link[] = []

/** The title, the total, the filters and the view. While links are selected, the bulk bar replaces it and stays in view. */
export const LibraryHead = ({ list }: { list: LinkList | undefined }) => {
  const { filters, view, setFilter, setView } = useView()
  const collections = useCollections()
  const shared = useShared()
  const isShown = ({ id }: { id: Id }) => id === filters.collection
  const collection = collections.find(isShown) ?? shared.find(isShown)
  const isOfOthers = typeof filters.collection === 'string' && filters.collection !== 'none'
  const name = filters.collection === 'none' ? 'No Collection' : collection?.name
  const kind = [
    filters.q && 'matching',
    filters.progress,
    filters.archived && 'archived',
    filters.favorite && 'favorite',
  ]
    .filter(Boolean)
    .join(' ')
  const ids = useSelection(list?.links ?? NO_LINKS, JSON.stringify(filters))
  const shown = list?.links.length ?? 0
  const hasSelection = ids.length > 0
  // SavedArticles here because the Select all box moves between this row and the bulk bar.
  const keepsFocus = useRef(false)
  useEffect(() => whenIdle(bulkBar.preload), [])
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)]', hasSelection && 'z-10 sm:sticky sm:top-17')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-2 pb-4 sm:pt-5 sm:[grid-area:1/1]">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3.5 gap-y-1">
          <h1 dir="auto" className="min-w-0 text-title break-words">
            {name ?? (isOfOthers ? 'Shared with me' : 'My Saved Links')}
          </h1>
          <p role="status" className="tabular text-ink-2">
            {list && totalOf(list, `${kind || 'saved'} link`, filters.q === '')}
          </p>
          {collection?.description && (
            <p dir="auto" className="min-w-0 basis-full break-words text-ink-2">
              {collection.description}
            </p>
          )}
        </div>
        <div
          className={cx(
            'flex min-h-9 items-center gap-2 pointer-coarse:min-h-11 sm:ml-auto sm:flex-wrap',
            // On a phone one row that scrolls sideways, with room for the focus ring. Relative, so that it cuts off hidden texts
            // that are placed absolutely: the page would scroll sideways.
            'max-sm:relative max-sm:-mx-4 max-sm:-my-1 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none]',
            hasSelection && 'sm:invisible',
          )}
        >
          {/* The box moves to the bar, and leaves its space, so that the row does not get another height. */}
          {shown > 0 && (
            <span className={cx('mr-2 max-sm:hidden', hasSelection && 'pl-7')}>
              {hasSelection ? 'Select all' : <SelectAll selected={0} shown={shown} keepsFocus={keepsFocus} />}
            </span>
          )}
          <Filter
            icon={Star}
            label="Favorites"
            isOn={filters.favorite}
            onToggle={isOn => setFilter('favorite', isOn)}
          />
          <Filter
            icon={Archive}
            label="Archived"
            isOn={filters.archived}
            onToggle={isOn => setFilter('archived', isOn)}
          />
          <OrderMenus />
          <fieldset className="flex shrink-0 rounded-control bg-sunken p-0.5">
            <legend className="sr-only">View</legend>
            <ViewButton icon={LayoutGrid} label="Grid view" value="grid" view={view} onChoose={setView} />
            <ViewButton icon={List} label="List view" value="list" view={view} onChoose={setView} />
          </fieldset>
        </div>
      </div>
      {hasSelection && <bulkBar.Component ids={ids} list={list} keepsFocus={keepsFocus} />}
    </div>
  )
}

/** '1,284 saved links', '1,000+ matching links', 'At least 1,000 unread links' */
const totalOf = ({ total, totalIsLowerBound }: LinkList, what: string, isList: boolean) => {
  if (!totalIsLowerBound) return countOf(total, what)
  return isList ? `At least ${countOf(total, what)}` : countOf(total, `+ ${what}`).replace(' +', '+')
}

type FilterProps = { icon: LucideIcon; label: string; isOn: boolean; onToggle: (isOn: boolean) => void }

const Filter = ({ icon: Icon, label, isOn, onToggle }: FilterProps) => (
  <button type="button" aria-pressed={isOn} onClick={() => onToggle(!isOn)} className={pill(isOn)}>
    <Icon aria-hidden className={isOn && label === 'Favorites' ? 'fill-marker text-marker' : ''} />
    {label}
  </button>
)

type ViewProps = { icon: LucideIcon; label: string; value: View; view: View; onChoose: (view: View) => void }

const ViewButton = ({ icon: Icon, label, value, view, onChoose }: ViewProps) => (
  <Tip label={label}>
    <button
      type="button"
      aria-label={label}
      aria-pressed={view === value}
      onClick={() => onChoose(value)}
      className={cx(
        'grid h-7 w-8 place-items-center rounded-[7px] pointer-coarse:h-10 pointer-coarse:w-11',
        view === value ? 'bg-surface text-ink shadow-low' : 'text-ink-2 hover:text-ink',
      )}
    >
      <Icon aria-hidden />
    </button>
  </Tip>
)
