import type { Collection } from '@lectern/contracts/api/collections.ts'
import { useCollections } from '../../data/library/use-collections.ts'
import { useLinkList } from '../../data/library/use-links.ts'
import type { LinkFilters } from '../../data/links/keys.ts'
import { PHONE, useMedia } from '../../lib/media.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Screen, SkipLink } from '../../ui/screen.tsx'
import { useOpenAtSaveAddress } from './add-link/use-save-address.ts'
import { FreePlanBanner } from './free-plan-banner.tsx'
import { useShortcuts } from './keyboard/use-shortcuts.ts'
import { LibraryHead } from './library-head.tsx'
import { LinkList } from './link-list.tsx'
import { PROGRESS_NAMES } from './order/order-menus.tsx'
import { PhoneBar } from './phone/phone-bar.tsx'
import { useHasSelection } from './selection.ts'
import { Shelf } from './shelf/shelf.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useView } from './use-view.ts'

/** Its code, the list of imports and what is saved load after the links. */
const underWay = lazyPart(() => import('./under-way.tsx'), { failed: () => null })
const searchNotes = lazyPart(() => import('./search/search-notes.tsx'), { failed: () => null })

/** Names the view in the tab: '“tomato” in Garden', 'Favorites in the archive'. */
export const viewTitle = (
  { q, favorite, archived, collection, progress }: Omit<LinkFilters, 'sort'>,
  collections: readonly Collection[],
): string => {
  const name = collections.find(({ id }) => id === collection)?.name
  const place = archived ? 'the archive' : collection === 'none' ? 'No Collection' : name
  const what = q ? `“${q}”` : favorite ? 'Favorites' : progress ? PROGRESS_NAMES[progress] : ''
  if (what) return place ? `${what} in ${place}` : what
  if (archived) return name ? `Archive of ${name}` : 'Archive'
  return place ?? 'My Saved Links'
}

/** The screen My Saved Links. */
export default function DashboardScreen() {
  const { filters, view } = useView()
  const { list, isGathered } = useLinkList(filters)
  useShortcuts(list, JSON.stringify(filters))
  useOpenAtSaveAddress()
  const isPhone = useMedia(PHONE)
  const hasSelection = useHasSelection()
  return (
    <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <SkipLink to="your links" />
      <Sidebar />
      <div className="min-w-0">
        <TopBar />
        <Screen
          title={viewTitle(filters, useCollections())}
          className="px-4 pb-[calc(4rem+var(--phone-bar,0px))] sm:px-8 sm:pb-16"
        >
          <LibraryHead list={list} />
          <FreePlanBanner />
          {list && <underWay.Component />}
          {(filters.q !== '' || isGathered) && (
            <searchNotes.Component list={list} filters={filters} isGathered={isGathered === true} />
          )}
          <Shelf filters={filters} list={list} />
          <LinkList filters={filters} view={view} />
        </Screen>
        {isPhone && !hasSelection && <PhoneBar />}
      </div>
    </div>
  )
}
