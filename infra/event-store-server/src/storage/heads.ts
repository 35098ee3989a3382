import type { Pool } from 'pg'
import { metastreamOf } from './event.ts'
import { retentionOf, type StreamHead } from './stream-head.ts'
import { streamKey } from './stream-key.ts'

const MAX_HEADS = 10_000

/** `$1`: stream names, `$2`: their keys, `$3`: keys of their metadata streams. A tombstone has the greatest revision, so it is the last event. */
const LOAD = `
select name, e.revision, e.position, e.type, m.revision as meta_revision, m.data as metadata
from unnest($1::text[], $2::text[], $3::text[]) as asked (name, key, meta_key)
left join lateral (
  select revision, position, type from event_store.events where stream = key order by revision desc limit 1
) e on true
left join lateral (
  select revision, data from event_store.events where stream = meta_key order by revision desc limit 1
) m on true`

type Row = {
  name: string
  revision: string | null
  position: string | null
  type: string | null
  meta_revision: string | null
  metadata: Buffer | null
}

/**
 * A cache of stream heads. The least recently used ones are dropped, so neither start nor memory depend on the number of
 * streams. Only the writer changes heads. Two loads of one stream never overlap, and the writer waits for a load, so a loaded
 * head is never stale.
 */
export class Heads {
  readonly #pool: Pool
  readonly #heads = new Map<string, StreamHead>()
  readonly #loading = new Map<string, Promise<void>>()
  readonly #max: number
  #isInUse = false

  constructor(pool: Pool, max = MAX_HEADS) {
    this.#pool = pool
    this.#max = max
  }

  /** Drops no head until the writer's work is done. */
  async inUse<T>(work: () => Promise<T>): Promise<T> {
    this.#isInUse = true
    try {
      return await work()
    } finally {
      this.#isInUse = false
      this.#dropOldest()
    }
  }

  get(stream: string): StreamHead | undefined {
    const head = this.#heads.get(stream)
    if (head) {
      this.#heads.delete(stream)
      this.#heads.set(stream, head)
    }
    return head
  }

  /** Like `get`, but does not count as use. */
  peek(stream: string): StreamHead | undefined {
    return this.#heads.get(stream)
  }

  async resolve(stream: string): Promise<StreamHead> {
    for (;;) {
      const head = this.get(stream)
      if (head) return head
      await this.load([stream])
    }
  }

  /** Fetches missing heads in one query, or waits for a query that already fetches them. */
  async load(streams: Iterable<string>): Promise<void> {
    const missing: string[] = []
    const awaited = new Set<Promise<void>>()
    for (const stream of streams) {
      if (this.#heads.has(stream)) continue
      const loading = this.#loading.get(stream)
      if (loading) awaited.add(loading)
      else missing.push(stream)
    }
    if (missing.length > 0) {
      const loading = this.#fetch(missing).finally(() => {
        for (const stream of missing) this.#loading.delete(stream)
      })
      for (const stream of missing) this.#loading.set(stream, loading)
      awaited.add(loading)
    }
    await Promise.all(awaited)
  }

  async #fetch(streams: readonly string[]) {
    const values = [streams, streams.map(streamKey), streams.map(s => streamKey(metastreamOf(s)))]
    const { rows } = await this.#pool.query<Row>({ name: 'heads', text: LOAD, values })
    for (const row of rows) this.#heads.set(row.name, headOf(row))
    this.#dropOldest()
  }

  #dropOldest() {
    if (this.#isInUse) return
    for (const stream of this.#heads.keys()) {
      if (this.#heads.size <= this.#max) break
      this.#heads.delete(stream)
    }
  }
}

function headOf(row: Row): StreamHead {
  const isTombstoned = row.type === '$streamDeleted'
  const metadata = row.metadata ?? undefined
  return {
    revision: row.revision === null ? -1 : Number(row.revision),
    position: row.position === null ? -1 : Number(row.position),
    isTombstoned,
    metaRevision: row.meta_revision === null ? -1 : Number(row.meta_revision),
    metadata,
    retention: retentionOf(row.name, metadata),
  }
}

/** Updates a stream's head after a new event in its metadata stream. */
export function applyMetadata(head: StreamHead, stream: string, revision: number, metadata: Uint8Array) {
  head.metaRevision = revision
  head.metadata = metadata
  head.retention = retentionOf(stream, metadata)
}

export const isMetastream = (stream: string): boolean => stream.startsWith('$$')
export const originalOf = (metastream: string): string => metastream.slice(metastreamOf('').length)
