import { Rejected } from '@lectern/contracts/api/errors.ts'
import type {
  Invitation,
  InvitationList,
  InvitedAnswer,
  RoleAnswer,
  SharingIdAnswer,
} from '@lectern/contracts/api/sharing.ts'
import { ChangeRoleRequest, InviteRequest } from '@lectern/contracts/api/sharing-requests.ts'
import { INVITATIONS_AN_HOUR } from '@lectern/contracts/sharing.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { eventId } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import { findCollection } from '../domain/library/collections.ts'
import type { InviteMembers } from '../domain/library/sharing/members.ts'
import type { Invitation as OpenInvitation } from '../domain/library/sharing/state.ts'
import { decide } from '../domain/library.ts'
import type { InvitationRow, Invitations } from '../sharing/invitations.ts'
import type { People } from '../sharing/people.ts'
import { type ById, commandLibrary, idOf, issuedBy, now, tellPosition } from './commands.ts'
import { UUID } from './uuid.ts'

export type SharingRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly invitations: Invitations
  readonly people: People
  /** The address of Lectern, without a path. */
  readonly origin: string
  readonly limits: Limits
}
type ByInvitation = { Params: { id: string; invitationId: string } }
type ByMember = { Params: { id: string; memberId: string } }

const HOUR_MS = 3_600_000

