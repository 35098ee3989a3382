import type { Library } from '../state.ts'
import { roleNow } from './state.ts'

/** Whether a member sees the link: those of the collections that are shared with them. */
export const sees = (library: Library, memberId: string, linkId: number, now: string): boolean => {
  const link = library.links.get(linkId)
  return link !== undefined && roleNow(library, link.collectionId, memberId, now) !== undefined
}

/** Which links may be a duplicate of what goes into a collection: for a member those in it. undefined: for the owner all. */
export const duplicatesIn = (
  { links }: Library,
  { by, collectionId }: { readonly by: string | undefined; readonly collectionId: number | null | undefined },
): ((linkId: number) => boolean) | undefined =>
  by === undefined ? undefined : linkId => links.get(linkId)?.collectionId === collectionId
