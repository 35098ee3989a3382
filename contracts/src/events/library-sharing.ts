import { z } from 'zod'
import { IdRanges } from '../id-ranges.ts'
import { Role } from '../sharing.ts'
import { at, collectionId } from './library-fields.ts'

// A member is known by a random id, which is not that of the account: who deletes an account leaves no id in the streams of others.

const role = Role
const invitationId = z.uuid()
const memberId = z.uuid()

/** Sent, or sent again, which it then is until another moment. `forAnyone`: who has its address may accept it, else only who has the email. */
export const MemberInvited = z.object({
  type: z.literal('MemberInvited'),
  data: z.object({ collectionId, invitationId, role, forAnyone: z.boolean(), expiresAt: at, at }),
})

export const InvitationWithdrawn = z.object({
  type: z.literal('InvitationWithdrawn'),
  data: z.object({ collectionId, invitationId, at }),
})

/** The invitation was accepted. `memberId` is the same in every collection of the library that the person is a member of. */
export const MemberJoined = z.object({
  type: z.literal('MemberJoined'),
  data: z.object({ collectionId, invitationId, memberId, role, at }),
})

export const MemberRoleChanged = z.object({
  type: z.literal('MemberRoleChanged'),
  data: z.object({ collectionId, memberId, role, before: role, at }),
})

/** The owner took the membership away, or the member gave it up. What the member saved stays. */
export const MemberLeft = z.object({
  type: z.literal('MemberLeft'),
  data: z.object({
    collectionId,
    memberId,
    how: z.enum(['removed', 'left']),
    /** The owner gets copies of the notes that the member shared there, without a name. */
    leavesNotes: z.literal(true).optional(),
    at,
  }),
})

/**
 * In the member's own library: their flags on links that somebody shares with them. `memberId` tells whose library the links are of,
 * and `revision` is that of its stream at which the role was read. No id of the owner is here, who may delete the account.
 */
export const SharedLinksFlagged = z.object({
  type: z.literal('SharedLinksFlagged'),
  data: z.object({
    memberId,
    links: IdRanges,
    isFavorite: z.boolean().optional(),
    isArchived: z.boolean().optional(),
    /** The id of the command that it takes back. */
    undone: z.string().optional(),
    revision: z.int().nonnegative(),
    at,
  }),
})

/** The owner offers the collection to an editor, to nobody else any more; null: to nobody. */
export const HandoverOffered = z.object({
  type: z.literal('HandoverOffered'),
  data: z.object({ collectionId, memberId: memberId.nullable(), at }),
})

/** In CollectionDeleted: an editor took the collection over. The members and their roles as they were, which `to` is one of. */
export const Handover = z.object({ to: memberId, members: z.array(z.object({ memberId, role })) })
