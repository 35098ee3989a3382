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

const SAMPLE_MS = 1_000

/**
 * Answers new requests with 503 and Retry-After while the process is overloaded. What its start took does not count.
 * @param isSpared whether a request for this url is answered all the same
 */
export const refuseUnderPressure = async (
  app: FastifyInstance,
  isSpared: (url: string) => boolean,
): Promise<void> => {
  let countsFrom = Number.POSITIVE_INFINITY
  app.addHook('onListen', () => {
    // A sample stands until the next one, and the first ones have the start in them.
    countsFrom = performance.now() + 2 * SAMPLE_MS
  })
  await app.register(underPressure, {
    sampleInterval: SAMPLE_MS,
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    maxHeapUsedBytes: HEAP_SHARE_MAX * getHeapStatistics().heap_size_limit,
    maxRssBytes: RSS_MAX,
    pressureHandler: async ({ routeOptions, url }) => {
      const counts = performance.now() > countsFrom && routeOptions.config.ignoresLoad !== true
      if (counts && !isSpared(url)) throw new Rejected('unavailable')
    },
  })
}
