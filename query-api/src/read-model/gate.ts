import {
  ARTICLES_LANE,
  HISTORY_LANE,
  type Lane,
  LIBRARY_LANES,
  laneOf,
  SEARCH_LANE,
} from '@lectern/contracts/read-model/lanes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadModel } from './follow.ts'

const WAIT_MS = 2_000
/** Reads of one session that wait at once. One more is answered at once, and may lack the caller's last write. */
const WAITING_MAX = 16

/** Marks an answer that may lack the caller's own last write. */
const BEHIND_HEADER = 'lectern-behind'

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/** A read of what others share may need any lane: the caller's last write may be in their library, or in the own one. */
const libraryLanes = ({ caller, membership, query, routeOptions }: FastifyRequest): readonly Lane[] => {
  const { shared, q } = query as { shared?: unknown; q?: unknown }
  const isOfOthers =
    membership !== undefined || shared !== undefined || /shared/i.test(String(q ?? routeOptions.url))
  return isOfOthers || caller === undefined ? LIBRARY_LANES : [laneOf(caller.libraryId)]
}

/**
 * preHandlers that hold a read until the read model has the caller's own last write. A caller who wrote nothing in the last
 * 30 s never waits, and nobody waits for the writes of others.
 */
export const createReadGate = (
  model: ReadModel,
): { library: Hook; libraryAndArticles: Hook; list: Hook; history: Hook } => {
  const waiting = new Map<string, number>()

  const gate =
    (lanesBeside: readonly Lane[]): Hook =>
    (request, reply, done) => {
      const { caller, readAfter } = request
      if (caller === undefined || readAfter === undefined) return done()
      const lanes = [...libraryLanes(request), ...lanesBeside]
      if (model.isPast(lanes, readAfter)) return done()
      const count = waiting.get(caller.sessionId) ?? 0
      if (count >= WAITING_MAX) {
        reply.header(BEHIND_HEADER, 'true')
        return done()
      }
      waiting.set(caller.sessionId, count + 1)
      void model.waitUntilPast(lanes, readAfter, WAIT_MS).then(isThere => {
        const left = (waiting.get(caller.sessionId) ?? 1) - 1
        if (left === 0) waiting.delete(caller.sessionId)
        else waiting.set(caller.sessionId, left)
        if (!isThere) reply.header(BEHIND_HEADER, 'true')
        done()
      })
    }

  const library = gate([])
  const libraryAndArticles = gate([ARTICLES_LANE])
  const search = gate([SEARCH_LANE, ARTICLES_LANE])
  const history = gate([HISTORY_LANE])
  const searchedHistory = gate([SEARCH_LANE, HISTORY_LANE])
  return {
    library,
    /** Waits for the library's lane. A search (`q`) waits for the lanes of search and of articles, an order (`sort`) for the latter. */
    list: (request, reply, done) => {
      const { q, sort } = request.query as { q?: unknown; sort?: unknown }
      if (q !== undefined) return search(request, reply, done)
      return sort === undefined ? library(request, reply, done) : libraryAndArticles(request, reply, done)
    },
    libraryAndArticles,
    /** Waits for acts, and for the links and imports that they name. A search waits for the search lane too. */
    history: (request, reply, done) =>
      'q' in (request.query as object)
        ? searchedHistory(request, reply, done)
        : history(request, reply, done),
  }
}
