import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { LINKS_MAX } from '@lectern/contracts/plans.ts'
import type { Act } from './effect.ts'
import type { Library } from './state.ts'
import { speller } from './tags.ts'

type BroughtBack = Extract<LibraryEvent, { type: 'LinksBroughtBack' }>['data']

/** A deleted link as it was. `from` is the id that it had. */
export type DeletedLink = Omit<BroughtBack['links'][number], 'linkId'>

/** Which deleted links a person means: these, those of one moment, or all; none that were deleted after `until`. */
type Wanted = {
  readonly linkIds?: readonly number[] | undefined
  readonly deletedAt?: string | undefined
  readonly all?: true | undefined
  readonly until?: string | undefined
}

/** Deleted links become links again, with new ids. `known` are those of them that the read model has. */
export type BringLinksBack = Wanted & {
  readonly type: 'BringLinksBack'
  readonly known: readonly DeletedLink[]
  readonly now: string
}

/** Deleted links can be brought back no more. `known` are the ids of them that the read model has. */
export type DeleteForGood = Wanted & {
  readonly type: 'DeleteForGood'
  readonly known: readonly number[]
  readonly now: string
}

/**
 * [] where none can be brought back any more. A link whose collection is gone is in none. Its address may be in the library again:
 * then it is a duplicate, which has its own notes and tags. @throws Rejected limit-reached, overgrown
 */
export const bringLinksBack = ({ known, now }: BringLinksBack, library: Library): LibraryEvent[] => {
  const found = known.filter(({ from }) => isRemoved(library, from))
  if (found.length === 0) return []
  const { limit } = library.allowance
  const currentCount = library.links.size
  if (limit !== null && currentCount + found.length > limit)
    throw new Rejected('limit-reached', { currentCount, limit, upgradeRequired: true })
  if (currentCount + found.length > LINKS_MAX) throw new Rejected('overgrown')
  const spell = speller(library.tags)
  const links = found.map(({ from, tags, collectionId, ...link }, n) => ({
    ...{ from, linkId: library.nextLinkId + n, ...link, tags: spell(tags) },
    collectionId: collectionId !== null && library.collections.has(collectionId) ? collectionId : null,
  }))
  return [{ type: 'LinksBroughtBack', data: { links, at: now } }]
}

/** [] where none of them could be brought back. */
export const deleteForGood = ({ known, now }: DeleteForGood, library: Library): LibraryEvent[] => {
  const found = known.filter(linkId => isRemoved(library, linkId))
  if (found.length === 0) return []
  return [{ type: 'LinksDeletedForGood', data: { links: toIdRanges(found), at: now } }]
}

/** Whether the link was deleted, and neither brought back nor deleted for good, as far as the library remembers. */
const isRemoved = (library: Library, linkId: number): boolean =>
  linkId > 0 &&
  linkId < library.nextLinkId &&
  !library.links.has(linkId) &&
  !library.settledRemovals.has(linkId)

/** Deletes links again that were brought back, but for those that a later act changed. @throws Rejected undone-already */
export const removeAgain = (
  brought: BroughtBack,
  { known, now }: { readonly known: Act; readonly now: string },
  library: Library,
): LibraryEvent[] => {
  const { goes, left } = splitBrought(brought, library)
  if (goes.length + left.length === 0) throw new Rejected('undone-already')
  if (goes.length === 0) return []
  const data = { links: toIdRanges(goes), undone: known.commandId, left: toIdRanges(left), at: now }
  return [{ type: 'LinksDeleted', data }]
}

/** The links of the act that are there as it brought them, and those that were changed since. */
export const splitBrought = (
  { links }: BroughtBack,
  library: Library,
): { goes: number[]; left: number[] } => {
  const [goes, left]: [number[], number[]] = [[], []]
  for (const { linkId } of links) {
    const link = library.links.get(linkId)
    if (link) (link.isChanged ? left : goes).push(linkId)
  }
  return { goes, left }
}
