import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import {
  hasSharing,
  INVITATION_DAYS,
  INVITATIONS_MAX,
  includesRole,
  MEMBERS_MAX,
  type Role,
  SHARED_COLLECTIONS_MAX,
} from '@lectern/contracts/sharing.ts'
import { findCollection } from '../collections.ts'
import type { Library } from '../state.ts'
import { invitationsOf, isOpen, membersOf, roleOf } from './state.ts'

const DAY_MS = 86_400_000

/** Invites as many people as there are ids. An invitation that is there is sent again. */
export type InviteMembers = {
  readonly type: 'InviteMembers'
  readonly collectionId: number
  readonly invitationIds: readonly string[]
  readonly role: Role
  readonly forAnyone: boolean
  /** They were sent before. */
  readonly again?: true | undefined
  readonly now: string
}

export type WithdrawInvitation = {
  readonly type: 'WithdrawInvitation'
  readonly collectionId: number
  readonly invitationId: string
  readonly now: string
}

/** The caller is who the invitation is for. */
export type AcceptInvitation = {
  readonly type: 'AcceptInvitation'
  readonly invitationId: string
  readonly memberId: string
  readonly now: string
}

export type ChangeRole = {
  readonly type: 'ChangeRole'
  readonly collectionId: number
  readonly memberId: string
  readonly role: Role
  readonly now: string
}

/** Given by the owner, or by the member. */
export type EndMembership = {
  readonly type: 'EndMembership'
  readonly collectionId: number
  readonly memberId: string
  readonly how: 'removed' | 'left'
  /** The owner gets copies of the notes that the member shared there. */
  readonly leavesNotes?: true | undefined
  readonly now: string
}

/** @throws Rejected collection-not-found, sharing-needed, too-many-members, too-many-invitations, too-many-shared, invitation-not-found */
export const inviteMembers = (command: InviteMembers, library: Library): LibraryEvent[] => {
  const { collectionId, invitationIds, role, forAnyone, again, now } = command
  findCollection(library, collectionId)
  if (!hasSharing(library.allowance.plan)) throw new Rejected('sharing-needed')
  const isHere = (id: string) =>
    (library.invitations.get(id)?.collectionId ?? (again ? undefined : collectionId)) === collectionId
  if (!invitationIds.every(isHere)) throw new Rejected('invitation-not-found')
  const open = [...library.invitations].filter(([, invitation]) => isOpen(invitation, now))
  const added = invitationIds.filter(id => !open.some(([known]) => known === id))
  if (open.length + added.length > INVITATIONS_MAX) throw new Rejected('too-many-invitations')
  const invited = invitationsOf(library, collectionId, now).length + added.length
  if (membersOf(library, collectionId).size + invited > MEMBERS_MAX) throw new Rejected('too-many-members')
  checkShared(library, collectionId)
  const expiresAt = new Date(Date.parse(now) + INVITATION_DAYS * DAY_MS).toISOString()
  return invitationIds.map(invitationId => ({
    type: 'MemberInvited',
    data: { collectionId, invitationId, role, forAnyone, expiresAt, at: now },
  }))
}

const checkShared = ({ members }: Library, collectionId: number): void => {
  if (!members.has(collectionId) && members.size >= SHARED_COLLECTIONS_MAX)
    throw new Rejected('too-many-shared')
}

/** [] where it is not open any more. */
export const withdrawInvitation = (
  { collectionId, invitationId, now }: WithdrawInvitation,
  library: Library,
): LibraryEvent[] => {
  if (library.invitations.get(invitationId)?.collectionId !== collectionId) return []
  return [{ type: 'InvitationWithdrawn', data: { collectionId, invitationId, at: now } }]
}

/** Who is a member already has the better of both roles. @throws Rejected invitation-over, too-many-members, too-many-shared */
export const acceptInvitation = (
  { invitationId, memberId, now }: AcceptInvitation,
  library: Library,
): LibraryEvent[] => {
  const invitation = library.invitations.get(invitationId)
  if (invitation === undefined || !isOpen(invitation, now)) throw new Rejected('invitation-over')
  if (!hasSharing(library.allowance.plan)) throw new Rejected('invitation-over')
  const { collectionId } = invitation
  const members = membersOf(library, collectionId)
  const has = members.get(memberId)
  if (has === undefined && members.size >= MEMBERS_MAX) throw new Rejected('too-many-members')
  checkShared(library, collectionId)
  const role = has !== undefined && includesRole(has, invitation.role) ? has : invitation.role
  return [{ type: 'MemberJoined', data: { collectionId, invitationId, memberId, role, at: now } }]
}

/** Also where the plan has lost sharing. @throws Rejected member-not-found */
export const changeRole = (
  { collectionId, memberId, role, now }: ChangeRole,
  library: Library,
): LibraryEvent[] => {
  const before = roleOf(library, collectionId, memberId)
  if (before === undefined) throw new Rejected('member-not-found')
  if (before === role) return []
  return [{ type: 'MemberRoleChanged', data: { collectionId, memberId, role, before, at: now } }]
}

/** [] where the membership has ended. */
export const endMembership = (
  { collectionId, memberId, how, leavesNotes, now }: EndMembership,
  library: Library,
): LibraryEvent[] => {
  if (roleOf(library, collectionId, memberId) === undefined) return []
  const data = { collectionId, memberId, how, ...(leavesNotes && { leavesNotes }), at: now }
  return [{ type: 'MemberLeft', data }]
}
