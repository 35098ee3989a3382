import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { MemberList, SharedList } from '@lectern/contracts/api/sharing.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import { listShared } from '../shared/list.ts'
import { listMembers } from '../shared/members.ts'
import { sourceFor } from '../shared/source.ts'
import type { QueryTools } from '../tools.ts'

type ById = { Params: { id: string } }

/** What others share with the caller, and who takes part in a collection. */
export const sharedRoutes = (app: FastifyInstance, { read, gate }: QueryTools): void => {
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
}

/** @throws Rejected collection-not-found, also for a text that is no id */
const parseCollectionId = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Rejected('collection-not-found')
  return Number(text)
}
