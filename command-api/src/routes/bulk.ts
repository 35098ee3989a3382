import { Rejected } from '@lectern/contracts/api/errors.ts'
import { BulkDeleteRequest, BulkEditRequest } from '@lectern/contracts/api/link-requests.ts'
import type { BulkDeleteAnswer, BulkEditAnswer } from '@lectern/contracts/api/links.ts'
import type { LinkChanges } from '@lectern/contracts/events/library.ts'
import { countIds } from '@lectern/contracts/id-ranges.ts'
import { BULK_BODY_MAX, BULK_VALUES_MAX } from '@lectern/contracts/limits.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { foundAmong } from '../domain/library/bulk.ts'
import { sees } from '../domain/library/sharing/seen.ts'
import { commandLibrary, now } from './commands.ts'
import { flagSharedWith } from './flag-shared.ts'
import type { RowBudget } from './row-budget.ts'

export type BulkRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly limits: Limits
  readonly charge: RowBudget
}

/** Flags are of the caller's library, all else is of the owner's: no command changes both. */
const ONE_AT_ONCE = 'Favorites and the archive are yours alone. Please change them by themselves.'

/** Acts on up to 50,000 links. An answer counts the links that were found. */
export const bulkRoutes = (app: FastifyInstance, { libraries, limits, charge }: BulkRouteParts): void => {
  const options = {
    onRequest: limits.ofCaller(120, { name: 'bulk' }),
    bodyLimit: BULK_BODY_MAX,
    config: { valuesMax: BULK_VALUES_MAX },
  }
  const command = commandLibrary(libraries)
  const flagShared = flagSharedWith({ libraries })

  app.put('/api/links/bulk', options, async (request, reply): Promise<BulkEditAnswer> => {
    const { linkIds, updates: changes, ifUndoable } = readInput(BulkEditRequest, request.body)
    const { isFavorite, isArchived, ...others } = changes
    const areFlags = isFavorite !== undefined || isArchived !== undefined
    if (request.membership && areFlags) {
      if (Object.values(others).some(value => value !== undefined))
        throw new Rejected('invalid-input', {}, ONE_AT_ONCE)
      await charge(request, reply, linkIds.length)
      return { updatedCount: await flagShared.many(request, reply, linkIds, { isFavorite, isArchived }) }
    }
    await charge(request, reply, linkIds.length * (1 + tagsIn(changes)))
    const [event] = await command(request, reply, {
      ...({ type: 'EditLinks', linkIds, changes, now: now() } as const),
      ...(ifUndoable && { ifUndoable }),
    })
    if (event?.type === 'LinksEdited') return { updatedCount: countIds(event.data.links) }
    // Nothing changed: every link that was found is as wanted already.
    const { libraryId, by } = placeOf(request)
    const updatedCount = await libraries.read(libraryId, library => {
      const found = [...foundAmong(library, linkIds).keys()]
      return by === undefined ? found.length : found.filter(id => sees(library, by, id, now())).length
    })
    return { updatedCount }
  })

  app.delete('/api/links/bulk', options, async (request, reply): Promise<BulkDeleteAnswer> => {
    const { linkIds } = readInput(BulkDeleteRequest, request.body)
    await charge(request, reply, linkIds.length)
    const [event] = await command(request, reply, { type: 'DeleteLinks', linkIds, now: now() })
    return { deletedCount: event?.type === 'LinksDeleted' ? countIds(event.data.links) : 0 }
  })
}

const tagsIn = ({ tags = [], addTags = [], removeTags = [] }: LinkChanges): number =>
  tags.length + addTags.length + removeTags.length
