import type { Collection } from '@lectern/contracts/api/collections.ts'
import { useAtomValue } from 'jotai'
import { BookText, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { useCollections } from '../../../data/collections/use-collections.ts'
import type { LinkFilters } from '../../../data/links/keys.ts'
import { useCounts } from '../../../data/links/use-links.ts'
import { useAct } from '../../../data/use-library.tsx'
import { formatCount } from '../../../lib/format.ts'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { Dot, NoDot } from '../../../parts/dot.tsx'
import { listHandleAtom } from '../../../parts/list-handle.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import { Tip } from '../../../ui/tooltip/tip.tsx'
import { useSelectedIds } from '../selection.ts'
import { useView } from '../use-view.ts'
import { draggedLink } from './drag.ts'

type Props = {
  /** Closes the sheet that contains the navigation, then runs `then`. */
  leave?: (then: () => void) => void
}

/** Links to All Articles, to each collection and to No Collection. A card dropped on an entry moves there. */
export const CollectionNav = ({ leave = then => then() }: Props) => {
  const counts = useCounts()
  const collections = useCollections()
  const { filters } = useView()
  const act = useAct()
  const list = useAtomValue(listHandleAtom)
  const selected = useSelectedIds()
  /** Moves a dropped link; if it is selected, moves all selected links. */
  const moveTo = (to: Pick<Collection, 'id' | 'name'> | null) => (id: number) => {
    if (selected.length > 1 && selected.includes(id))
      void act('editLinks', { linkIds: selected, updates: { collectionId: to?.id ?? null } })
    else
      void act(
        'collect',
        { linkId: id, to: to && { id: to.id, name: to.name } },
        { link: list?.links().find(link => link.id === id) },
      )
  }
  const openDialog = useOpenDialog()
  const headingId = useId()
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
        <Entry
          to={null}
          isCurrent={filters.collection === null}
          count={counts?.active}
          onLeave={() => leave(() => undefined)}
        >
          <BookText aria-hidden />
          <span className="flex-1">All Articles</span>
        </Entry>
        {collections.map(collection => (
          <Entry
            key={collection.id}
            to={collection.id}
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
          </Entry>
        ))}
        {collections.length > 0 && (
          <Entry
            to="none"
            onDropped={moveTo(null)}
            isCurrent={filters.collection === 'none'}
            count={counts?.uncollected}
            onLeave={() => leave(() => undefined)}
          >
            <NoDot />
            <span className="flex-1">No Collection</span>
          </Entry>
        )}
      </ul>
    </nav>
  )
}

type EntryProps = {
  to: LinkFilters['collection']
  /** Handles a link dropped here; without it the entry accepts no drops. */
  onDropped?: (id: number) => void
  isCurrent: boolean
  count: number | undefined
  onLeave: () => void
  menu?: ReactNode
  children: ReactNode
}

const Entry = ({ to, onDropped, isCurrent, count, onLeave, menu, children }: EntryProps) => {
  const [isOver, setOver] = useState(false)
  return (
    <li
      className={cx(
        'group relative rounded-control',
        isCurrent ? 'bg-sunken' : 'hover:bg-sunken/60',
        isOver && 'ring-2 ring-marker',
      )}
      onDragOver={event => {
        if (!onDropped || !draggedLink.isIn(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        setOver(false)
        const id = draggedLink.read(event.dataTransfer)
        if (id === null) return
        event.preventDefault()
        onDropped?.(id)
      }}
    >
      <Link
        href={useHrefOf(to)}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onLeave}
        className={cx(
          'flex min-h-9 items-center gap-2.5 rounded-control px-2.5 pointer-coarse:min-h-11',
          isCurrent && 'font-semibold',
          menu ? 'pointer-coarse:pr-13' : '',
        )}
      >
        {children}
        {count !== undefined && (
          <span
            className={cx(
              'tabular font-normal text-ink-2',
              menu ? 'pointer-fine:group-focus-within:opacity-0 pointer-fine:group-hover:opacity-0' : '',
            )}
          >
            {formatCount(count)}
          </span>
        )}
      </Link>
      {menu && (
        <span className="absolute inset-y-0 right-0 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
          {menu}
        </span>
      )}
    </li>
  )
}

/** The address of the dashboard with this collection. Keeps the view and resets the filters. */
const useHrefOf = (collection: LinkFilters['collection']): string => {
  const view = new URLSearchParams(useSearch()).get('view')
  const search = new URLSearchParams()
  if (view) search.set('view', view)
  if (collection) search.set('collection', String(collection))
  return search.size > 0 ? `/dashboard?${search}` : '/dashboard'
}
