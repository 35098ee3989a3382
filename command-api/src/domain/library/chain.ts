import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { effectOf, hasChanged } from './effect.ts'

/** An event with the command that led to it. */
export type Later = {
  readonly event: LibraryEvent
  readonly revision: number
  readonly commandId: string
}

/** An act to undo. */
export type Act = Later & {
  /** Links that have the act's values again, and the revisions of their last changes: linksGivenBack. */
  readonly givenBack?: ReadonlyMap<number, number>
  /** The revision of a collection's last return, where the act is its return and later deletions of it were undone. */
  readonly returnedAt?: number
}

const CHANGES_NO_LINK: ReadonlySet<LibraryEvent['type']> = new Set([
  'LibraryOpened',
  'AllowanceChanged',
  'LinkSaved',
  'LinksImported',
  'ImportRequested',
  'ImportStarted',
  'ImportCompleted',
  'ImportFailed',
  'CollectionCreated',
  'CollectionEdited',
  // Links that are gone are left anyway.
  'LinkDeleted',
  'LinksDeleted',
  'ImportUndone',
])

/**
 * An act as it can be undone. One that was undone and done again stands as the undoing that did it again, and goes as that.
 * @param later every event after the act's, in order
 */
export const actToUndo = (act: Later, later: readonly Later[]): Act => {
  const it = standsAs(act, later)
  const since = later.filter(({ revision }) => revision > it.revision)
  return { ...it, givenBack: linksGivenBack(it, since), ...returnOf(it, since) }
}

/** A collection that is there came back from the last deletion. */
const returnOf = ({ event }: Later, later: readonly Later[]): Pick<Act, 'returnedAt'> => {
  if (event.type !== 'CollectionRestored') return {}
  const { collectionId } = event.data
  const last = later.findLast(
    ({ event: { type, data } }) => type === 'CollectionRestored' && data.collectionId === collectionId,
  )
  return last === undefined ? {} : { returnedAt: last.revision }
}

/** The last of the act and the undoings of its undoings, also where that was undone. */
const standsAs = (act: Later, later: readonly Later[]): Later => {
  let [last, it] = [act, act]
  let stands = true
  for (const each of later) {
    if (undoneBy(each.event) !== last.commandId) continue
    last = each
    stands = !stands
    if (stands) it = each
  }
  return it
}

/**
 * The links of an act that have its values again, since all that changed them later was undone. With each link goes the
 * revision of the last event on it.
 * @param later every event after the act's, in order
 */
export const linksGivenBack = (
  { event: act, commandId }: Pick<Later, 'event' | 'commandId'>,
  later: readonly Later[],
): Map<number, number> => {
  const seen = new Set([commandId])
  const isMove = effectOf(act)?.after.collectionId !== undefined
  /** By link: the commands since, and including, the act's that still have their effect. */
  const standing = new Map<number, string[]>()
  const changedAt = new Map<number, number>()
  for (const each of later) {
    if (CHANGES_NO_LINK.has(each.event.type)) continue
    const effect = effectOf(each.event)
    if (effect === undefined) return new Map()
    for (const [place, linkId] of effect.linkIds.entries()) {
      changedAt.set(linkId, each.revision)
      if (!hasChanged(effect, place)) continue
      const commands = standing.get(linkId) ?? [commandId]
      standing.set(linkId, commands)
      if (!isBeneath(each, seen) || isMove) takeOrPut(commands, each)
    }
    seen.add(each.commandId)
  }
  return new Map(
    [...changedAt].filter(([linkId]) => (standing.get(linkId) ?? [commandId]).at(-1) === commandId),
  )
}

/** Takes an undone command out of those that stand, or puts a new one on top. Undoing an undo is a change like any other. */
const takeOrPut = (standing: string[], { event, commandId }: Later): void => {
  const undone = undoneBy(event)
  const place = undone === undefined ? -1 : standing.lastIndexOf(undone)
  // A collection may come back although its links were changed, since nobody moved them.
  const isTaken = place >= 0 && (event.type !== 'ActUndone' || place === standing.length - 1)
  if (isTaken) standing.splice(place, 1)
  else standing.push(commandId)
}

/** A collection comes back from a deletion, or goes again, that came before all commands of which links were `seen`. */
const isBeneath = ({ event }: Later, seen: ReadonlySet<string>): boolean => {
  const undone = undoneBy(event)
  return undone !== undefined && event.type !== 'ActUndone' && !seen.has(undone)
}

const undoneBy = ({ data }: LibraryEvent): string | undefined => ('undone' in data ? data.undone : undefined)
