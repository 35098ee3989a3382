import type { Id } from '../../data/id.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { MenuEntry } from '../../ui/menu/menu.tsx'

/** One article, or all of a collection that are not archived. */
export type Saveable = { readonly linkId: Id } | { readonly collectionId: Id }

const item = lazyPart(() => import('./offline-item.tsx'), { failed: () => null })

/** The entry of a menu that saves articles for reading offline. */
export const offlineEntry = (of: Saveable): MenuEntry => ({
  label: 'Save for offline',
  part: onChoose => <item.Component key="offline" of={of} onChoose={onChoose} />,
})
