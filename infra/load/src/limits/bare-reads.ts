import { createHash } from 'node:crypto'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import fastify from 'fastify'
import pg from 'pg'

/** The limit for lists on the read models themselves: Fastify and pg look up one session and select one page of links. */
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

const page = (schema: string) => `
  SELECT link.id, link.url, link.title, link.note, link.tags, link.created_at, link.is_favorite, link.is_archived,
    link.collection_id, article.site_name, article.favicon, article.image, article.excerpt, article.words,
    article.status, article.reason
  FROM ${schema}.links AS link LEFT JOIN ${schema}.articles AS article USING (article_id)
  WHERE library_id = $1 AND NOT is_archived ORDER BY created_at DESC, id DESC LIMIT $2`

/** @returns the port of the server */
export const serveBareReads = async (databaseUrl: string): Promise<number> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  const text = page((await currentReadSchema(pool)) ?? '')
  const app = fastify()
  app.get<{ Querystring: { limit: string } }>('/api/links', async (request, reply) => {
    const token = request.headers.cookie?.slice('session='.length) ?? ''
    const hash = createHash('sha256').update(token).digest()
    const sessions = await pool.query({ name: 'session', text: FIND_SESSION, values: [hash] })
    if (sessions.rows[0] === undefined) return reply.code(401).send({ message: 'Please sign in.' })
    const values = [sessions.rows[0].libraryId, request.query.limit]
    return { links: (await pool.query({ name: 'page', text, values })).rows }
  })
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
