import { lazyPart } from '../../ui/lazy-part.tsx'

export const upgrade = lazyPart(() => import('./upgrade-dialog.tsx'))
