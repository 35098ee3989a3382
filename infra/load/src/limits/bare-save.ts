import { createHash, randomUUID } from 'node:crypto'
import type { JSONType } from '@eventstore/db-client'
import { jsonEvent } from '@eventstore/db-client'
import fastify from 'fastify'
import pg from 'pg'
import { linkSaved } from '../world/events.ts'
import { bareClient } from './bare-client.ts'

/**
 * The limit for POST /api/links: a Fastify server that looks up one session by an index, appends one event through the client
 * at the revision it knows, and answers.
 */
export const prepareBareSave = async (pool: pg.Pool, users: number): Promise<string[]> => {
  await pool.query(`
    DROP SCHEMA IF EXISTS bench_save CASCADE;
    CREATE SCHEMA bench_save;
    CREATE TABLE bench_save.sessions (
      token_hash bytea PRIMARY KEY, user_id uuid NOT NULL, expires_at timestamptz NOT NULL
    );
    INSERT INTO bench_save.sessions
      SELECT sha256(('bare-save-' || n)::bytea), gen_random_uuid(), now() + interval '1 day'
      FROM generate_series(0, ${users - 1}) n;
    ANALYZE bench_save.sessions;
  `)
  return Array.from({ length: users }, (_, n) => `session=bare-save-${n}`)
}

const FIND_SESSION =
  'SELECT user_id AS "userId" FROM bench_save.sessions WHERE token_hash = $1 AND expires_at > now()'

/** @returns the port of the server */
export const serveBareSave = async (
  databaseUrl: string,
  eventStore: { url: string; secret: string },
): Promise<number> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const client = bareClient(eventStore)
  const run = randomUUID()
  const revisions = new Map<string, bigint>()
  const app = fastify()
  app.post<{ Body: { url: string; title: string } }>('/api/links', async (request, reply) => {
    const token = request.headers.cookie?.slice('session='.length) ?? ''
    const hash = createHash('sha256').update(token).digest()
    const sessions = await pool.query({ name: 'session', text: FIND_SESSION, values: [hash] })
    if (sessions.rows[0] === undefined) return reply.code(401).send({ message: 'Please sign in.' })
    const stream = `bench_save-${run}-${sessions.rows[0].userId}`
    const linkId = Number(revisions.get(stream) ?? -1n) + 2
    const { url, title } = request.body
    const { id, type, data, metadata } = linkSaved({ linkId, url, name: title })
    const answer = await client.appendToStream(
      stream,
      jsonEvent({ id, type, data: data as JSONType, metadata }),
      {
        expectedRevision: revisions.get(stream) ?? 'no_stream',
      },
    )
    revisions.set(stream, answer.nextExpectedRevision)
    return reply.code(201).send({ id: linkId, url, title, createdAt: data.at })
  })
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
