import { z } from 'zod/mini'
import { Role } from '../sharing.ts'

/** An invitation that nobody has accepted. After `expiresAt` nobody can until it is sent again. */
export const Invitation = z.object({
  id: z.string(),
  /** null: it is a link, for whoever has it. */
  email: z.nullable(z.string()),
  role: Role,
  forAnyone: z.boolean(),
  sentAt: z.string(),
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

/** GET /api/collections/{id}/invitations, the latest first. */
export const InvitationList = z.array(Invitation)
export type InvitationList = z.infer<typeof InvitationList>

/** Answer of POST …/invitations and …/resend. `url` is the link of an invitation without an address, and is not shown again. */
export const InvitedAnswer = z.object({ invitations: InvitationList, url: z.optional(z.string()) })
export type InvitedAnswer = z.infer<typeof InvitedAnswer>

/** Answer of DELETE …/invitations/{invitationId} and …/members/{memberId}. */
export const SharingIdAnswer = z.object({ id: z.string() })
export type SharingIdAnswer = z.infer<typeof SharingIdAnswer>

/** Answer of PATCH …/members/{memberId}. */
export const RoleAnswer = z.object({ id: z.string(), role: Role })
export type RoleAnswer = z.infer<typeof RoleAnswer>

/** GET /api/invitations/{token}, for who has the token, signed in or not. */
export const InvitationAnswer = z.object({
  collection: z.object({ name: z.string(), color: z.string() }),
  /** The name of who shares it. */
  owner: z.string(),
  /** The address that may accept it; null: anyone. */
  email: z.nullable(z.string()),
  role: Role,
  expiresAt: z.string(),
})
export type InvitationAnswer = z.infer<typeof InvitationAnswer>

/** Answer of POST /api/invitations/{token}/accept, also where the caller has accepted it before. */
export const MembershipAnswer = z.object({ libraryId: z.string(), collectionId: z.int(), role: Role })
export type MembershipAnswer = z.infer<typeof MembershipAnswer>

/** Answer of POST /api/collections/{id}/leave?library={libraryId}. */
export const LeftAnswer = z.object({
  libraryId: z.string(),
  collectionId: z.int(),
  /** How many links the caller's library got. */
  copied: z.int(),
  /** How many notes stay, without a name. */
  leftNotes: z.int(),
})
export type LeftAnswer = z.infer<typeof LeftAnswer>

/** Answer of POST /api/collections/{id}/handover. */
export const OfferAnswer = z.object({ collectionId: z.int(), memberId: z.nullable(z.string()) })
export type OfferAnswer = z.infer<typeof OfferAnswer>

/** Answer of POST /api/collections/{id}/handover/accept?library={libraryId}: where the collection is now, in the caller's own library. */
export const HandoverAnswer = z.object({ libraryId: z.string(), collectionId: z.int() })
export type HandoverAnswer = z.infer<typeof HandoverAnswer>

/** A collection that somebody shares with the caller, as GET /api/shared lists them, by the names of owners and collections. */
export const SharedCollection = z.object({
  libraryId: z.string(),
  collectionId: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  color: z.string(),
  role: Role,
  /** The name of who shares it. */
  owner: z.string(),
  /** Its links that the caller has not archived. */
  count: z.int(),
  /** How many of these are the caller's favorites. */
  favorites: z.int(),
  /** Its links that the caller has archived. */
  archived: z.int(),
  /** The plan of its owner includes no sharing any more: members only read, until then. */
  readUntil: z.nullable(z.string()),
  inAllArticles: z.boolean(),
  weeklyMail: z.boolean(),
  /** Its owner offers the caller to take it over. */
  isOffered: z.optional(z.boolean()),
})
export type SharedCollection = z.infer<typeof SharedCollection>

export const SharedList = z.array(SharedCollection)
export type SharedList = z.infer<typeof SharedList>

/** Answer of PUT /api/shared/{collectionId}?library={libraryId}. */
export const SharedChoice = z.object({ inAllArticles: z.boolean(), weeklyMail: z.boolean() })
export type SharedChoice = z.infer<typeof SharedChoice>

export const Member = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  joinedAt: z.string(),
  isYou: z.boolean(),
  /** The owner offers them to take the collection over. */
  isOffered: z.optional(z.boolean()),
})
export type Member = z.infer<typeof Member>

/** GET /api/collections/{id}/members, for its owner and, with `library`, for its members: who joined first comes first. */
export const MemberList = z.object({
  owner: z.object({ name: z.string(), isYou: z.boolean() }),
  members: z.array(Member),
})
export type MemberList = z.infer<typeof MemberList>
