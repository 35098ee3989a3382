import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance } from 'fastify'

/** Mean of a second. It is 1 ms at rest and 6 ms under the mixed load of `make bench`; at 250 ms an answer takes a second. */
const EVENT_LOOP_DELAY_MAX_MS = 250
/** Share of V8's heap limit (nodeFlags in infra/stack). Beyond it the process mostly collects garbage. */
const HEAP_SHARE_MAX = 0.8
/** Bytes. Several times what any of our processes holds after load; beyond it unread answers pile up. */
const RSS_MAX = 1_024 ** 3

/** Answers new requests with 503 and Retry-After while the process is overloaded. */
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
