import type { ShareList } from '@lectern/contracts/api/shares.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import { listShares } from '../shares/list.ts'
import type { QueryTools } from '../tools.ts'

export const sharesRoute = (app: FastifyInstance, { read, gate }: QueryTools): void => {
  app.get(
    '/api/shares',
    { preHandler: gate.libraryAndArticles },
    (request): Promise<ShareList> => listShares(read(), requireCaller(request).libraryId),
  )
}
