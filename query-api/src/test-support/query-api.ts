import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { listen } from '@lectern/platform/postgres/listen.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { asking, believeCallers } from '@lectern/platform/test-support/callers.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import { QUERY_POOL_SETTINGS, queryApi } from '../app.ts'

/** Projectors answer to deleted links with commands, for which whole events are read. */
const METADATA = { actorId: 'test', via: 'web', commandId: 'test', commandHash: '' }

/** A query-api as the gateway mounts it. Projectors run behind it in a process of their own. */
export const startQueryApi = async (parts: TestParts) => {
  const log = createLog('query-api', 'silent')
  const pool = connectPostgres({
    url: parts.databaseUrl,
    name: 'query-api',
    max: 8,
    settings: QUERY_POOL_SETTINGS,
  })
  const store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  const projectors = await startProjectors(parts)

  const app = createHttpApp({ log })
  believeCallers(app)
  const databaseUrl = parts.databaseUrl
  await app.register(
    queryApi({ pool, databaseUrl, nats: () => undefined, log, epoch: 'epoch', rateLimits: false }),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })

  /** Asks as through the gateway. `as` is the caller, `after` the position of their last write. */
  const getOnce = async (
    path: string,
    { as: caller, after }: { as?: Caller; after?: Position | undefined } = {},
  ) => {
    const headers = asking({ caller, readAfter: after })
    const answer = await app.inject({ method: 'GET', url: path, headers })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }

  return {
    app,
    pool,
    projectors,
    /** Appends events, and gives the position that a read must reach to show them. */
    record: async (
      stream: string,
      events: readonly (LibraryEvent | NotebookEvent | ArticleEvent)[],
    ): Promise<Position> => {
      const numbered = events.map(event => ({ id: randomUUID(), metadata: METADATA, ...event }))
      return (await store.append(stream, 'any', numbered)).position
    },
    getOnce,
    /** Asks until the answer has the caller's last write, which takes more than one wait on a busy machine. */
    get: async (...asked: Parameters<typeof getOnce>) => {
      let answer = await getOnce(...asked)
      while (answer.headers['lectern-behind']) answer = await getOnce(...asked)
      return answer
    },
    post: async (
      path: string,
      payload: object,
      { as: caller, after }: { as?: Caller; after?: Position | undefined } = {},
    ) => {
      const answer = await app.inject({
        method: 'POST',
        url: path,
        headers: asking({ caller, readAfter: after }),
        payload,
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    address,
    stop: async () => {
      await app.close()
      await store.close()
      await pool.end()
    },
  }
}

const started = new Map<string, Promise<ChildProcess>>()

/** Projectors on these parts, one process for all callers. Resolves once their read models are current. */
export const startProjectors = (parts: TestParts): Promise<ChildProcess> => {
  const known = started.get(parts.databaseUrl) ?? untilCurrent(parts)
  started.set(parts.databaseUrl, known)
  return known
}

const untilCurrent = async (parts: TestParts): Promise<ChildProcess> => {
  const stop = new AbortController()
  const url = parts.databaseUrl
  const heard = listen({ url, name: 'test', channels: [PROGRESS_CHANNEL], signal: stop.signal })
  await heard.next()
  const child = parts.run('projectors')
  await Promise.race([
    heard.next(),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`projectors ended with ${code}`))),
  ])
  stop.abort()
  return child
}

export const aCaller = (): Caller => ({
  userId: randomUUID(),
  libraryId: randomUUID(),
  sessionId: randomUUID(),
})
