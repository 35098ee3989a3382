import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { effectOf, hasChanged } from './effect.ts'

/** An act: the event that a command led to, and its revision. */
export type Act = {
  readonly event: LibraryEvent
  readonly revision: number
  /** Links that have the act's values again, and the revisions of their last changes: linksGivenBack. */
  readonly givenBack?: ReadonlyMap<number, number>
}

/** An event with the command that led to it. */
export type Later = {
  readonly event: LibraryEvent
  readonly revision: number
  readonly commandId: string
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
 * The links of a command that have its values again, since all that changed them later was undone. With each link goes the
 * revision of the last event on it.
 * @param later every event after the command's, in order
 */
export const linksGivenBack = (commandId: string, later: readonly Later[]): Map<number, number> => {
  /** By link: the commands since, and including, this one that still have their effect. */
  const standing = new Map<number, string[]>()
  const changedAt = new Map<number, number>()
  for (const each of later) {
    const { event } = each
    if (CHANGES_NO_LINK.has(event.type)) continue
    const effect = effectOf(event)
    if (effect === undefined) return new Map()
    for (const [place, linkId] of effect.linkIds.entries()) {
      changedAt.set(linkId, each.revision)
      if (!hasChanged(effect, place)) continue
      const commands = standing.get(linkId) ?? [commandId]
      standing.set(linkId, commands)
      // Undoing an undo is a change like any other.
      const undone = 'undone' in event.data ? event.data.undone : undefined
      if (undone !== undefined && commands.at(-1) === undone) commands.pop()
      else commands.push(each.commandId)
    }
  }
  return new Map(
    [...changedAt].filter(([linkId]) => (standing.get(linkId) ?? [commandId]).at(-1) === commandId),
  )
}
