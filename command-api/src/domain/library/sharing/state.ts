import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { Role } from '@lectern/contracts/sharing.ts'

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
}

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

/** Invitations that ended without a word stay known for this time, so that who is late reads why. */
const KEPT_MS = 30 * 86_400_000

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
    case 'MemberLeft':
      setRole(sharing, data.collectionId, data.memberId, undefined)
      break
  }
}

/** A collection that is deleted is not shared any more, also where its deletion is undone. */
export const endSharing = ({ invitations, members }: Sharing, collectionId: number): void => {
  members.delete(collectionId)
  for (const [id, invitation] of invitations)
    if (invitation.collectionId === collectionId) invitations.delete(id)
}

const setRole = ({ members }: Sharing, collectionId: number, memberId: string, role: Role | undefined) => {
  const all = members.get(collectionId) ?? new Map<string, Role>()
  if (role === undefined) all.delete(memberId)
  else all.set(memberId, role)
  if (all.size > 0) members.set(collectionId, all)
  else members.delete(collectionId)
}
