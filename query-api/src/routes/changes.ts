import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import { createHub } from '../changes/hub.ts'
import type { QueryTools } from '../tools.ts'

/** Server-sent events that tell the caller's open tabs what to fetch again (contracts' api/changes.ts). */
export const changesRoute = (app: FastifyInstance, { model, pool, log }: QueryTools): void => {
  const hub = createHub({ model, pool, log })
  app.addHook('preClose', () => hub.close())

  // A HEAD request would open a stream that nobody closes.
  const options = { exposeHeadRoute: false, config: { ignoresLoad: true } }
  app.get('/api/changes', options, (request, reply) => {
    const { stream } = hub.open(requireCaller(request))
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .send(stream)
  })
}
