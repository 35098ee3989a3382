import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { HistoryPage } from '@lectern/contracts/api/history.ts'
import type { MemberList, SharedList } from '@lectern/contracts/api/sharing.ts'
import { ActivityQuery } from '@lectern/contracts/api/sharing-requests.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance } from 'fastify'
import { decodePlace } from '../history/cursor.ts'
import { readActivity } from '../shared/activity.ts'
import { listShared } from '../shared/list.ts'
import { checkCollection, listMembers } from '../shared/members.ts'
import { sourceFor } from '../shared/source.ts'
import type { QueryTools } from '../tools.ts'

type ById = { Params: { id: string } }

/** Activities that Postgres looks for at once for one person: each may go through a whole history. */
const OF_LIBRARY = 1

/** What others share with the caller, and who takes part in a collection. */
export const sharedRoutes = (app: FastifyInstance, { read, gate }: QueryTools): void => {
  const ofLibrary = limitConcurrencyBy(OF_LIBRARY)

  app.get('/api/shared', { preHandler: gate.library }, (request): Promise<SharedList> => {
    return listShared(read(), requireCaller(request).userId)
  })

  app.get<ById>(
    '/api/collections/:id/members',
    { preHandler: gate.library },
    async (request): Promise<MemberList> => {
      const source = await sourceFor(read(), request)
      return listMembers(read(), source, parseCollectionId(request.params.id))
    },
  )

  app.get<ById>(
    '/api/collections/:id/activity',
    { preHandler: gate.history },
    async (request): Promise<HistoryPage> => {
      const { cursor, limit } = readInput(ActivityQuery, request.query)
      const after = cursor === undefined ? undefined : decodePlace(cursor)
      const { libraryId } = requireCaller(request)
      const collectionId = parseCollectionId(request.params.id)
      return ofLibrary.use(libraryId, async () => {
        const source = await sourceFor(read(), request)
        await checkCollection(source.db, source.reader.libraryId, collectionId)
        return readActivity(read(), source, { collectionId, after, limit })
      })
    },
  )
}

/** @throws Rejected collection-not-found, also for a text that is no id */
const parseCollectionId = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Rejected('collection-not-found')
  return Number(text)
}
