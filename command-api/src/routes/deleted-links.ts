import {
  type BringBackAnswer,
  type DeletedForGoodAnswer,
  DeletedLinksRequest,
} from '@lectern/contracts/api/deleted-links.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { countIds } from '@lectern/contracts/id-ranges.ts'
import { BULK_BODY_MAX, BULK_VALUES_MAX } from '@lectern/contracts/limits.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import type { DeletedLinks } from '../reading/deleted-links.ts'
import { commandLibrary, now } from './commands.ts'
import type { RowBudget } from './row-budget.ts'

export type DeletedLinkRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly deletedLinks: DeletedLinks
  readonly limits: Limits
  readonly charge: RowBudget
}

/** What may still be done with links that were deleted. */
export const deletedLinkRoutes = (
  app: FastifyInstance,
  { libraries, deletedLinks, limits, charge }: DeletedLinkRouteParts,
): void => {
  const options = {
    onRequest: limits.ofCaller(120, { name: 'deleted-links' }),
    bodyLimit: BULK_BODY_MAX,
    config: { valuesMax: BULK_VALUES_MAX },
  }
  const command = commandLibrary(libraries)
  const askedBy = (request: FastifyRequest) => ({
    libraryId: requireCaller(request).libraryId,
    after: request.readAfter,
  })

  app.post('/api/deleted-links/bring-back', options, async (request, reply): Promise<BringBackAnswer> => {
    const asked = askedBy(request)
    const wanted = readInput(DeletedLinksRequest, request.body)
    const { links: known, count } = await deletedLinks.toBringBack(asked, wanted)
    await charge(request, reply, known.length)
    const [event] = await command(request, reply, { type: 'BringLinksBack', ...wanted, known, now: now() })
    // A repeated request is answered from its event, though the links are not deleted any more.
    if (event?.type !== 'LinksBroughtBack') throw new Rejected('not-recently-deleted')
    const { links } = event.data
    const back = new Set(links.map(({ from }) => from))
    // What a repeated request finds is not what the first one brought back.
    const isFirst = known.some(({ from }) => back.has(from))
    const collected = new Set(known.flatMap(link => (link.collectionId === null ? [] : link.from)))
    const isUncollected = (link: (typeof links)[number]) =>
      link.collectionId === null && collected.has(link.from)
    return {
      links: links.map(({ from: deletedId, linkId: id }) => ({ deletedId, id })),
      leftCount: isFirst ? count - known.length : count,
      uncollectedCount: links.filter(isUncollected).length,
    }
  })

  app.delete('/api/deleted-links', options, async (request, reply): Promise<DeletedForGoodAnswer> => {
    const asked = askedBy(request)
    const wanted = readInput(DeletedLinksRequest, request.body)
    const known = await deletedLinks.idsOf(asked, wanted)
    await charge(request, reply, known.length)
    const [event] = await command(request, reply, { type: 'DeleteForGood', ...wanted, known, now: now() })
    return { deletedCount: event?.type === 'LinksDeletedForGood' ? countIds(event.data.links) : 0 }
  })
}
