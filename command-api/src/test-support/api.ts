import { randomBytes, randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { asking, believeCallers } from '@lectern/platform/test-support/callers.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import type { FastifyInstance } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import type { Library } from '../domain/library/state.ts'
import type { StripeConfig } from '../payments/stripe.ts'
import { type CommandApi, createCommandApi } from '../service.ts'
import { mailSettings } from './mail-settings.ts'

/** A command-api on the parts of a test file. */
export type TestApi = {
  readonly app: FastifyInstance
  readonly aggregates: Aggregates
  readonly answerCommands: CommandApi['answerCommands']
  readonly store: EventStore
  readonly pool: Pool
  readonly storeId: string
  /** Calls as through the gateway. `as` is signed in, `from` is the client's address. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: {
      as?: Caller | undefined
      from?: string
      body?: unknown
      /** The content type of a body that is no JSON. */
      type?: string
      key?: string
      via?: string
    },
  ): Promise<{ status: number; headers: Record<string, unknown>; text: string; body: unknown }>
  /** Posts a body that is not JSON, and gives the status. */
  form(path: string, contentType: string, body: string): Promise<number>
  stop(): Promise<void>
}

export type TestApiOptions = {
  /** Wraps the store in faults. */
  readonly faulty?: (store: EventStore) => EventStore
  readonly trustProxy?: string
  readonly publicUrl?: URL
  readonly rateLimits?: boolean
  readonly stripe?: StripeConfig
  /** Whether it takes the steps that follow from events. Default: the test takes them. */
  readonly followsEvents?: boolean
}

/** A store that tells of no event. */
const silent = (store: EventStore): EventStore => ({
  ...store,
  follow: options => store.follow({ ...options, prefixes: ['nobody-writes-'] }),
})

export const startCommandApi = async (parts: TestParts, options: TestApiOptions = {}): Promise<TestApi> => {
  const log = createLog('command-api', 'silent')
  const pool = connectPostgres({ url: parts.databaseUrl, name: 'command-api', max: 5 })
  const real = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  const storeId = await ensureStoreId(real)
  const store = options.faulty?.(real) ?? real
  const space = { isLow: () => false }
  const config = {
    publicUrl: options.publicUrl,
    rateLimits: options.rateLimits ?? false,
    signupLimitPerLocation: 3,
    trustProxy: options.trustProxy,
    internalSecret: parts.internalSecret,
    ...mailSettings(parts),
    ...options.stripe,
  }

  // Limits are counted in Postgres, where other tests have spent of them.
  if (config.rateLimits) await pool.query('TRUNCATE command.limits')
  const heard = options.followsEvents ? store : silent(store)
  const api = createCommandApi({ config, pool, store: heard, storeId, log, space })

  const app = createHttpApp({ log })
  believeCallers(app)
  await app.register(api.plugin)
  await app.ready()

  return {
    app,
    aggregates: api.aggregates,
    answerCommands: api.answerCommands,
    store,
    pool,
    storeId,
    call: async (
      method,
      url,
      { as: caller, from: clientAddress = '127.0.0.1', body, type, key, via } = {},
    ) => {
      const answer = await app.inject({
        method,
        url,
        headers: {
          ...asking({ caller, clientAddress }),
          ...(type !== undefined && { 'content-type': type }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(via !== undefined && { 'lectern-via': via }),
        },
        ...(body !== undefined && { payload: body as object }),
      })
      const isJson = answer.headers['content-type']?.toString().startsWith('application/json')
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        body: isJson ? answer.json() : undefined,
      }
    },
    form: async (url, contentType, payload) => {
      const headers = { 'content-type': contentType }
      return (await app.inject({ method: 'POST', url, headers, payload })).statusCode
    },
    stop: async () => {
      await app.close()
      await Promise.all([real.close(), pool.end()])
    },
  }
}

/** A signed-in user with an open library, but without an account. */
export const openTestLibrary = async ({ aggregates }: TestApi): Promise<Caller> => {
  const caller = { userId: randomUUID(), libraryId: randomUUID(), sessionId: randomUUID() }
  const { userId: ownerId, libraryId } = caller
  const command = { type: 'OpenLibrary', libraryId, ownerId, now: new Date().toISOString() } as const
  const issued = { actorId: ownerId, via: 'web', commandId: `open-${ownerId}` } as const
  await aggregates.libraries.handle(libraryId, command, issued)
  return caller
}

/** The state of a library. */
export const stateOf = (
  { aggregates }: TestApi,
  { libraryId }: Pick<Caller, 'libraryId'>,
): Promise<Library> => aggregates.libraries.read(libraryId, library => library)

export const linkTo = (path: string | number) => ({
  url: `https://example.com/${path}`,
  title: `Page ${path}`,
})

export const newKey = (): string => randomBytes(12).toString('hex')

/** Below the megabyte that an append may have. */
const LINKS_AN_APPEND = 2_000

/** Appends singly saved links to an empty library, without the API. */
export const appendLinks = async (store: EventStore, caller: Caller, count: number): Promise<void> => {
  const at = new Date().toISOString()
  const events = Array.from({ length: count }, (_, n) => ({
    id: crypto.randomUUID(),
    type: 'LinkSaved',
    data: {
      linkId: n + 1,
      url: `https://example.com/${n}`,
      urlKey: `example.com/${n}`,
      title: `Page ${n}`,
      note: null,
      tags: [],
      duplicateAccepted: false,
      at,
    },
    metadata: { actorId: caller.userId, via: 'web', commandId: `seed-${n}`, commandHash: '' },
  }))
  for (let first = 0; first < count; first += LINKS_AN_APPEND)
    await store.append(
      libraryStream(caller.libraryId),
      BigInt(first + 1),
      events.slice(first, first + LINKS_AN_APPEND),
    )
}

/** Below the megabyte that an append may have. */
const COLLECTIONS_AN_EVENT = 5_000

/** Appends far more collections than a library may have, without the API: the cheapest way to a large state. */
export const overgrow = async (store: EventStore, libraryId: string, count: number): Promise<void> => {
  const [importId, at] = [randomUUID(), new Date().toISOString()]
  const append = (type: string, data: object) => {
    const metadata = { actorId: 'system', via: 'import', commandId: randomUUID(), commandHash: '' }
    const event = { id: randomUUID(), type, data: { importId, ...data, at }, metadata }
    return store.append(libraryStream(libraryId), 'any', [event])
  }
  await append('ImportRequested', {
    ...{ uploadId: randomUUID(), sha256: '', source: 'pocket', fileName: 'a.csv', requestedBy: randomUUID() },
    ...{ expectedRows: 1, proceedWithFree: false },
  })
  const rows = { links: [], duplicates: [], skipped: [], failed: [], shortened: [] }
  for (let first = 1; first <= count; first += COLLECTIONS_AN_EVENT) {
    const ids = Array.from({ length: Math.min(COLLECTIONS_AN_EVENT, count - first + 1) }, (_, n) => first + n)
    const newCollections = ids.map(collectionId => ({ collectionId, name: 'Reading', color: '#3B82F6' }))
    await append('LinksImported', { firstRow: first, lastRow: first, ...rows, newCollections })
  }
}
