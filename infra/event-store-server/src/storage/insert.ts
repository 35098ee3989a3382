import type { Client } from 'pg'
import { DELETED_REVISION, type RecordedEvent } from './event.ts'
import { isLongName, streamKey } from './stream-key.ts'

/** The driver sends one buffer as it is, but an array of buffers as text. So `$1` holds all payloads, and each row cuts out its own. */
const INSERT = `
insert into event_store.events (position, stream, revision, id, type, created, is_json, data, metadata, long_name)
select position, stream, revision, id, type, $2, is_json,
  substring($1::bytea from start for data_bytes), substring($1::bytea from start + data_bytes for metadata_bytes), long_name
from unnest($3::bigint[], $4::text[], $5::bigint[], $6::uuid[], $7::text[], $8::bool[], $9::int[], $10::int[], $11::int[], $12::text[])
  as row (position, stream, revision, id, type, is_json, start, data_bytes, metadata_bytes, long_name)`

/** Notes in the same transaction what the events let be erased. */
const WITH_ERASURES = `
with noted as (
  insert into event_store.erasures (stream, before) select * from unnest($13::text[], $14::bigint[])
  on conflict (stream) do update set before = greatest(erasures.before, excluded.before))
${INSERT}`

/** Writes the events in one transaction. All share one time of creation. @param erasures as Batch has them */
export async function insertEvents(
  connection: Client,
  events: readonly RecordedEvent[],
  erasures: ReadonlyMap<string, string>,
): Promise<void> {
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
    ...(erasures.size === 0
      ? { name: 'insert', text: INSERT }
      : { name: 'insert-and-erase', text: WITH_ERASURES }),
    values: [
      Buffer.concat(payloads, start - 1),
      first.created,
      events.map(e => e.position),
      events.map(e => streamKey(e.stream)),
      events.map(e => (Number.isSafeInteger(e.revision) ? e.revision : DELETED_REVISION)),
      events.map(e => e.id),
      events.map(e => e.type),
      events.map(e => e.isJson),
      starts,
      events.map(e => e.data.length),
      events.map(e => e.metadata.length),
      events.map(e => (isLongName(e.stream) ? e.stream : null)),
      ...(erasures.size === 0 ? [] : [[...erasures.keys()].map(streamKey), [...erasures.values()]]),
    ],
  })
}
