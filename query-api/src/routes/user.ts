import type { User } from '@lectern/contracts/api/account.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { isPaid, PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import type { QueryTools } from '../tools.ts'

export const userRoute = (app: FastifyInstance, { read, gate, epoch }: QueryTools): void => {
  app.get('/api/user', { preHandler: gate.library }, async (request, reply): Promise<User> => {
    const { userId, libraryId } = requireCaller(request)
    const db = read()
    const [user, library] = await Promise.all([
      db
        .selectFrom('identity.users')
        .select(['id', 'email', 'username', 'first_name'])
        .where('id', '=', userId)
        .executeTakeFirst(),
      db
        .selectFrom('libraries')
        .select(['plan', 'item_limit'])
        .where('library_id', '=', libraryId)
        .executeTakeFirst(),
    ])
    if (user === undefined) throw new Rejected('signed-out')
    const plan = (library?.plan ?? 'free') as Plan
    reply.header('cache-control', 'no-store')
    return {
      id: user.id,
      email: user.email,
      username: user.username,
      firstName: user.first_name,
      isPro: isPaid(plan),
      plan,
      itemsAllowed: library === undefined ? PLANS.free.limit : library.item_limit,
      epoch,
    }
  })
}
