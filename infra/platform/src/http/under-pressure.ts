import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance } from 'fastify'

/** In ms, the mean of a second. At rest it is 1, under the mixed load of `make bench` 6; at this an answer takes a second. */
const EVENT_LOOP_DELAY_MAX_MS = 250
/** Share of what V8 may take (nodeFlags in infra/stack): beyond it the process collects garbage all the time, then ends. */
const HEAP_SHARE_MAX = 0.8
/** Several times what any of our processes holds after load (docs/decisions/0025): beyond it answers pile up unread. */
const RSS_MAX = 1_024 ** 3

/** Answers 503 with Retry-After to new requests while the process has more to do than it can. */
export const refuseUnderPressure = async (app: FastifyInstance): Promise<void> => {
  await app.register(underPressure, {
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    maxHeapUsedBytes: HEAP_SHARE_MAX * getHeapStatistics().heap_size_limit,
    maxRssBytes: RSS_MAX,
    pressureHandler: async ({ routeOptions }) => {
      if (routeOptions.config.ignoresLoad !== true) throw new Rejected('unavailable')
    },
  })
}
