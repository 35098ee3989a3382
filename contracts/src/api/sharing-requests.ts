import { z } from 'zod/mini'
import { INVITED_AT_ONCE_MAX, ROLES } from '../sharing.ts'
import { SignupRequest } from './account-requests.ts'
import { HistoryQuery } from './history-query.ts'

const role = z.enum(ROLES, 'Please choose reader, commenter or editor.')

/**
 * POST /api/collections/{id}/invitations: 201 with an InvitedAnswer, which is the same whoever the addresses belong to. `forAnyone`:
 * who has the mail's link may accept, once, with any account. It needs no address then, and the answer has a link to hand on.
 */
export const InviteRequest = z
  .object({
    emails: z.pipe(
      z
        .array(SignupRequest.shape.email, 'Please enter the email addresses.')
        .check(z.maxLength(INVITED_AT_ONCE_MAX, 'Please invite at most 10 people at once.')),
      z.transform(emails => [
        ...new Map(emails.map(address => [address.toLowerCase(), address] as const)).values(),
      ]),
    ),
    role,
    forAnyone: z._default(z.boolean('forAnyone must be true or false'), false),
  })
  .check(
    z.refine(({ emails, forAnyone }) => forAnyone || emails.length > 0, 'Please enter the email addresses.'),
  )
export type InviteRequest = z.input<typeof InviteRequest>

/** PATCH /api/collections/{id}/members/{memberId} */
export const ChangeRoleRequest = z.object({ role })
export type ChangeRoleRequest = z.input<typeof ChangeRoleRequest>

/**
 * POST /api/collections/{id}/leave. `copies`: the caller's library gets what is in the collection; 402, and nobody leaves, where not all
 * has room. `leaveNotes`: those who stay keep the notes that the caller shared there, without a name; else they go with the caller.
 */
export const LeaveRequest = z.nullish(
  z.object({
    copies: z._default(z.boolean('copies must be true or false'), false),
    leaveNotes: z._default(z.boolean('leaveNotes must be true or false'), false),
  }),
)

/** POST /api/collections/{id}/handover: offers the collection to an editor; null takes the offer back. */
export const HandoverRequest = z.object({
  memberId: z.nullable(z.guid('Please choose an editor of the collection.')),
})
export type HandoverRequest = z.input<typeof HandoverRequest>

/** What calls on links, articles, notes and collections take: the library of somebody who shares collections with the caller. */
export const LibraryQuery = z.object({ library: z.optional(z.guid()) })
export type LibraryQuery = z.input<typeof LibraryQuery>

const choice = (name: string) => z.optional(z.boolean(`${name} must be true or false`))

/** PUT /api/shared/{collectionId}. What is absent stays as it is. */
export const ChooseSharedRequest = z.object({
  inAllArticles: choice('inAllArticles'),
  weeklyMail: choice('weeklyMail'),
})
export type ChooseSharedRequest = z.input<typeof ChooseSharedRequest>

/** GET /api/collections/{id}/activity answers a HistoryPage. */
export const ActivityQuery = z.pick(HistoryQuery, { cursor: true, limit: true })
