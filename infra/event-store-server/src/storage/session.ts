import { Client, Pool } from 'pg'
import { Eraser } from './eraser.ts'
import { extentOf } from './event.ts'
import { Heads } from './heads.ts'
import { migrate } from './schema.ts'
import { Tail } from './tail.ts'
import { Writer } from './writer.ts'

/** Key of the advisory lock. No other program uses it in the same database. */
const LOCK = 7_305_823_401
const READERS = 4
const CONNECT_MS = 3_000
const QUERY_MS = 5_000

/** The state of the store during one hold of the lock. `lost` aborts when the lock is lost. */
export type Session = {
  readonly pool: Pool
  readonly heads: Heads
  readonly tail: Tail
  readonly writer: Writer
  readonly lost: AbortSignal
  close(): Promise<void>
}

/**
 * Takes the lock on the connection that does all writes. Postgres frees the lock only after that connection's backend has
 * ended, so no write of the previous holder can commit after this session has read the heads.
 * @param maxHeads size of the cache of stream heads
 * @throws when Postgres does not answer or another server holds the lock
 */
export async function openSession(databaseUrl: string, maxHeads?: number): Promise<Session> {
  const settings = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    application_name: 'event store',
  }
  const connection = new Client(settings)
  const lost = new AbortController()
  const lose = (error: unknown) => lost.abort(error)
  connection.on('error', lose)
  connection.on('end', () => lose(new Error('the connection to Postgres ended')))
  try {
    await connection.connect()
    await takeLock(connection)
    await migrate(connection)
    const end = await lastEvent(connection)
    const pool = new Pool({ ...settings, max: READERS })
    pool.on('error', () => {})
    const heads = new Heads(pool, maxHeads)
    const tail = new Tail(end.position)
    const eraser = new Eraser(pool, lost.signal)
    const onLost = (error: unknown) => {
      if (!isRefusal(error)) lose(error)
    }
    const writer = new Writer(connection, heads, tail, end.nextPosition, onLost, () => eraser.wake())
    eraser.wake()
    lost.signal.addEventListener('abort', () => writer.close())
    const close = async () => {
      lose(new Error('closed'))
      await Promise.allSettled([connection.end(), pool.end()])
    }
    return { pool, heads, tail, writer, lost: lost.signal, close }
  } catch (error) {
    connection.end().catch(() => {})
    throw error
  }
}

async function takeLock(connection: Client) {
  const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    LOCK,
  ])
  if (!rows[0]?.taken) throw new Error('another event store holds the lock of this database')
}

async function lastEvent(connection: Client) {
  const { rows } = await connection.query<{
    position: string
    stream: string
    type: string
    data_bytes: number
    metadata_bytes: number
  }>(`select position, coalesce(long_name, stream) as stream, type, length(data) as data_bytes, length(metadata) as metadata_bytes
      from event_store.events order by position desc limit 1`)
  const last = rows[0]
  if (!last) throw new Error('the log has no first event')
  const position = Number(last.position)
  const bytes = { dataBytes: last.data_bytes, metadataBytes: last.metadata_bytes }
  return { position, nextPosition: position + extentOf({ stream: last.stream, type: last.type, ...bytes }) }
}

/** Postgres refused the statement, for instance because the disk is full. It wrote nothing, and the connection goes on. */
const isRefusal = (error: unknown) =>
  error instanceof Error && 'severity' in error && (error as { severity?: string }).severity === 'ERROR'
