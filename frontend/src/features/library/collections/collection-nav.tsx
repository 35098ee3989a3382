import type { Collection } from '@lectern/contracts/api/collections.ts'
import { useAtomValue } from 'jotai'
import { Archive, BookText, Download, Ellipsis, Pencil, Plus, Share2, Star, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useSearch } from 'wouter'
import { nameLinks } from '../../../data/acts/named-links.ts'
import { useCollections } from '../../../data/library/use-collections.ts'
import { useAct } from '../../../data/library/use-library.tsx'
import { useCounts } from '../../../data/library/use-links.ts'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { Dot, NoDot } from '../../../parts/dot.tsx'
import { listHandleAtom } from '../../../parts/list-handle.ts'
import { offlineEntry } from '../../../parts/offline/offline-entry.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { Tip } from '../../../ui/tooltip/tip.tsx'
import { NavEntry } from '../nav-entry.tsx'
import { useSelectedIds } from '../selection.ts'
import { useView } from '../use-view.ts'

type Props = {
  /** Closes the sheet that contains the navigation, then runs `then`. */
  leave?: (then: () => void) => void
}

/** Views of the library beside its collections. */
const PLACES = [
  ['favorite', 'Favorites', Star],
  ['archived', 'Archive', Archive],
] as const

/** Links to All Articles, Favorites and Archive, to each collection and to No Collection. A card dropped on an entry moves there. */
export const CollectionNav = ({ leave = then => then() }: Props) => {
  const counts = useCounts()
  const collections = useCollections()
  const { filters } = useView()
  const hrefOf = useHrefOf()
  const act = useAct()
  const list = useAtomValue(listHandleAtom)
  const selected = useSelectedIds()
  /** Moves a dropped link; if it is selected, moves all selected links. */
  const moveTo = (to: Pick<Collection, 'id' | 'name'> | null) => (id: number) => {
    if (selected.length > 1 && selected.includes(id))
      void act('editLinks', { linkIds: nameLinks(selected), updates: { collectionId: to?.id ?? null } })
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
            menu={
              <Menu
                label={`Actions for ${collection.name}`}
                entries={[
                  {
                    label: 'Edit',
                    icon: Pencil,
                    onSelect: () =>
                      leave(() => openDialog('editCollection', { collectionId: collection.id })),
                  },
                  offlineEntry({ collectionId: collection.id }),
                  {
                    label: 'Export',
                    icon: Download,
                    onSelect: () => leave(() => openDialog('exportLinks', { collectionId: collection.id })),
                  },
                  {
                    label: 'Share…',
                    icon: Share2,
                    onSelect: () => leave(() => openDialog('share', { collectionId: collection.id })),
                  },
                  {
                    label: 'Delete',
                    icon: Trash2,
                    tone: 'danger',
                    onSelect: () =>
                      leave(() => openDialog('deleteCollection', { collectionId: collection.id })),
                  },
                ]}
                button={props => (
                  <IconButton {...props}>
                    <Ellipsis aria-hidden />
                  </IconButton>
                )}
              />
            }
          >
            <Dot color={collection.color} />
            <span dir="auto" title={collection.name} className="min-w-0 flex-1 truncate text-left">
              {collection.name}
            </span>
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
