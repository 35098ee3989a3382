import type { Library } from '../state.ts'
import { roleOf } from './state.ts'

/** Whether a member sees the link: those of the collections that are shared with them. */
export const sees = (library: Library, memberId: string, linkId: number): boolean => {
  const collectionId = library.links.get(linkId)?.collectionId
  return collectionId != null && roleOf(library, collectionId, memberId) !== undefined
}

/** Which links somebody may be told of. undefined: the owner, of all. */
export const seenBy = (
  library: Library,
  by: string | undefined,
): ((linkId: number) => boolean) | undefined =>
  by === undefined ? undefined : linkId => sees(library, by, linkId)
