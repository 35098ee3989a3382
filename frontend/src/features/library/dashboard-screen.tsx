import { useLocation } from 'wouter'
import type { Id } from '../../data/id.ts'
import { useCollections } from '../../data/library/use-collections.ts'
import { useLinkList } from '../../data/library/use-links.ts'
import { useShared } from '../../data/library/use-shared.ts'
import { sharedAt } from '../../data/links/filters.ts'
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

const sharedHead = lazyPart(() => import('./shared/shared-head.tsx'), { failed: () => null })

type Named = { readonly id: Id; readonly name: string }

/** Names the view in the tab: '“tomato” in Garden', 'Favorites in the archive'. */
export const viewTitle = (
  { q, favorite, archived, collection, progress }: Omit<LinkFilters, 'sort'>,
  collections: readonly Named[],
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
  const shared = sharedAt(useLocation()[0])
  const collections: readonly Named[] = [...useCollections(), ...useShared()]
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
          title={viewTitle(filters, collections)}
          className="px-4 pb-[calc(4rem+var(--phone-bar,0px))] sm:px-8 sm:pb-16"
        >
          <LibraryHead list={list} />
          {shared !== undefined && <sharedHead.Component id={shared} />}
          {shared === undefined && <FreePlanBanner />}
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
