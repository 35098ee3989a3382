import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isExporting, span } from '../process/tracing.ts'
import { requireVersion } from '../process/versions.ts'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient
export type QueryResult = pg.QueryResult
/** A pool, or one connection of it. */
export type Queryable = Pick<Pool, 'query'>

// Counts and ids stay far below 2^53; positions are stored as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A text as an SQL literal, for statements that take no parameters. */
export const literal = (text: string): string => pg.escapeLiteral(text)

export type PostgresOptions = {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly max: number
  /**
   * Milliseconds after which a query fails. The server ends the query a little earlier, so that no work goes on; the
   * client's own timer covers a server that hangs.
   */
  readonly queryTimeout?: number
  /** Milliseconds after which the server ends a query; for pools where some queries get more time than queryTimeout. */
  readonly statementTimeout?: number
  /** Server settings of each connection, such as `-c synchronous_commit=off`. */
  readonly settings?: string
}

/** The server ends a query this much earlier than the client. */
const SERVER_FIRST_MS = 500

/** A pool that survives a restart of the server: it drops broken connections and opens others. */
export const connectPostgres = (options: PostgresOptions): Pool => {
  const { url, name, max, queryTimeout = 10_000, settings } = options
  const { statementTimeout = queryTimeout - SERVER_FIRST_MS } = options
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    query_timeout: queryTimeout,
    statement_timeout: statementTimeout,
    // A process that stood still for some seconds must not take that for a server that does not answer.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(settings !== undefined && { options: settings }),
  })
  // An 'error' event without a listener ends the process. The pool emits it for idle connections, which it has dropped
  // by then; connections in use emit it themselves.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  if (isExporting()) traceQueries(pool)
  return pool
}

/** Statements in transactions are parts of the spans around them. */
const traceQueries = (pool: Pool): void => {
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => span(spanOf(args[0]), () => query(...args))) as Pool['query']
}

/** A statement by its first word, such as SELECT, and by its name where it is prepared: texts may have values in them. */
const spanOf = (statement: unknown) => {
  const { text = String(statement), name } = (Object(statement) ?? {}) as { text?: string; name?: string }
  const [operation = ''] = /[a-z]+/i.exec(text) ?? []
  return {
    name: operation.toUpperCase() || 'query',
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', ...(name !== undefined && { 'db.query.summary': name }) },
  } as const
}

/** too_many_connections, of the server, the database or the role */
const NO_ROOM = '53300'
const NO_ROOM_MS = 1_000

/**
 * Each process asks this before it uses Postgres. Where all connections are taken it waits until one is free, since those of a
 * process that ended are taken for a moment more.
 * @throws Halt where the server is too old
 */
export const requirePostgres = async (db: Queryable): Promise<void> => {
  for (;;) {
    try {
      const { rows } = await db.query<{ version: string }>(
        `SELECT current_setting('server_version') AS version`,
      )
      return requireVersion('Postgres', rows[0]?.version ?? '')
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== NO_ROOM) throw error
      await pause(NO_ROOM_MS)
    }
  }
}

/** Runs work in one transaction; rolls back and rethrows on any error. Closes the connection if that fails too. */
export const inTransaction = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  rollingBack(pool, async client => {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  })

/** The same for work that begins and commits by itself. */
export const rollingBack = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Whether an error says that a schema, table or column does not exist: its owner has yet to make it. */
export const isMissing = (error: unknown): boolean =>
  /^(3F000|42P01|42703)$/.test(String((error as { code?: unknown } | null)?.code))

/** Whether Postgres refuses our user or has no such database, which the operator must mend. */
export const isLoginRefused = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(28|3D)/.test(String(error.code))

/** Whether an error says that Postgres could not be reached or did not answer. */
export const isPostgresUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    // 28 and 3D: Postgres refuses our password or has no such database, which the operator must mend.
    /^(08|28|3D|57P|53)/.test(code) ||
    /^(E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND)/.test(code) ||
    /timeout|Connection terminated|Client has encountered a connection error/i.test(error.message)
  )
}
