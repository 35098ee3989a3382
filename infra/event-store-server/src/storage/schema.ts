import type { Client } from 'pg'
import { extentOf, metastreamOf } from './event.ts'

/** `stream` holds the stream's key (`stream-key.ts`). `long_name` holds the name if it differs from the key. */
const SCHEMA = `
-- "if not exists" would need the right to make schemas even if this one exists.
do $$ begin if to_regnamespace('event_store') is null then create schema event_store; end if; end $$;
create table if not exists event_store.events (
  position bigint primary key,
  stream text collate "C" not null,
  revision bigint not null,
  id uuid not null,
  type text collate "C" not null,
  created bigint not null,
  is_json boolean not null,
  data bytea not null,
  metadata bytea not null,
  unique (stream, revision)
);
alter table event_store.events add column if not exists long_name text;
create index if not exists events_id on event_store.events (id);
create table if not exists event_store.format (version integer primary key);
insert into event_store.format select 1 where not exists (select from event_store.format);
-- Streams, by their keys, whose events before a revision are still to be erased.
create table if not exists event_store.erasures (stream text collate "C" primary key, before bigint not null);
`

/** EventStoreDB's log begins with system events. Ours does too, so no code can rely on the first event of `$all` being its own. */
const SYSTEM_EVENTS = [
  { stream: '$scavenges', type: '$scavengeIndexInitialized', data: '{}' },
  { stream: metastreamOf('$scavenges'), type: '$metadata', data: '{"$maxAge":2592000}' },
]

/** What this version writes. The next one writes its own number into the table, so that this one lets its events alone. */
const FORMAT = 1

/** A newer version has written the store. */
export class NewerFormat extends Error {
  override readonly name = 'NewerFormat'
}

/** Creates missing tables and the system events. Only the holder of the lock may call it. @throws NewerFormat */
export async function migrate(connection: Client): Promise<void> {
  await connection.query(SCHEMA)
  const { rows } = await connection.query<{ version: number }>(
    'select max(version) as version from event_store.format',
  )
  if ((rows[0]?.version ?? FORMAT) > FORMAT)
    throw new NewerFormat(
      'The events were written by a newer Lectern: start that version, or restore the backup from before the upgrade.',
    )
  const { rowCount } = await connection.query('select 1 from event_store.events limit 1')
  if (rowCount) return
  let position = 0
  await connection.query('begin')
  for (const { stream, type, data } of SYSTEM_EVENTS) {
    await connection.query(
      `insert into event_store.events values ($1, $2, 0, gen_random_uuid(), $3, $4, true, $5, '')`,
      [position, stream, type, Date.now(), Buffer.from(data)],
    )
    position += extentOf({ stream, type, dataBytes: data.length, metadataBytes: 0 })
  }
  await connection.query('commit')
}
