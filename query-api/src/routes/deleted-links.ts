import { type DeletedLinkList, DeletedLinksQuery } from '@lectern/contracts/api/deleted-links.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance } from 'fastify'
import { decodeCursor } from '../links/cursor.ts'
import { listDeletedLinks } from '../links/deleted.ts'
import type { QueryTools } from '../tools.ts'

/** Lists of one library that Postgres answers at once. */
const OF_LIBRARY = 2

export const deletedLinksRoute = (app: FastifyInstance, { read, gate }: QueryTools): void => {
  const ofLibrary = limitConcurrencyBy(OF_LIBRARY)

  app.get(
    '/api/deleted-links',
    { preHandler: gate.libraryAndArticles },
    async (request): Promise<DeletedLinkList> => {
      const { libraryId } = requireCaller(request)
      const { cursor, limit } = readInput(DeletedLinksQuery, request.query)
      const after = cursor === undefined ? undefined : decodeCursor(cursor)
      return ofLibrary.use(libraryId, () => listDeletedLinks(read(), libraryId, { after, limit }))
    },
  )
}
