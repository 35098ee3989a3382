import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { SHARED_FLAGS_MAX } from '@lectern/contracts/sharing.ts'
import type { Library } from '../state.ts'
import { withFlags } from './state.ts'

/** The owner of this library, who is a member of another one, sees these links there. */
export type FlagShared = {
  readonly type: 'FlagShared'
  readonly memberId: string
  readonly linkIds: readonly number[]
  readonly isFavorite?: boolean | undefined
  readonly isArchived?: boolean | undefined
  /** The revision of the other library at which that was read. */
  readonly known: { readonly revision: number }
  readonly now: string
}

/** [] where every link has the flags already. @throws Rejected too-many-flags */
export const flagShared = (command: FlagShared, { flags }: Library): LibraryEvent[] => {
  const { memberId, linkIds, isFavorite, isArchived, known, now } = command
  const ofMember = flags.get(memberId)
  let added = 0
  const changed = linkIds.filter(linkId => {
    const before = ofMember?.get(linkId) ?? 0
    const after = withFlags(before, command)
    if (before === 0 && after !== 0) added += 1
    return after !== before
  })
  if (changed.length === 0) return []
  const had = [...flags.values()].reduce((sum, ofOne) => sum + ofOne.size, 0)
  if (added > 0 && had + added > SHARED_FLAGS_MAX) throw new Rejected('too-many-flags')
  const wanted = {
    ...(isFavorite !== undefined && { isFavorite }),
    ...(isArchived !== undefined && { isArchived }),
  }
  const data = { memberId, links: toIdRanges(changed), ...wanted, revision: known.revision, at: now }
  return [{ type: 'SharedLinksFlagged', data }]
}
