import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { HandoverAnswer, OfferAnswer } from '@lectern/contracts/api/sharing.ts'
import { HandoverRequest } from '@lectern/contracts/api/sharing-requests.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance } from 'fastify'
import { eventId } from '../aggregate/issued.ts'
import { checkHandover } from '../domain/library/sharing/handover.ts'
import { decide } from '../domain/library.ts'
import { type HandOverParts, handOver, receivedOf } from '../sharing/hand-over.ts'
import { type ById, commandLibrary, idOf, issuedByMember, now, tellPosition } from './commands.ts'
import type { RowBudget } from './row-budget.ts'

export type HandoverRouteParts = HandOverParts & {
  readonly limits: Limits
  readonly charge: RowBudget
}

/** The owner of a collection offers it to an editor, who becomes its owner by accepting. */
export const handoverRoutes = (
  app: FastifyInstance,
  { limits, charge, ...parts }: HandoverRouteParts,
): void => {
  const { libraries } = parts
  const limited = () => ({ onRequest: limits.ofCaller(120) })
  const command = commandLibrary(libraries)

  app.post<ById>('/api/collections/:id/handover', limited(), async (request, reply): Promise<OfferAnswer> => {
    const collectionId = idOf(request, 'collection-not-found')
    const { memberId } = readInput(HandoverRequest, request.body)
    await command(request, reply, { type: 'OfferHandover', collectionId, memberId, now: now() })
    return { collectionId, memberId }
  })

  app.post<ById>(
    '/api/collections/:id/handover/accept',
    limited(),
    async (request, reply): Promise<HandoverAnswer> => {
      const { libraryId, by } = placeOf(request)
      const collectionId = idOf(request, 'collection-not-found')
      if (by === undefined) throw new Rejected('invalid-input', {}, 'This collection is your own already.')
      const own = requireCaller(request).libraryId
      const accept = { type: 'AcceptHandover', collectionId, by, now: now() } as const
      const issued = issuedByMember(request, by)
      if ((await libraries.recall(libraryId, issued.commandId)) === undefined) {
        const links = await libraries.read(libraryId, library => {
          decide(accept, library)
          const inside = [...library.links].filter(([, link]) => link.collectionId === collectionId)
          return receivedOf(
            library,
            inside.map(([id]) => id),
          )
        })
        await libraries.read(own, library => checkHandover(links, library))
        await charge(request, reply, links.length)
      }
      const { events } = await libraries.handle(libraryId, accept, issued)
      const [deletion] = events
      if (deletion?.type !== 'CollectionDeleted') throw new Error('Accepting led to no handover')
      const id = eventId(libraryId, issued.commandId, 0)
      await handOver(parts, libraryId, { id, deletion: deletion.data })
      const { value: received, position } = await libraries.readAt(own, library => library.received.get(id))
      tellPosition(reply, { position })
      if (received === undefined) throw new Rejected('unavailable')
      return { libraryId: own, collectionId: received.collectionId }
    },
  )
}
