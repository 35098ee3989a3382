import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type CreatedShare, CreateShareRequest, type ShareIdAnswer } from '@lectern/contracts/api/shares.ts'
import { FROZEN_LINKS_MAX, sharePath } from '@lectern/contracts/shares.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashPassword } from '../accounts/passwords.ts'
import { eventId } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { KeptBytes } from '../bytes/kept-bytes.ts'
import { makeShare, renewShare } from '../domain/library/shares.ts'
import type { WaitUntilPast } from '../reading/wait-until-past.ts'
import { type ById, issuedBy, now, tellPosition } from '../routes/commands.ts'
import { UUID } from '../routes/uuid.ts'
import { originOf } from './origin.ts'
import type { ReadShared } from './shared.ts'
import type { Shares, Showing } from './shares.ts'
import { newToken } from './token.ts'

export type ShareRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly shares: Shares
  readonly keptBytes: Pick<KeptBytes, 'spendPage'>
  readonly readShared: ReadShared
  readonly waitUntilPast: WaitUntilPast
  readonly publicUrl: URL | undefined
  readonly limits: Limits
  readonly space: Pick<FreeSpace, 'isLow'>
}

/**
 * What a person makes public. First comes the row with the hash of the token, which shows nothing yet, then the event, then the row
 * shows. A crash in between leaves nothing public, or a policy goes on from the event. query-api lists them.
 */
export const shareRoutes = (
  app: FastifyInstance,
  { libraries, shares, keptBytes, readShared, waitUntilPast, publicUrl, limits, space }: ShareRouteParts,
): void => {
  const often = { onRequest: limits.ofCaller(60, { name: 'shares' }) }
  const makes = {
    ...often,
    preHandler: async () => {
      if (space.isLow()) throw new Rejected('out-of-space')
    },
  }

  /** What the page shows for ever. @throws Rejected article-pending */
  const freeze = async (share: Showing): Promise<string> => {
    const shared = await readShared(share, { from: 0, count: FROZEN_LINKS_MAX })
    if (shared === undefined)
      throw new Rejected(share.kind === 'collection' ? 'collection-not-found' : 'link-not-found')
    if (shared.kind === 'article' && shared.isPending) throw new Rejected('article-pending')
    return JSON.stringify(shared)
  }

  const answer = async (request: FastifyRequest, id: string, token: string): Promise<CreatedShare> => {
    // It was withdrawn since. A repeated request has a new token, since nobody knows the first one.
    if (!(await shares.confirm(id, token))) throw new Rejected('share-not-found')
    return { id, url: `${originOf(request, publicUrl)}${sharePath(token)}` }
  }

  app.post('/api/shares', makes, async (request, reply) => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    const { password, linkId, collectionId, ...choices } = readInput(CreateShareRequest, request.body)
    const issued = issuedBy(request, caller)
    const id = eventId(libraryId, `share/${issued.commandId}`, 0)
    const command = {
      ...{ type: 'MakeShare' as const, shareId: id, ...choices, hasPassword: password != null, now: now() },
      ...(linkId != null && { linkId }),
      ...(collectionId != null && { collectionId }),
    }
    // Nothing is stored for what is refused.
    await libraries.read(libraryId, library => void makeShare(command, library))
    await waitUntilPast(libraryId, request.readAfter)
    const token = newToken()
    const showing = { libraryId, linkId: linkId ?? null, collectionId: collectionId ?? null, ...choices }
    const frozen = choices.live ? null : await freeze(showing)
    const asker = { userId: caller.userId, isOwner: true }
    const passwordHash = password == null ? null : await hashPassword(asker, password)
    const put = () => shares.put({ ...showing, id, token, passwordHash, frozen })
    if (frozen === null) await put()
    else await keptBytes.spendPage(caller.userId, Buffer.byteLength(frozen), put)
    const outcome = await libraries.handle(libraryId, command, issued)
    const made = await answer(request, id, token)
    tellPosition(reply, outcome)
    return reply.code(201).send(made)
  })

  app.post<ById>('/api/shares/:id/renew', makes, async (request, reply) => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    const renews = shareIdOf(request)
    const issued = issuedBy(request, caller)
    const id = eventId(libraryId, `share/${issued.commandId}`, 0)
    const command = { type: 'RenewShare' as const, shareId: id, renews, now: now() }
    await libraries.read(libraryId, library => void renewShare(command, library))
    const token = newToken()
    await shares.putAgain({ id, renews, token })
    const outcome = await libraries.handle(libraryId, command, issued)
    await shares.end(renews)
    const made = await answer(request, id, token)
    tellPosition(reply, outcome)
    return reply.code(201).send(made)
  })

  app.delete<ById>('/api/shares/:id', often, async (request, reply): Promise<ShareIdAnswer> => {
    const caller = requireCaller(request)
    const id = shareIdOf(request)
    const command = { type: 'WithdrawShare', shareId: id, now: now() } as const
    const outcome = await libraries.handle(caller.libraryId, command, issuedBy(request, caller))
    await shares.end(id)
    tellPosition(reply, outcome)
    return { id }
  })
}

/** @throws Rejected share-not-found */
const shareIdOf = ({ params }: FastifyRequest<ById>): string => {
  if (!UUID.test(params.id)) throw new Rejected('share-not-found')
  return params.id.toLowerCase()
}
