import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type { Tables } from '../tables.ts'

/** More connections would take the two cores from the event loop. */
const CONNECTIONS = 6
/** A switch leaves the connections of the schema before to reads that have begun. */
const SCHEMAS_KEPT = 2

/** The read schema that serves, on connections that look up tables there, so that a statement's text names no schema. */
export class ServingDb extends Kysely<Tables> {
  readonly pool: Pool

  constructor(pool: Pool) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.pool = pool
  }
}

/** Gives the read schema its connections. @param settings of each connection */
export const servingDbs = (databaseUrl: string, settings: string) => {
  const open = new Map<string, ServingDb>()

  const connected = (schema: string): ServingDb => {
    const pool = connectPostgres({
      url: databaseUrl,
      name: 'query-api',
      max: CONNECTIONS,
      queryTimeout: 5_000,
      settings: `${settings} -c search_path=${schema},public`,
    })
    return new ServingDb(pool)
  }

  return {
    of: (schema: string): ServingDb => {
      const there = open.get(schema)
      if (there) return there
      const db = connected(schema)
      open.set(schema, db)
      for (const [name, { pool }] of [...open].slice(0, -SCHEMAS_KEPT)) {
        open.delete(name)
        void pool.end()
      }
      return db
    },
    end: () => Promise.all([...open.values()].map(({ pool }) => pool.end())),
  }
}
