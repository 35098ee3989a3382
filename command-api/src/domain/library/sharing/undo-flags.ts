import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import type { Act } from '../effect.ts'
import type { Library } from '../state.ts'
import { withFlags } from './state.ts'

type Flagged = Extract<LibraryEvent, { type: 'SharedLinksFlagged' }>['data']

/** Links of the act that have the flag as the act left it, and those that have it no more. @throws Rejected not-undoable */
export const splitFlagged = (
  { memberId, links, isFavorite, isArchived }: Flagged,
  { flags }: Library,
): { goes: number[]; left: number[] } => {
  // Which of two flags a link had before, the event does not say.
  if (isFavorite !== undefined && isArchived !== undefined) throw new Rejected('not-undoable')
  const ofMember = flags.get(memberId)
  const [goes, left]: [number[], number[]] = [[], []]
  for (const linkId of idsIn(links)) {
    const has = ofMember?.get(linkId) ?? 0
    const isAsLeft = withFlags(has, { isFavorite, isArchived }) === has
    ;(isAsLeft ? goes : left).push(linkId)
  }
  return { goes, left }
}

/** Flags are the member's own, so that a role is no matter. */
export const undoFlags = (
  flagged: Flagged,
  { known, now }: { readonly known: Act; readonly now: string },
  library: Library,
): LibraryEvent[] => {
  const { goes } = splitFlagged(flagged, library)
  if (goes.length === 0) return []
  const { memberId, isFavorite, isArchived, revision } = flagged
  const back = {
    ...(isFavorite !== undefined && { isFavorite: !isFavorite }),
    ...(isArchived !== undefined && { isArchived: !isArchived }),
  }
  const data = { memberId, links: toIdRanges(goes), ...back, undone: known.commandId, revision, at: now }
  return [{ type: 'SharedLinksFlagged', data }]
}
