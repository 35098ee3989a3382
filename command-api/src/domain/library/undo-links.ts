import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent, LinkValues } from '@lectern/contracts/events/library.ts'
import type { Values } from '@lectern/contracts/events/link-values.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import { beforeIfFits, fits } from './before.ts'
import type { Act } from './chain.ts'
import { effectOf, hasChanged } from './effect.ts'
import type { Library } from './state.ts'
import { packTags } from './tags.ts'

/** Gives links back the values that they had. @throws Rejected not-undoable, too-large-to-undo */
export const undoOnLinks = (
  { known, now }: { known: Act; now: string },
  library: Library,
): LibraryEvent[] => {
  const { effect, places, left } = reach(known, library)
  if (places.length === 0) return []
  const links = toIdRanges(places.map(place => effect.linkIds[place] as number))
  const restored = pack(effect.before, places)
  const data = { undone: known.commandId, links, left: toIdRanges(left), restored, at: now }
  if (!fits(data)) throw new Rejected('too-large-to-undo')
  const before = beforeIfFits(pack(effect.after, places), data)
  return [{ type: 'ActUndone', data: { ...data, before } }]
}

/** Which links of an act can have their values back: `places` counts in its links. @throws Rejected not-undoable */
export const reach = ({ event, revision, givenBack }: Act, library: Library) => {
  const effect = effectOf(event)
  if (effect === undefined) throw new Rejected('not-undoable')
  const places: number[] = []
  const left: number[] = []
  for (const [place, linkId] of effect.linkIds.entries()) {
    if (!hasChanged(effect, place)) continue
    const collectionId = effect.before.collectionId?.[place] ?? null
    const isThere = collectionId === null || library.collections.has(collectionId)
    const changedAt = library.links.get(linkId)?.changedAt
    const isLast = changedAt !== undefined && (changedAt === revision || changedAt === givenBack?.get(linkId))
    if (isThere && isLast) places.push(place)
    else left.push(linkId)
  }
  return { effect, places, left }
}

const pack = ({ isFavorite, isArchived, collectionId, tags, texts }: Values, places: readonly number[]) => {
  const some = <T>(values: readonly T[]): T[] => places.map(place => values[place] as T)
  const bits = (flags: readonly boolean[]) => toRuns(some(flags).map(flag => (flag ? 1 : 0)))
  return {
    ...(isFavorite && { isFavorite: bits(isFavorite) }),
    ...(isArchived && { isArchived: bits(isArchived) }),
    ...(collectionId && { collectionId: toRuns(some(collectionId)) }),
    ...(tags && { tags: packTags(some(tags)) }),
    ...(texts && { texts }),
  } satisfies LinkValues
}
