import type { Collection } from '@lectern/contracts/api/collections.ts'
import { useAtomValue } from 'jotai'
import { Archive, BookText, Plus, Star } from 'lucide-react'
import { useId } from 'react'
import { useSearch } from 'wouter'
import { nameLinks } from '../../../data/acts/named-links.ts'
import { type Id, ownerOf } from '../../../data/id.ts'
import { useCollections } from '../../../data/library/use-collections.ts'
import { useAct } from '../../../data/library/use-library.tsx'
import { useCounts } from '../../../data/library/use-links.ts'
import { useSharedCounts } from '../../../data/library/use-shared-counts.ts'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { Dot, NoDot } from '../../../parts/dot.tsx'
import { listHandleAtom } from '../../../parts/list-handle.ts'
import { IconButton } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Tip } from '../../../ui/tooltip/tip.tsx'
import { NavEntry } from '../nav-entry.tsx'
import { useSelectedIds } from '../selection.ts'
import { useView } from '../use-view.ts'

// Their code loads after the links.
const menu = lazyPart(() => import('./collection-menu.tsx'), { failed: () => null })
const faces = lazyPart(() => import('../../../parts/sharing/faces.tsx'), { failed: () => null })

type Props = {
  /** Closes the sheet that contains the navigation, then runs `then`. */
  leave?: (then: () => void) => void
}

/** Views of the library beside its collections. */
const PLACES = [
  ['favorite', 'Favorites', Star],
  ['archived', 'Archive', Archive],
] as const

/** The counts of the library, with what others share that is also in All Articles: its lists have both. */
const useCountsOfAll = () => {
  const counts = useCounts()
  const shared = useSharedCounts().filter(({ inAllArticles }) => inAllArticles)
  const sum = (field: 'count' | 'favorites' | 'archived') =>
    shared.reduce((sum, each) => sum + each[field], 0)
  return (
    counts && {
      ...counts,
      active: counts.active + sum('count'),
      favorites: counts.favorites + sum('favorites'),
      archived: counts.archived + sum('archived'),
    }
  )
}

/** Links to All Articles, Favorites and Archive, to each collection and to No Collection. A card dropped on an entry moves there. */
export const CollectionNav = ({ leave = then => then() }: Props) => {
  const counts = useCountsOfAll()
  const collections = useCollections()
  const { filters } = useView()
  const hrefOf = useHrefOf()
  const act = useAct()
  const list = useAtomValue(listHandleAtom)
  const selected = useSelectedIds()
  /** Moves a dropped link; if it is selected, moves all selected links. */
  const moveTo = (to: Pick<Collection, 'id' | 'name'> | null) => (id: Id) => {
    // Links of others stay in their libraries.
    if (ownerOf(id) !== undefined) return
    const own = selected.filter(each => ownerOf(each) === undefined)
    if (own.length > 1 && own.includes(id))
      void act('editLinks', { linkIds: nameLinks(own), updates: { collectionId: to?.id ?? null } })
    else
      void act(
        'collect',
        { linkId: id, to: to && { id: to.id, name: to.name } },
        { link: list?.links().find(link => link.id === id) },
      )
  }
  const openDialog = useOpenDialog()
  const headingId = useId()
  /** Whether the list shows this view, or with null all articles. */
  const isPlace = (place: 'favorite' | 'archived' | null) =>
    filters.collection === null &&
    !filters.q.startsWith('tag:') &&
    PLACES.every(([each]) => filters[each] === (each === place))
  return (
    <nav aria-labelledby={headingId}>
      <div className="flex items-center justify-between pb-1 pl-2.5">
        <h2 id={headingId} className="font-sans text-meta font-medium text-ink-2">
          My Collections
        </h2>
        <Tip label="New collection">
          <IconButton
            aria-label="New collection"
            onClick={() => leave(() => openDialog('createCollection', {}))}
          >
            <Plus aria-hidden />
          </IconButton>
        </Tip>
      </div>
      <ul>
        <NavEntry
          href={hrefOf({})}
          isCurrent={isPlace(null)}
          count={counts?.active}
          onLeave={() => leave(() => undefined)}
        >
          <BookText aria-hidden />
          <span className="flex-1">All Articles</span>
        </NavEntry>
        {PLACES.map(([place, label, Icon]) => (
          <NavEntry
            key={place}
            href={hrefOf({ [place]: 'true' })}
            isCurrent={isPlace(place)}
            count={counts?.[place === 'archived' ? 'archived' : 'favorites']}
            onLeave={() => leave(() => undefined)}
          >
            <Icon aria-hidden />
            <span className="flex-1">{label}</span>
          </NavEntry>
        ))}
        {collections.map(collection => (
          <NavEntry
            key={collection.id}
            href={hrefOf({ collection: String(collection.id) })}
            onDropped={moveTo(collection)}
            isCurrent={filters.collection === collection.id}
            count={collection.count}
            onLeave={() => leave(() => undefined)}
            menu={<menu.Component collection={collection} leave={leave} />}
          >
            <Dot color={collection.color} />
            <span dir="auto" title={collection.name} className="min-w-0 flex-1 truncate text-left">
              {collection.name}
            </span>
            {collection.members && <faces.Component names={collection.members} />}
          </NavEntry>
        ))}
        {collections.length > 0 && (
          <NavEntry
            href={hrefOf({ collection: 'none' })}
            onDropped={moveTo(null)}
            isCurrent={filters.collection === 'none'}
            count={counts?.uncollected}
            onLeave={() => leave(() => undefined)}
          >
            <NoDot />
            <span className="flex-1">No Collection</span>
          </NavEntry>
        )}
      </ul>
    </nav>
  )
}

/** Makes the address of the dashboard with one filter. Keeps the view and resets the other filters. */
const useHrefOf = () => {
  const view = new URLSearchParams(useSearch()).get('view')
  return (filter: Readonly<Record<string, string>>): string => {
    const search = new URLSearchParams({ ...(view && { view }), ...filter })
    return search.size > 0 ? `/dashboard?${search}` : '/dashboard'
  }
}
