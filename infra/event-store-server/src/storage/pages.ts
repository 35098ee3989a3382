import type { Pool } from 'pg'
import { toEntry } from '../wire/read-event.ts'
import { type Entry, ERASED } from './event.ts'
import { streamKey } from './stream-key.ts'

const PAGE_EVENTS = 1_000
/** A page may exceed this by one event. */
const PAGE_BYTES = 2 * 1024 * 1024

const OTHER_COLUMNS = 'position, revision, id, type, created, is_json, data, metadata'
const COLUMNS = `coalesce(long_name, stream) as stream, ${OTHER_COLUMNS}`

type Row = {
  position: string
  stream: string
  revision: string
  id: string
  type: string
  created: string
  is_json: boolean
  data: Buffer
  metadata: Buffer
}

/** Positions count bytes, so a span of positions bounds the bytes of a page. */
const ALL_FORWARDS = `
select ${COLUMNS} from event_store.events
where position >= $1 and position < $1::bigint + ${PAGE_BYTES} order by position limit $2`

const ALL_BACKWARDS = `
select ${COLUMNS} from event_store.events
where position < $1 and position >= $1::bigint - ${PAGE_BYTES} order by position desc limit $2`

const BYTES = 'octet_length(stream) + octet_length(type) + length(data) + length(metadata)'

const streamPage = (direction: 'asc' | 'desc') => `
select stream, ${OTHER_COLUMNS} from (
  select *, sum(${BYTES}) over (order by revision ${direction}) as bytes from (
    select ${COLUMNS} from event_store.events
    where stream = $1 and revision between $2 and $3 and type <> '${ERASED}' order by revision ${direction} limit $4
  ) page
) page where bytes - (${BYTES}) < ${PAGE_BYTES} order by revision ${direction}`

const STREAM_FORWARDS = streamPage('asc')
const STREAM_BACKWARDS = streamPage('desc')

/** Events of `$all` from a position on, inclusive, with rows of erased ones. Empty only at the end of the log. */
export async function pageOfAll(pool: Pool, from: number, limit: number): Promise<Entry[]> {
  return read(pool, 'all-forwards', ALL_FORWARDS, [from, Math.min(limit, PAGE_EVENTS)])
}

/** Events of `$all` before a position, latest first, with rows of erased ones. */
export async function pageOfAllBackwards(pool: Pool, before: number, limit: number): Promise<Entry[]> {
  return read(pool, 'all-backwards', ALL_BACKWARDS, [before, Math.min(limit, PAGE_EVENTS)])
}

/** Events of a stream between two revisions, both inclusive. Large events make the page shorter than `limit`. */
export async function pageOfStream(
  pool: Pool,
  stream: string,
  span: { first: number; last: number },
  limit: number,
  isBackwards = false,
): Promise<Entry[]> {
  const values = [streamKey(stream), span.first, span.last, Math.min(limit, PAGE_EVENTS)]
  return isBackwards
    ? read(pool, 'stream-backwards', STREAM_BACKWARDS, values)
    : read(pool, 'stream-forwards', STREAM_FORWARDS, values)
}

export async function isPosition(pool: Pool, position: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-position',
    text: 'select 1 from event_store.events where position = $1',
    values: [position],
  })
  return rowCount === 1
}

async function read(pool: Pool, name: string, text: string, values: unknown[]): Promise<Entry[]> {
  const { rows } = await pool.query<Row>({ name, text, values })
  return rows.map(row =>
    toEntry({
      position: Number(row.position),
      stream: row.stream,
      revision: Number(row.revision),
      id: row.id,
      type: row.type,
      created: Number(row.created),
      isJson: row.is_json,
      data: row.data,
      metadata: row.metadata,
    }),
  )
}
