import type { Client } from 'pg'
import { DELETED_REVISION, type RecordedEvent } from './event.ts'
import { isLongName, streamKey } from './stream-key.ts'

/**
 * All payloads travel as one parameter, since the driver sends a single buffer as it is but arrays as text;
 * each row cuts its data and metadata out of it.
 */
const INSERT = `
insert into event_store.events (position, stream, revision, id, type, created, is_json, data, metadata, long_name)
select position, stream, revision, id, type, $2, is_json,
  substring($1::bytea from start for data_bytes), substring($1::bytea from start + data_bytes for metadata_bytes), long_name
from unnest($3::bigint[], $4::text[], $5::bigint[], $6::uuid[], $7::text[], $8::bool[], $9::int[], $10::int[], $11::int[], $12::text[])
  as row (position, stream, revision, id, type, is_json, start, data_bytes, metadata_bytes, long_name)`

/** Writes the events in one transaction. They share their time of creation. */
export async function insertEvents(connection: Client, events: readonly RecordedEvent[]): Promise<void> {
  const first = events[0]
  if (!first) return
  const payloads: Uint8Array[] = []
  const starts: number[] = []
  let start = 1
  for (const { data, metadata } of events) {
    payloads.push(data, metadata)
    starts.push(start)
    start += data.length + metadata.length
  }
  await connection.query({
    name: 'insert',
    text: INSERT,
    values: [
      Buffer.concat(payloads, start - 1),
      first.created,
      arrayOf(events, e => e.position),
      arrayOf(events, e => quoted(streamKey(e.stream))),
      arrayOf(events, e => (Number.isSafeInteger(e.revision) ? e.revision : DELETED_REVISION)),
      arrayOf(events, e => e.id),
      arrayOf(events, e => quoted(e.type)),
      arrayOf(events, e => e.isJson),
      `{${starts.join(',')}}`,
      arrayOf(events, e => e.data.length),
      arrayOf(events, e => e.metadata.length),
      arrayOf(events, e => (isLongName(e.stream) ? quoted(e.stream) : 'null')),
    ],
  })
}

const arrayOf = (events: readonly RecordedEvent[], value: (event: RecordedEvent) => unknown) =>
  `{${events.map(value).join(',')}}`

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
