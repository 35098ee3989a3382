import type { EventStoreDBClient } from '@eventstore/db-client'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import pg from 'pg'
import { type Generator, startGenerator } from './generator/generator.ts'
import { bareClient } from './limits/bare-client.ts'
import { type Served, serve } from './world/child.ts'
import { type Stack, startStack } from './world/stack.ts'

/** The parts that all lines of the bench share. */
export type BenchParts = {
  readonly stack: Stack
  readonly pool: pg.Pool
  /** The event store as the services use it. */
  readonly store: EventStore
  /** The event store's client without our wrapper. */
  readonly client: EventStoreDBClient
  readonly generator: Generator
  /** Address of the fixture host. */
  readonly site: string
  /** Starts the bare server of one limit. */
  readonly bareServer: (limit: 'list' | 'save' | 'reads') => Promise<Served>
  readonly stop: () => Promise<void>
}

export const startBench = async (): Promise<BenchParts> => {
  const host = await serve(new URL('world/fixture-host.ts', import.meta.url))
  // Room for the pictures of line v.
  const settings = {
    FETCH_ALLOW_HOSTS: `127.0.0.1:${host.port}`,
    LOG_LEVEL: 'warn',
    IMAGE_STORE_MAX: '20 GB',
  }
  const stack = await startStack(settings)
  const { url, secret } = stack.eventStore
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 16 })
  const store = connectEventStore({ url, connectionName: secret })
  const client = bareClient(stack.eventStore)
  const generator = startGenerator()
  const servers: Served[] = [host]
  return {
    stack,
    pool,
    store,
    client,
    generator,
    site: `http://127.0.0.1:${host.port}`,
    bareServer: async limit => {
      const server = await serve(new URL('limits/bare-server.ts', import.meta.url), {
        LIMIT: limit,
        DATABASE_URL: stack.databaseUrl,
        EVENT_STORE_URL: url,
        EVENT_STORE_SECRET: secret,
      })
      servers.push(server)
      return server
    },
    stop: async () => {
      generator.close()
      for (const server of servers) server.close()
      await Promise.allSettled([pool.end(), store.close(), client.dispose()])
      await stack.stop()
    },
  }
}
