import { useLocation } from 'wouter'
import type { Id } from '../../../data/id.ts'
import { roleIn, useShared } from '../../../data/library/use-shared.ts'
import { sharedAt } from '../../../data/links/filters.ts'

export type Target = { readonly library: string; readonly collection: { id: Id; name: string } }

/** The collection of somebody else on the screen, where the person saves into it; undefined: into one's own library. */
export const useSaveTarget = (): Target | undefined => {
  const [path] = useLocation()
  const shared = useShared()
  const id = sharedAt(path)
  const found = shared.find(each => each.id === id)
  if (!found || roleIn(shared, found.id) !== 'editor') return undefined
  return { library: found.libraryId, collection: { id: found.id, name: found.name } }
}
