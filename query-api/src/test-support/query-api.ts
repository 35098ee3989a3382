import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { acceptForwardedCaller, type Caller, forwardCaller } from '@lectern/platform/http/caller.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { listen } from '@lectern/platform/postgres/listen.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import { QUERY_POOL_SETTINGS, queryApi } from '../app.ts'

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** A query-api as main.ts builds it. Projectors run behind it in a process of their own. */
export const startQueryApi = async (parts: TestParts) => {
  const log = createLog('query-api', 'silent')
  const pool = connectPostgres({
    url: parts.databaseUrl,
    name: 'query-api',
    max: 8,
    settings: QUERY_POOL_SETTINGS,
  })
  await migrate(pool, { schema: 'identity', dir: folder('command-api/migrations/identity') })
  await migrate(pool, { schema: 'reading', dir: folder('command-api/migrations/reading') })
  await migrate(pool, { schema: 'content', dir: folder('workers/migrations') })
  const store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  const projectors = await startProjectors(parts)

  const app = createHttpApp({ log })
  acceptForwardedCaller(app, parts.internalSecret)
  const databaseUrl = parts.databaseUrl
  await app.register(queryApi({ pool, databaseUrl, nats: () => undefined, log, rateLimits: false }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })

  const identity = (method: string, url: string, caller: Caller | undefined, readAfter?: Position) =>
    forwardCaller({ caller, readAfter, clientAddress: '127.0.0.1', method, url }, parts.internalSecret)

  return {
    app,
    pool,
    projectors,
    /** Appends events, and gives the position that a read must reach to show them. */
    record: async (
      stream: string,
      events: readonly (LibraryEvent | NotebookEvent | ArticleEvent)[],
    ): Promise<Position> => {
      const numbered = events.map(event => ({ id: randomUUID(), metadata: {}, ...event }))
      return (await store.append(stream, 'any', numbered)).position
    },
    /** Asks as the gateway does. `as` is the caller, `after` the position of their last write. */
    get: async (path: string, { as: caller, after }: { as?: Caller; after?: Position | undefined } = {}) => {
      const answer = await app.inject({
        method: 'GET',
        url: path,
        headers: identity('GET', path, caller, after),
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    post: async (
      path: string,
      payload: object,
      { as: caller, after }: { as?: Caller; after?: Position | undefined } = {},
    ) => {
      const answer = await app.inject({
        method: 'POST',
        url: path,
        headers: identity('POST', path, caller, after),
        payload,
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    address,
    identity,
    stop: async () => {
      projectors.kill('SIGCONT')
      projectors.kill('SIGKILL')
      await app.close()
      await store.close()
      await pool.end()
    },
  }
}

/** Starts projectors. Resolves once their read models are current. */
export const startProjectors = async (parts: TestParts): Promise<ChildProcess> => {
  const stop = new AbortController()
  const url = parts.databaseUrl
  const heard = listen({ url, name: 'test', channels: [PROGRESS_CHANNEL], signal: stop.signal })
  await heard.next()
  const child = spawn(process.execPath, [folder('projectors/src/main.ts')], {
    env: { ...process.env, ...parts.env('projectors'), EXIT_WITH_STDIN: 'true' },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
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