/** Who shares a collection: its owner invites, changes roles and removes. */
export const sharingRoutes = (
  app: FastifyInstance,
  { libraries, invitations, people, origin, limits }: SharingRouteParts,
): void => {
  const limited = () => ({ onRequest: limits.ofCaller(120) })
  const command = commandLibrary(libraries)
  const mails = limits.budget('invitations', { limit: INVITATIONS_AN_HOUR, windowMs: HOUR_MS })

  /**
   * The rows come first, so that a mail finds its address. They go again where the library refuses; after a crash they expire.
   * @param rows those that are new, or sent again
   */
  const invite = async (
    request: FastifyRequest,
    reply: FastifyReply,
    rows: Parameters<Invitations['put']>[0],
    wanted: Pick<InviteMembers, 'collectionId' | 'role' | 'forAnyone' | 'again'>,
  ): Promise<InvitedAnswer> => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    const ids = rows.map(({ id }) => id)
    const asked: InviteMembers = { type: 'InviteMembers', ...wanted, invitationIds: ids, now: now() }
    const issued = issuedBy(request, caller)
    const isRepeated = (await libraries.recall(libraryId, issued.commandId)) !== undefined
    if (!isRepeated) {
      // A refusal costs no mails and leaves no address.
      await libraries.read(libraryId, library => void decide(asked, library))
      await mails.spend(caller.userId, reply, rows.length)
      await invitations.put(rows)
    }
    const outcome = await libraries.handle(libraryId, asked, issued).catch(async error => {
      const isNew = error instanceof Rejected && error.code !== 'unavailable' && !wanted.again && !isRepeated
      if (isNew) await takeBackNew(libraryId, ids)
      throw error
    })
    tellPosition(reply, outcome)
    const [link] = rows.filter(({ email }) => email === null)
    const url = link && `${origin}/invitation/${await invitations.issueToken(link.id, null)}`
    const made = await listOf(libraryId, wanted.collectionId)
    return { invitations: made.filter(({ id }) => ids.includes(id)), ...(url && { url }) }
  }

  /** One that was open before stays. */
  const takeBackNew = async (libraryId: string, ids: readonly string[]): Promise<void> => {
    const known = await libraries.read(libraryId, library => new Set(library.invitations.keys()))
    await invitations.takeBack(ids.filter(id => !known.has(id)))
  }

  const listOf = async (libraryId: string, collectionId: number): Promise<InvitationList> => {
    const open = await libraries.read(libraryId, library => {
      findCollection(library, collectionId)
      return new Map(library.invitations)
    })
    return (await invitations.ofCollection(libraryId, collectionId)).flatMap(row => {
      const invitation = open.get(row.id)
      return invitation ? [shown(row, invitation)] : []
    })
  }

  /** @throws Rejected collection-not-found, invitation-not-found, invitation-used, invitation-withdrawn */
  const invitationOf = async (request: FastifyRequest<ByInvitation>): Promise<InvitationRow> => {
    const { libraryId } = requireCaller(request)
    const collectionId = idOf(request, 'collection-not-found')
    await libraries.read(libraryId, library => void findCollection(library, collectionId))
    const { invitationId } = request.params
    const row = UUID.test(invitationId) ? await invitations.find(invitationId) : undefined
    if (row?.libraryId !== libraryId || row.collectionId !== collectionId)
      throw new Rejected('invitation-not-found')
    return row
  }

  app.post<ById>('/api/collections/:id/invitations', limited(), async (request, reply) => {
    const { libraryId } = requireCaller(request)
    const collectionId = idOf(request, 'collection-not-found')
    const { emails, role, forAnyone } = readInput(InviteRequest, request.body)
    const { commandId } = issuedBy(request, requireCaller(request))
    const open = await invitations.openOf(libraryId, collectionId, emails)
    const rows = (emails.length > 0 ? emails : [null]).map(email => {
      const known = open.find(row => row.email?.toLowerCase() === email?.toLowerCase())
      const id = known?.id ?? eventId(libraryId, `${commandId}/invitation/${email?.toLowerCase() ?? ''}`, 0)
      return { id, libraryId, collectionId, email, forAnyone }
    })
    return reply.code(201).send(await invite(request, reply, rows, { collectionId, role, forAnyone }))
  })

  app.get<ById>('/api/collections/:id/invitations', limited(), async (request): Promise<InvitationList> => {
    const { libraryId } = requireCaller(request)
    return listOf(libraryId, idOf(request, 'collection-not-found'))
  })

  app.post<ByInvitation>(
    '/api/collections/:id/invitations/:invitationId/resend',
    limited(),
    async (request, reply): Promise<InvitedAnswer> => {
      const row = await invitationOf(request)
      const { id, libraryId, collectionId, email, forAnyone } = row
      const found = await libraries.read(libraryId, library => library.invitations.get(id))
      if (row.ended !== null || found === undefined) throw new Rejected(overBy(row))
      const again = { collectionId, role: found.role, forAnyone, again: true } as const
      return invite(request, reply, [{ id, libraryId, collectionId, email, forAnyone }], again)
    },
  )

  app.delete<ByInvitation>(
    '/api/collections/:id/invitations/:invitationId',
    limited(),
    async (request, reply): Promise<SharingIdAnswer> => {
      const { id, collectionId, ended, expiresAt } = await invitationOf(request)
      if (ended === 'used') throw new Rejected('invitation-used')
      const withdrawal = { type: 'WithdrawInvitation', collectionId, invitationId: id, now: now() } as const
      const events = await command(request, reply, withdrawal)
      // It was accepted in the same moment.
      if (events.length === 0 && ended === null && expiresAt.getTime() > Date.now())
        throw new Rejected('invitation-used')
      await invitations.end(id, 'withdrawn')
      return { id }
    },
  )

  app.patch<ByMember>(
    '/api/collections/:id/members/:memberId',
    limited(),
    async (request, reply): Promise<RoleAnswer> => {
      const collectionId = idOf(request, 'collection-not-found')
      const { memberId } = request.params
      const { role } = readInput(ChangeRoleRequest, request.body)
      await command(request, reply, { type: 'ChangeRole', collectionId, memberId, role, now: now() })
      return { id: memberId, role }
    },
  )

  app.delete<ByMember>(
    '/api/collections/:id/members/:memberId',
    limited(),
    async (request, reply): Promise<SharingIdAnswer> => {
      const collectionId = idOf(request, 'collection-not-found')
      const { memberId } = request.params
      const removal = { type: 'EndMembership', collectionId, memberId, how: 'removed', now: now() } as const
      const events = await command(request, reply, removal)
      if (events.length === 0) throw new Rejected('member-not-found')
      await people.settle(requireCaller(request).libraryId)
      return { id: memberId }
    },
  )
}

const shown = (row: InvitationRow, { role, expiresAt }: OpenInvitation): Invitation => ({
  id: row.id,
  email: row.email,
  role,
  forAnyone: row.forAnyone,
  sentAt: row.sentAt.toISOString(),
  expiresAt: new Date(expiresAt).toISOString(),
})

/** Why an invitation cannot be accepted any more. */
export const overBy = ({ ended, expiresAt }: Pick<InvitationRow, 'ended' | 'expiresAt'>) => {
  if (ended === 'used') return 'invitation-used'
  if (ended === 'withdrawn') return 'invitation-withdrawn'
  return expiresAt.getTime() <= Date.now() ? 'invitation-expired' : 'invitation-over'
}
