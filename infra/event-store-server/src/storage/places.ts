import type { Client } from 'pg'
import type { KnownPlaces, Place } from './decide.ts'
import { streamKey } from './stream-key.ts'

const BY_ID = `
select coalesce(long_name, stream) as stream, id, revision, position from event_store.events where id = any($1::uuid[])`

const BY_REVISION = `
select coalesce(e.long_name, e.stream) as stream, e.id, e.revision, e.position
from unnest($1::text[], $2::bigint[], $3::bigint[]) as w (stream, first, last)
join event_store.events e on e.stream = w.stream and e.revision between w.first and w.last`

type Row = { stream: string; id: string; revision: string; position: string }

/** Events that appends of a batch may repeat: stored events, and events of the batch itself. */
export class Places implements KnownPlaces {
  readonly #places = new Map<string, Place>()

  byId(stream: string, id: string) {
    return this.#places.get(`${id} ${stream}`)
  }

  byRevision(stream: string, revision: number) {
    return this.#places.get(`${revision} ${stream}`)
  }

  add(stream: string, place: Place) {
    this.#places.set(`${place.id} ${stream}`, place)
    this.#places.set(`${place.revision} ${stream}`, place)
  }

  /** Fetches every event with one of these ids, in any stream. */
  async fetchIds(connection: Client, ids: readonly string[]) {
    if (ids.length === 0) return
    this.#addRows(await connection.query<Row>({ name: 'by-id', text: BY_ID, values: [ids] }))
  }

  /** Fetches spans of streams, both ends inclusive. */
  async fetchSpans(connection: Client, spans: readonly { stream: string; first: number; last: number }[]) {
    if (spans.length === 0) return
    const values = [spans.map(s => streamKey(s.stream)), spans.map(s => s.first), spans.map(s => s.last)]
    this.#addRows(await connection.query<Row>({ name: 'by-revision', text: BY_REVISION, values }))
  }

  #addRows({ rows }: { rows: Row[] }) {
    for (const { stream, id, revision, position } of rows)
      this.add(stream, { id, revision: Number(revision), position: Number(position) })
  }
}
