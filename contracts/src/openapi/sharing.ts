import {
  HandoverAnswer,
  InvitationList,
  InvitedAnswer,
  LeftAnswer,
  MemberList,
  OfferAnswer,
  RoleAnswer,
  SharedChoice,
  SharedList,
  SharingIdAnswer,
} from '../api/sharing.ts'
import {
  ChangeRoleRequest,
  ChooseSharedRequest,
  HandoverRequest,
  InviteRequest,
  LeaveRequest,
  LibraryQuery,
} from '../api/sharing-requests.ts'
import { EXAMPLE, type Operations } from './operation.ts'

const path = { id: EXAMPLE.collection }
const ofInvitation = { ...path, invitationId: EXAMPLE.invitationId }
const ofMember = { ...path, memberId: EXAMPLE.memberId }

export const SHARING_OPERATIONS = {
  'GET /api/collections/:id/invitations': {
    tag: 'Collections',
    summary: 'List open invitations',
    description:
      'Those that nobody has accepted. After `expiresAt` an invitation counts once it is sent again.',
    status: 200,
    answer: InvitationList,
    refusals: ['collection-not-found'],
    example: { path },
  },
  'POST /api/collections/:id/invitations': {
    tag: 'Collections',
    summary: 'Invite people into a collection',
    description:
      'Each address gets a mail, whether it has an account or not. With `forAnyone` and no address, the answer has a link to hand on. On the Ultra plan.',
    body: InviteRequest,
    status: 201,
    answer: InvitedAnswer,
    isRepeatable: true,
    refusals: [
      'collection-not-found',
      'sharing-needed',
      'too-many-members',
      'too-many-invitations',
      'too-many-shared',
    ],
    example: { path, body: { emails: ['mina@example.org'], role: 'commenter' } },
  },
  'POST /api/collections/:id/invitations/:invitationId/resend': {
    tag: 'Collections',
    summary: 'Send an invitation again',
    description: 'It is valid for 7 days from then on.',
    status: 200,
    answer: InvitedAnswer,
    isRepeatable: true,
    refusals: ['collection-not-found', 'invitation-not-found', 'sharing-needed', 'invitation-used'],
    example: { path: ofInvitation },
  },
  'DELETE /api/collections/:id/invitations/:invitationId': {
    tag: 'Collections',
    summary: 'Withdraw an invitation',
    status: 200,
    answer: SharingIdAnswer,
    isRepeatable: true,
    refusals: ['collection-not-found', 'invitation-not-found', 'invitation-used'],
    example: { path: ofInvitation },
  },
  'PATCH /api/collections/:id/members/:memberId': {
    tag: 'Collections',
    summary: 'Change the role of a member',
    body: ChangeRoleRequest,
    status: 200,
    answer: RoleAnswer,
    isRepeatable: true,
    refusals: ['member-not-found'],
    example: { path: ofMember, body: { role: 'editor' } },
  },
  'DELETE /api/collections/:id/members/:memberId': {
    tag: 'Collections',
    summary: 'Remove a member',
    description: 'What the member saved stays in the collection.',
    status: 200,
    answer: SharingIdAnswer,
    isRepeatable: true,
    refusals: ['member-not-found'],
    example: { path: ofMember },
  },
  'POST /api/collections/:id/handover': {
    tag: 'Collections',
    summary: 'Offer a collection to an editor',
    description:
      'The editor becomes its owner by accepting, and you an editor. Its links stay in your library, too, in no collection. ' +
      '`memberId` null takes the offer back.',
    body: HandoverRequest,
    status: 200,
    answer: OfferAnswer,
    isRepeatable: true,
    refusals: ['collection-not-found', 'member-not-found', 'no-editor'],
    example: { path, body: { memberId: null } },
  },
  'POST /api/collections/:id/handover/accept': {
    tag: 'Collections',
    summary: 'Take over a collection that was offered to you',
    description: 'Your library gets it with its links, members and their notes. On the Ultra plan.',
    query: LibraryQuery,
    status: 200,
    answer: HandoverAnswer,
    isRepeatable: true,
    refusals: [
      ...(['collection-not-found', 'role-needed', 'not-offered', 'sharing-needed'] as const),
      ...(['limit-reached', 'too-many-collections', 'too-many-shared', 'too-much-link-text'] as const),
    ],
    example: { path, query: { library: EXAMPLE.library } },
  },
  'POST /api/collections/:id/leave': {
    tag: 'Collections',
    summary: 'Leave a collection of somebody else',
    description:
      'With `copies`, your library gets what is in it. What you saved stays there. Notes that you shared there go with you, or, with ' +
      '`leaveNotes`, stay for the others without your name.',
    query: LibraryQuery,
    body: LeaveRequest,
    isBodyOptional: true,
    status: 200,
    answer: LeftAnswer,
    isRepeatable: true,
    refusals: ['collection-not-found', 'limit-reached'],
    example: { path, query: { library: EXAMPLE.library }, body: { copies: true } },
  },
  'GET /api/collections/:id/members': {
    tag: 'Collections',
    summary: 'List the members of a collection',
    status: 200,
    answer: MemberList,
    refusals: ['collection-not-found'],
    example: { path },
  },
  'GET /api/shared': {
    tag: 'Collections',
    summary: 'List collections of others',
    description:
      'Those that others share with you. Calls on what is in them take `library`. Once `readUntil` is there, members only read, until then.',
    status: 200,
    answer: SharedList,
    example: {},
  },
  'PUT /api/shared/:collectionId': {
    tag: 'Collections',
    summary: 'Choose what a collection of somebody else does',
    description:
      'With `inAllArticles`, `GET /api/links?shared=also` lists its links beside your own. With `weeklyMail`, a mail tells what is new.',
    query: LibraryQuery,
    body: ChooseSharedRequest,
    status: 200,
    answer: SharedChoice,
    refusals: ['collection-not-found'],
    example: {
      path: { collectionId: EXAMPLE.collection },
      query: { library: EXAMPLE.library },
      body: { inAllArticles: true },
    },
  },
} as const satisfies Operations
