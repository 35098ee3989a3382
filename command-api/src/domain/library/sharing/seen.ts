import type { Library } from '../state.ts'
import { addTags, noNames } from '../tags.ts'
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

/** The library as a member's command finds it: its tags are those of the links that the member sees. They are gathered where it asks. */
export const asSeen = (library: Library, memberId: string, now: string): Library => ({
  ...library,
  get tags() {
    const tags = noNames()
    for (const link of library.links.values())
      if (roleNow(library, link.collectionId, memberId, now) !== undefined) addTags(tags, link.tags)
    return tags
  },
})
