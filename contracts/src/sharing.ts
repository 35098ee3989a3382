import { z } from 'zod/mini'
import type { Plan } from './plans.ts'

/** What a member of a shared collection may do there, each more than the one before. */
export const ROLES = ['reader', 'commenter', 'editor'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

const RANKS: Record<Role, number> = { reader: 0, commenter: 1, editor: 2 }

/** Whether somebody with a role may do what needs another one at least. */
export const includesRole = (has: Role, needs: Role): boolean => RANKS[has] >= RANKS[needs]

/** Whether the owner of this plan may share collections. Members need no plan. */
export const hasSharing = (plan: Plan): boolean => plan === 'ultra'

export const MEMBERS_MAX = 25
export const SHARED_COLLECTIONS_MAX = 100
/** Collections of others that a person takes part in: a list of them all has a query for each library. */
export const JOINED_MAX = 200
/** Open invitations of an account. */
export const INVITATIONS_MAX = 50
export const INVITED_AT_ONCE_MAX = 10
export const INVITATION_DAYS = 7
/** Mails with invitations that an account sends an hour. */
export const INVITATIONS_AN_HOUR = 20
/** Shared links that a person has flags on. */
export const SHARED_FLAGS_MAX = 10_000
/** Days in which members may still read after the owner's plan has lost sharing. */
export const READ_ON_DAYS = 30
