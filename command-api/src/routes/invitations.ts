import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { InvitationAnswer, MembershipAnswer } from '@lectern/contracts/api/sharing.ts'
import { JOINED_MAX } from '@lectern/contracts/sharing.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isToken } from '../accounts/mail-tokens.ts'
import { nameKey, type Users } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { isOfClosed } from '../closing/is-closed.ts'
import { isOpen, roleOf } from '../domain/library/sharing/state.ts'
import type { Library } from '../domain/library/state.ts'
import type { InvitationRow, Invitations } from '../sharing/invitations.ts'
import type { People } from '../sharing/people.ts'
import { issuedByMember, now, tellPosition } from './commands.ts'
import { overBy } from './sharing.ts'

export type InvitationRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly invitations: Invitations
  readonly people: People
  readonly users: Users
  readonly limits: Limits
}
type ByToken = { Params: { token: string } }

const HOUR_MS = 3_600_000

/** What the holder of an invitation's token may do. The token came to the address that was invited, or from the owner. */
const openedWith =
  ({ invitations }: Pick<InvitationRouteParts, 'invitations'>) =>
  async ({ params }: FastifyRequest<ByToken>): Promise<InvitationRow> => {
    const row = isToken(params.token) ? await invitations.findByToken(params.token) : undefined
    if (row === undefined) throw new Rejected('invitation-not-found')
    return row
  }

/** Looks at the library of an invitation. @throws Rejected invitation-over where its owner deleted the account */
const inLibrary = async <T>(
  { libraries }: Pick<Aggregates, 'libraries'>,
  { libraryId }: InvitationRow,
  look: (library: Library) => T,
): Promise<T> => {
  try {
    return await libraries.read(libraryId, library => {
      if (library.closed) throw new Rejected('invitation-over')
      return look(library)
    })
  } catch (error) {
    throw isOfClosed(error) ? new Rejected('invitation-over') : error
  }
}

/** For people without a session, too: the page of an invitation says whose it is. */
export const invitationRoute = (
  app: FastifyInstance,
  { users, limits, ...parts }: InvitationRouteParts,
): void => {
  const open = openedWith(parts)
  const limited = limits.ofAddress({ limit: 120, windowMs: HOUR_MS, name: 'seen-invitations' })
  const options = { config: { isPublic: true }, onRequest: limited }

  app.get<ByToken>('/api/invitations/:token', options, async (request): Promise<InvitationAnswer> => {
    const row = await open(request)
    if (row.ended !== null) throw new Rejected(overBy(row), { isUsed: row.ended === 'used' })
    const found = await inLibrary(parts, row, library => {
      const invitation = library.invitations.get(row.id)
      const collection = library.collections.get(row.collectionId)
      return invitation && collection && isOpen(invitation, now()) ? { invitation, collection } : undefined
    })
    const owner = await users.findByLibrary(row.libraryId)
    if (found === undefined || owner === undefined) throw new Rejected(overBy(row))
    const { name, color } = found.collection
    return {
      collection: { name, color },
      owner: owner.first_name ?? owner.username,
      email: row.forAnyone ? null : row.email,
      role: found.invitation.role,
      expiresAt: new Date(found.invitation.expiresAt).toISOString(),
    }
  })
}

export const acceptRoute = (
  app: FastifyInstance,
  { users, limits, ...parts }: InvitationRouteParts,
): void => {
  const { libraries, invitations, people } = parts
  const open = openedWith(parts)

  /** The caller is a member by this invitation, or by another one. */
  const asMember = async (row: InvitationRow, memberId: string): Promise<MembershipAnswer | undefined> => {
    const { libraryId, collectionId } = row
    const role = await inLibrary(parts, row, library => roleOf(library, collectionId, memberId))
    return role && { libraryId, collectionId, role }
  }

  const accept = async (
    request: FastifyRequest,
    reply: FastifyReply,
    row: InvitationRow,
  ): Promise<MembershipAnswer> => {
    const caller = requireCaller(request)
    const { id, libraryId, collectionId } = row
    // Several at once may pass it by as many.
    if ((await people.countOthers(caller.userId, row)) >= JOINED_MAX) throw new Rejected('too-many-joined')
    const memberId = await people.memberIdOf(libraryId, caller)
    const acceptance = { type: 'AcceptInvitation', invitationId: id, memberId, now: now() } as const
    const issued = issuedByMember(request, memberId)
    const outcome = await libraries.handle(libraryId, acceptance, issued).catch(async error => {
      if (isOfClosed(error)) throw new Rejected('invitation-over')
      if (!(error instanceof Rejected) || error.code !== 'invitation-over') throw error
      // It was accepted before, perhaps in the same moment, and perhaps by the caller.
      const already = await asMember(row, memberId)
      const latest = await invitations.find(id)
      if (already !== undefined) return already
      throw new Rejected(latest ? overBy(latest) : 'invitation-over')
    })
    if ('role' in outcome) return outcome
    tellPosition(reply, outcome)
    await invitations.end(id, 'used', memberId)
    await people.settle(libraryId)
    const [event] = outcome.events
    if (event?.type !== 'MemberJoined') throw new Error('Accepting led to no member')
    return { libraryId, collectionId, role: event.data.role }
  }

  app.post<ByToken>(
    '/api/invitations/:token/accept',
    { onRequest: limits.ofCaller(60) },
    async (request, reply): Promise<MembershipAnswer> => {
      const caller = requireCaller(request)
      const row = await open(request)
      if (row.libraryId === caller.libraryId) throw new Rejected('own-invitation')
      const user = await users.findById(caller.userId)
      if (user === undefined) throw new Rejected('signed-out')
      if (row.ended === null && !row.forAnyone && row.emailKey !== nameKey(user.email))
        throw new Rejected('other-invited')
      if (row.ended === 'withdrawn') throw new Rejected('invitation-withdrawn')
      if (row.ended === 'used') {
        const memberId = await people.knownIdOf(row.libraryId, caller.userId)
        const already = memberId && (await asMember(row, memberId))
        if (!already) throw new Rejected('invitation-used')
        return already
      }
      return accept(request, reply, row)
    },
  )
}
