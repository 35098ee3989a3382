import type { NewEvent } from '@lectern/platform/event-store/port.ts'
import type pg from 'pg'

/** The limit for the event store: INSERTs through pg into a plain table of events, each in its own transaction. */
export const prepareBareInserts = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`
    DROP SCHEMA IF EXISTS bench_inserts CASCADE;
    CREATE SCHEMA bench_inserts;
    CREATE TABLE bench_inserts.events (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL, revision bigint NOT NULL,
      id uuid NOT NULL, type text NOT NULL, data bytea NOT NULL, metadata bytea NOT NULL, UNIQUE (stream, revision)
    );
  `)
}

export const insertOne = (pool: pg.Pool, stream: string, revision: number, event: NewEvent) =>
  pool.query({
    name: 'insert-one',
    text: `INSERT INTO bench_inserts.events (stream, revision, id, type, data, metadata)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [stream, revision, event.id, event.type, bytes(event.data), bytes(event.metadata)],
  })

/** Inserts a whole batch with one statement. */
export const insertMany = (pool: pg.Pool, stream: string, revision: number, events: readonly NewEvent[]) =>
  pool.query({
    name: 'insert-many',
    text: `INSERT INTO bench_inserts.events (stream, revision, id, type, data, metadata)
      SELECT $1, $2 + n - 1, id, type, convert_to(data, 'UTF8'), convert_to(metadata, 'UTF8')
      FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS e (id, type, data, metadata, n)`,
    values: [
      stream,
      revision,
      events.map(event => event.id),
      events.map(event => event.type),
      events.map(event => JSON.stringify(event.data)),
      events.map(event => JSON.stringify(event.metadata)),
    ],
  })

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
