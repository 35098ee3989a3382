import pg from 'pg'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient
/** A pool, or one connection of it. */
export type Queryable = Pick<Pool, 'query'>

// Counts and ids stay far below 2^53; positions are kept as text by those who store them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A text as SQL, for the rare statement that Postgres must plan with its values in sight. */
export const literal = (text: string): string => pg.escapeLiteral(text)

export type PostgresOptions = {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly max: number
  /**
   * Milliseconds after which a query is given up. The server ends it a little earlier, so that it leaves no work behind; a
   * stopped server does not, for which the client looks at the time too.
   */
  readonly queryTimeout?: number
  /** Milliseconds after which the server ends a query, where some are given more time than queryTimeout. */
  readonly statementTimeout?: number
  /** Server settings of each connection, such as `-c synchronous_commit=off`. */
  readonly settings?: string
}

/** How much earlier than the client, in ms, the server gives a query up. */
const SERVER_FIRST_MS = 500

/** A pool that survives the server's restart: a broken idle connection is dropped, the next query opens another. */
export const connectPostgres = (options: PostgresOptions): Pool => {
  const { url, name, max, queryTimeout = 10_000, settings } = options
  const { statementTimeout = queryTimeout - SERVER_FIRST_MS } = options
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    query_timeout: queryTimeout,
    statement_timeout: statementTimeout,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(settings !== undefined && { options: settings }),
  })
  // Without a listener the loss of a connection would end the process: of an idle one, which the pool has dropped by now,
  // and of one that is lent out or was just dropped, which the pool itself does not listen to.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** Runs work in one transaction; rolls back and rethrows on any error. A connection that fails so is closed, not reused. */
export const inTransaction = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Queries of some work that wait for a connection once, not each. One that did not answer is closed, not reused. */
export const onOneConnection = async <T>(
  pool: Pool,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  let broken = false
  try {
    return await work(client)
  } catch (error) {
    broken = isPostgresUnavailable(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Whether an error means that a schema, table or column is not there: whoever owns it has yet to make it. */
export const isMissing = (error: unknown): boolean =>
  /^(3F000|42P01|42703)$/.test(String((error as { code?: unknown } | null)?.code))

/** Whether an error means that Postgres could not be asked or did not answer, so that the caller may say 503. */
export const isPostgresUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    // 28 and 3D: it refuses our password or has no such database, which only the operator can mend.
    /^(08|28|3D|57P|53)/.test(code) ||
    /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH)/.test(code) ||
    /timeout|Connection terminated|Client has encountered a connection error/i.test(error.message)
  )
}
