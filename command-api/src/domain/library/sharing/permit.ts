import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { unpack } from '@lectern/contracts/events/link-values.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import { includesRole, type Role } from '@lectern/contracts/sharing.ts'
import type { EditLinks } from '../bulk.ts'
import type { CollectLink } from '../collections.ts'
import type { EditLink } from '../edit-link.ts'
import type { SaveLink } from '../links.ts'
import type { Library } from '../state.ts'
import type { UndoAct } from '../undo.ts'
import type { AcceptHandover } from './handover.ts'
import type { EndMembership } from './members.ts'
import { sees } from './seen.ts'
import { roleNow, roleOf } from './state.ts'

/** What members may ask for in the library of the owner. Everything else is the owner's alone. */
type MemberCommand = SaveLink | EditLink | CollectLink | EditLinks | UndoAct | EndMembership | AcceptHandover
type Permits = {
  readonly [Type in MemberCommand['type']]: (
    member: Member,
    command: Extract<MemberCommand, { type: Type }>,
  ) => void
}

/** Asks the state what a member may do. What a member may not see is answered as what is not there. */
type Member = {
  readonly id: string
  /** @throws Rejected collection-not-found, role-needed, sharing-paused */
  readonly needIn: (collectionId: number | null | undefined, role: Role) => void
  /** @throws Rejected link-not-found, role-needed, sharing-paused */
  readonly needOn: (linkId: number, role: Role) => void
  readonly sees: (linkId: number) => boolean
  /** Also when members see nothing any more. */
  readonly isIn: (collectionId: number) => boolean
  readonly isEditorOf: (collectionId: number) => boolean
}

/** Where a member puts a link: into another collection that they edit, or into none, which removes it from what is shared. */
const needTarget = (member: Member, collectionId: number | null | undefined): void => {
  if (collectionId != null) member.needIn(collectionId, 'editor')
}

const PERMITS: Permits = {
  SaveLink: (member, { collectionId }) => member.needIn(collectionId, 'editor'),
  EditLink: (member, { linkId, collectionId }) => {
    member.needOn(linkId, 'editor')
    needTarget(member, collectionId)
  },
  CollectLink: (member, { linkId, collectionId }) => {
    member.needOn(linkId, 'editor')
    needTarget(member, collectionId)
  },
  EditLinks: (member, { linkIds, changes }) => {
    for (const linkId of linkIds) if (member.sees(linkId)) member.needOn(linkId, 'editor')
    needTarget(member, changes.collectionId)
    // Flags are each person's own.
    if (changes.isFavorite !== undefined || changes.isArchived !== undefined)
      throw new Rejected('role-needed')
  },
  UndoAct: (member, { known }) => {
    // What it leads to is checked by permitUndoing.
    if (known.actorId !== member.id) throw new Rejected('act-not-found')
    // They took it over, and it is not theirs to bring back.
    if (known.event.type === 'CollectionDeleted') throw new Rejected('not-undoable')
  },
  // Also where the plan of the owner has lost sharing.
  AcceptHandover: (member, { collectionId }) => {
    if (!member.isIn(collectionId)) throw new Rejected('collection-not-found')
    if (!member.isEditorOf(collectionId)) throw new Rejected('role-needed')
  },
  EndMembership: (member, { collectionId, memberId, how }) => {
    if (!member.isIn(collectionId)) throw new Rejected('collection-not-found')
    if (how !== 'left' || memberId !== member.id) throw new Rejected('role-needed')
  },
}

const isOfMembers = (command: { readonly type: string }): command is MemberCommand => command.type in PERMITS

/** The command, on what the member may see. @throws Rejected where the member may not give it now */
export const permit = <Command extends { readonly type: string; readonly now: string }>(
  command: Command,
  by: string,
  library: Library,
): Command => {
  if (!isOfMembers(command)) throw new Rejected('role-needed')
  const member = memberOf(by, library, command.now)
  const permits = PERMITS[command.type] as (member: Member, command: MemberCommand) => void
  permits(member, command)
  if (command.type !== 'EditLinks') return command
  return { ...command, linkIds: command.linkIds.filter(member.sees) }
}

/**
 * An undoing changes links that the member edits. One that the act took out of a collection comes back, from none, into one that
 * the member edits. @throws Rejected link-not-found, collection-not-found, role-needed
 */
export const permitUndoing = (
  events: readonly LibraryEvent[],
  { by, now }: { readonly by: string; readonly now: string },
  library: Library,
): void => {
  const member = memberOf(by, library, now)
  const changes = events.flatMap(({ type, data }) => (type === 'ActUndone' ? data.changes : []))
  const targets = new Map(
    changes.flatMap(({ links, restored }) => {
      const { collectionId = [] } = unpack(restored)
      return [...idsIn(links)].flatMap((linkId, n) =>
        collectionId[n] == null ? [] : [[linkId, collectionId[n]]],
      )
    }) as [number, number][],
  )
  for (const linkId of changes.flatMap(({ links }) => [...idsIn(links)])) {
    const target = targets.get(linkId)
    const isInNone = library.links.get(linkId)?.collectionId === null
    if (target !== undefined) member.needIn(target, 'editor')
    if (target === undefined || !isInNone) member.needOn(linkId, 'editor')
  }
}

const memberOf = (by: string, library: Library, now: string): Member => {
  const need = (
    collectionId: number | null | undefined,
    role: Role,
    hidden: 'collection-not-found' | 'link-not-found',
  ) => {
    const has = roleNow(library, collectionId, by, now)
    if (has === undefined || collectionId == null) throw new Rejected(hidden)
    if (includesRole(has, role)) return
    throw new Rejected(roleOf(library, collectionId, by) === has ? 'role-needed' : 'sharing-paused')
  }
  return {
    id: by,
    needIn: (collectionId, role) => need(collectionId, role, 'collection-not-found'),
    needOn: (linkId, role) => need(library.links.get(linkId)?.collectionId, role, 'link-not-found'),
    sees: linkId => sees(library, by, linkId, now),
    isIn: collectionId => roleOf(library, collectionId, by) !== undefined,
    isEditorOf: collectionId => roleOf(library, collectionId, by) === 'editor',
  }
}

/** Whether a member may do now, on a link, what needs the role. @throws Rejected link-not-found, role-needed, sharing-paused */
export const checkRole = (
  library: Library,
  { by, linkId, role, now }: { by: string; linkId: number; role: Role; now: string },
): void => memberOf(by, library, now).needOn(linkId, role)
