import { lazyPart } from '../../ui/lazy-part.tsx'

const mark = lazyPart(() => import('./drawn-mark.tsx'), { failed: () => null })

/** The mark of a link whose article is saved for offline. Its code loads after the links. */
export const SavedMark = mark.Component
