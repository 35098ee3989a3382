import { createHash } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'

/**
 * The limit for GET /api/links: a plain Fastify server that looks up one session and selects 50 rows by an index through pg.
 * The rows have the columns of a link in a list.
 */
export const prepareBareList = async (pool: pg.Pool, { links }: { links: number }): Promise<void> => {
  await pool.query(`
    DROP SCHEMA IF EXISTS bench_list CASCADE;
    CREATE SCHEMA bench_list;
    CREATE TABLE bench_list.sessions (
      token_hash bytea PRIMARY KEY, user_id uuid NOT NULL, expires_at timestamptz NOT NULL
    );
    CREATE TABLE bench_list.links (
      user_id uuid NOT NULL, id int NOT NULL, url text NOT NULL, title text NOT NULL, note text, tags text[] NOT NULL,
      created_at timestamptz NOT NULL, is_favorite boolean NOT NULL, is_archived boolean NOT NULL, collection_id int,
      site_name text, favicon text, preview_image text, excerpt text, word_count int, extraction text NOT NULL,
      extraction_reason text, PRIMARY KEY (user_id, id)
    );
    INSERT INTO bench_list.sessions VALUES (sha256('${TOKEN}'::bytea), '${USER}', now() + interval '1 day');
    INSERT INTO bench_list.links
      SELECT '${USER}', n, 'http://127.0.0.1:10000/articles/' || n || '#!/list-' || n, 'An article about list-' || n,
        null, '{bench,list}', now() - (${links} - n) * interval '1 second', false, false, null,
        'Fixture Gazette', 'http://127.0.0.1:10000/favicon.png', 'http://127.0.0.1:10000/lead.png',
        'The harbour wakes before the town does, and the first boats are out before the lamps are.', 420, 'ready', null
      FROM generate_series(1, ${links}) n;
    CREATE INDEX ON bench_list.links (user_id, created_at DESC, id DESC);
  `)
  await pool.query('VACUUM ANALYZE bench_list.links')
}

const USER = '019a0000-0000-7000-8000-000000000001'
const TOKEN = 'bare-list-session-token'
export const BARE_LIST_COOKIE = `session=${TOKEN}`

const FIND_SESSION =
  'SELECT user_id AS "userId" FROM bench_list.sessions WHERE token_hash = $1 AND expires_at > now()'

const NEWEST = `
  SELECT id, url, title, note, tags, created_at AS "createdAt", is_favorite AS "isFavorite",
    is_archived AS "isArchived", collection_id AS "collectionId", site_name AS "siteName", favicon,
    preview_image AS "previewImage", excerpt, word_count AS "wordCount", extraction,
    extraction_reason AS "extractionReason"
  FROM bench_list.links WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`

/** @returns the port of the server */
export const serveBareList = async (databaseUrl: string): Promise<number> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = fastify()
  app.get<{ Querystring: { limit: string } }>('/api/links', async (request, reply) => {
    const token = request.headers.cookie?.slice('session='.length) ?? ''
    const hash = createHash('sha256').update(token).digest()
    const sessions = await pool.query({ name: 'session', text: FIND_SESSION, values: [hash] })
    if (sessions.rows[0] === undefined) return reply.code(401).send({ message: 'Please sign in.' })
    const { userId } = sessions.rows[0]
    const { rows } = await pool.query({ name: 'newest', text: NEWEST, values: [userId, request.query.limit] })
    return { links: rows, total: rows.length, hasMore: true, nextCursor: null }
  })
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
