import { createHash } from 'node:crypto'
import { ListLinksQuery } from '@lectern/contracts/api/links.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { QUERY_POOL_SETTINGS } from '@lectern/query-api/app.ts'
import { decodeCursor } from '@lectern/query-api/links/cursor.ts'
import { listLinks } from '@lectern/query-api/links/list.ts'
import fastify from 'fastify'
import pg from 'pg'

/**
 * The limit of lists over the read models themselves: Fastify and pg look up one session and then send the statements that
 * query-api sends for the same request.
 */
export const prepareBareReads = async (pool: pg.Pool, libraryId: string): Promise<string> => {
  await pool.query(`
    DROP SCHEMA IF EXISTS bench_reads CASCADE;
    CREATE SCHEMA bench_reads;
    CREATE TABLE bench_reads.sessions (
      token_hash bytea PRIMARY KEY, library_id uuid NOT NULL, expires_at timestamptz NOT NULL
    );
    INSERT INTO bench_reads.sessions VALUES (sha256('${TOKEN}'::bytea), '${libraryId}', now() + interval '1 day');
  `)
  return `session=${TOKEN}`
}

const TOKEN = 'bare-reads-session-token'

const FIND_SESSION =
  'SELECT library_id AS "libraryId" FROM bench_reads.sessions WHERE token_hash = $1 AND expires_at > now()'

/** A statement of which the first column of the first row is the answer's text, but for what frames it. */
type Statement = pg.QueryArrayConfig

/** @returns the port it listens on */
export const serveBareReads = async (databaseUrl: string): Promise<number> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16, options: QUERY_POOL_SETTINGS })
  const schema = (await currentReadSchema(pool)) ?? ''
  const known = new Map<string, readonly Statement[]>()
  const app = fastify()
  app.get('/api/links', async (request, reply) => {
    const token = request.headers.cookie?.slice('session='.length) ?? ''
    const hash = createHash('sha256').update(token).digest()
    const sessions = await pool.query({ name: 'session', text: FIND_SESSION, values: [hash] })
    if (sessions.rows[0] === undefined) return reply.code(401).send({ message: 'Please sign in.' })
    let statements = known.get(request.url)
    if (statements === undefined) {
      statements = await recordStatements(pool, schema, sessions.rows[0].libraryId, request.query)
      known.set(request.url, statements)
    }
    let text: unknown
    for (const statement of statements) text = (await pool.query(statement)).rows[0]?.[0]
    return reply.type('application/json').send(`{"links":[${text ?? ''}]}`)
  })
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** What query-api asks Postgres for one list, in order. */
const recordStatements = async (pool: pg.Pool, schema: string, libraryId: string, query: unknown) => {
  const statements: Statement[] = []
  const recorder = {
    query: (statement: Statement) => {
      statements.push(statement)
      return pool.query(statement)
    },
  } as unknown as pg.Pool
  const { archived, favorite, collection, limit, cursor } = ListLinksQuery.parse(query)
  await listLinks(recorder, schema, libraryId, {
    archived,
    favorite,
    collection,
    limit,
    cursor: cursor === undefined ? undefined : decodeCursor(cursor),
  })
  return statements
}
