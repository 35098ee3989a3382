import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import { hasSharing, READ_ON_DAYS, type Role } from '@lectern/contracts/sharing.ts'

export type Invitation = {
  readonly collectionId: number
  readonly role: Role
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export type Sharing = {
  /** Who was invited and has not accepted yet. */
  readonly invitations: Map<string, Invitation>
  /** The roles of the members of each shared collection. */
  readonly members: Map<number, Map<string, Role>>
  /** Since when the plan has no sharing, in milliseconds since 1970; null while it has. */
  pausedAt: number | null
  /** Flags of the library's owner on links that others share, by the owner's id there (FAVORITE, ARCHIVED). */
  readonly flags: Map<string, Map<number, number>>
  /** Who is offered to take a collection over. */
  readonly offers: Map<number, string>
  /** The latest collections that others handed over, by the id of that, and the last link of each that came. */
  readonly received: Map<string, { readonly collectionId: number; readonly last: number }>
}

const RECEIVED_KEPT = 200

export const noSharing = (): Sharing => ({
  invitations: new Map(),
  members: new Map(),
  pausedAt: null,
  flags: new Map(),
  offers: new Map(),
  received: new Map(),
})

export const FAVORITE = 1
export const ARCHIVED = 2

export const isOpen = ({ expiresAt }: Invitation, now: string): boolean => Date.parse(now) < expiresAt

export const invitationsOf = ({ invitations }: Sharing, collectionId: number, now: string): string[] =>
  [...invitations].flatMap(([id, invitation]) =>
    invitation.collectionId === collectionId && isOpen(invitation, now) ? [id] : [],
  )

const NOBODY: ReadonlyMap<string, Role> = new Map()

/** The roles of a collection's members. */
export const membersOf = ({ members }: Sharing, collectionId: number): ReadonlyMap<string, Role> =>
  members.get(collectionId) ?? NOBODY

export const roleOf = (sharing: Sharing, collectionId: number, memberId: string): Role | undefined =>
  membersOf(sharing, collectionId).get(memberId)

const DAY_MS = 86_400_000

/**
 * What a member may do now. Once the owner's plan has no sharing any more, members read on for 30 days, and then see nothing.
 * undefined: no member.
 */
export const roleNow = (
  sharing: Sharing,
  collectionId: number | null | undefined,
  memberId: string,
  now: string,
): Role | undefined => {
  const role = collectionId == null ? undefined : roleOf(sharing, collectionId, memberId)
  const { pausedAt } = sharing
  if (role === undefined || pausedAt === null) return role
  return Date.parse(now) < pausedAt + READ_ON_DAYS * DAY_MS ? 'reader' : undefined
}

/** Invitations that ended without a word stay known for this time, so that who is late reads why. */
const KEPT_MS = 30 * DAY_MS

/** What an event means for who shares a library. */
export const evolveSharing = (sharing: Sharing, { type, data }: LibraryEvent): void => {
  const { invitations } = sharing
  switch (type) {
    case 'MemberInvited': {
      const { collectionId, invitationId, role, expiresAt, at } = data
      for (const [id, { expiresAt: ended }] of invitations)
        if (ended + KEPT_MS < Date.parse(at)) invitations.delete(id)
      invitations.set(invitationId, { collectionId, role, expiresAt: Date.parse(expiresAt) })
      break
    }
    case 'InvitationWithdrawn':
      invitations.delete(data.invitationId)
      break
    case 'MemberJoined':
      invitations.delete(data.invitationId)
      setRole(sharing, data.collectionId, data.memberId, data.role)
      break
    case 'MemberRoleChanged':
      setRole(sharing, data.collectionId, data.memberId, data.role)
      break
    case 'AllowanceChanged':
      sharing.pausedAt = hasSharing(data.plan) ? null : (sharing.pausedAt ?? Date.parse(data.at))
      break
    case 'SharedLinksFlagged': {
      const { memberId, links, isFavorite, isArchived } = data
      const flags = sharing.flags.get(memberId) ?? new Map<number, number>()
      for (const linkId of idsIn(links)) {
        const after = withFlags(flags.get(linkId) ?? 0, { isFavorite, isArchived })
        if (after === 0) flags.delete(linkId)
        else flags.set(linkId, after)
      }
      if (flags.size > 0) sharing.flags.set(memberId, flags)
      else sharing.flags.delete(memberId)
      break
    }
    case 'HandoverOffered':
      if (data.memberId === null) sharing.offers.delete(data.collectionId)
      else sharing.offers.set(data.collectionId, data.memberId)
      break
    case 'LinksReceived': {
      const { handoverId, collectionId, links } = data
      const last = links.at(-1)?.from ?? sharing.received.get(handoverId)?.last ?? 0
      sharing.received.set(handoverId, { collectionId, last })
      for (const oldest of [...sharing.received.keys()].slice(0, -RECEIVED_KEPT))
        sharing.received.delete(oldest)
      break
    }
    case 'LibraryClosed':
      sharing.members.clear()
      invitations.clear()
      break
    case 'MemberLeft':
      setRole(sharing, data.collectionId, data.memberId, undefined)
      break
  }
}

/** A collection that is deleted is not shared any more, also where its deletion is undone. */
export const endSharing = ({ invitations, members, offers }: Sharing, collectionId: number): void => {
  members.delete(collectionId)
  offers.delete(collectionId)
  for (const [id, invitation] of invitations)
    if (invitation.collectionId === collectionId) invitations.delete(id)
}

const setRole = (
  { members, offers }: Sharing,
  collectionId: number,
  memberId: string,
  role: Role | undefined,
): void => {
  // An editor alone takes a collection over.
  if (role !== 'editor' && offers.get(collectionId) === memberId) offers.delete(collectionId)
  const all = members.get(collectionId) ?? new Map<string, Role>()
  if (role === undefined) all.delete(memberId)
  else all.set(memberId, role)
  if (all.size > 0) members.set(collectionId, all)
  else members.delete(collectionId)
}

type Flags = { readonly isFavorite?: boolean | undefined; readonly isArchived?: boolean | undefined }

/** The flags after a change of some. */
export const withFlags = (flags: number, { isFavorite, isArchived }: Flags): number => {
  const after = (is: number, flag: number, wanted: boolean | undefined) =>
    wanted === undefined ? is : wanted ? is | flag : is & ~flag
  return after(after(flags, FAVORITE, isFavorite), ARCHIVED, isArchived)
}

const BYTES_OF_ONE = 100
const BYTES_OF_FLAGS = 50

/** Approximate size in memory. */
export const bytesOfSharing = ({ invitations, members, flags, offers, received }: Sharing): number => {
  let bytes = (invitations.size + offers.size + received.size) * BYTES_OF_ONE
  for (const roles of members.values()) bytes += (1 + roles.size) * BYTES_OF_ONE
  for (const ofOne of flags.values()) bytes += BYTES_OF_ONE + ofOne.size * BYTES_OF_FLAGS
  return bytes
}
