import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Bytes of rows in one object. A row may be larger. */
const CHUNK_BYTES = 4 * 1_024 * 1_024
const NEWLINE = 10

export type Chunk = { readonly bytes: Buffer; readonly rows: number }

/** The rows of a query in Postgres' text format, a line each, some MB at a time. Each chunk has whole rows. */
export async function* copyOut(client: PoolClient, query: string): AsyncGenerator<Chunk> {
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`))
  let parts: Buffer[] = []
  let size = 0
  const take = (): Chunk => {
    const bytes = Buffer.concat(parts)
    parts = []
    size = 0
    return { bytes, rows: countLines(bytes) }
  }
  let isRead = false
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      const end = size + part.length < CHUNK_BYTES ? 0 : part.lastIndexOf(NEWLINE) + 1
      parts.push(end > 0 ? part.subarray(0, end) : part)
      size += part.length
      if (end === 0) continue
      yield take()
      parts = [part.subarray(end)]
      size = part.length - end
    }
    isRead = true
  } finally {
    // The rest would have to be read before the connection does anything else.
    if (!isRead) breakOff(client)
  }
  if (size > 0) yield take()
}

/** Ends a connection in the middle of a copy. Its pool drops it. */
const breakOff = (client: PoolClient): void => {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Fills a table from such chunks. @returns how many rows it got */
export const copyIn = async (
  client: PoolClient,
  table: string,
  columns: readonly string[],
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> => {
  const stream = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`))
  const done = finished(stream)
  // It is awaited below, and may fail before.
  done.catch(() => {})
  try {
    for await (const chunk of chunks)
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
  } catch (error) {
    // Postgres gives the copy up, so that the transaction can end.
    stream.destroy(error as Error)
    await done.catch(() => {})
    throw error
  }
  stream.end()
  await done
  return stream.rowCount
}

const countLines = (bytes: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

/** The first fields of each row, with tabs between them: the key of a row of which these are the first columns. */
export const keysOf = function* ({ bytes }: Chunk, fields: number): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at)
    let last = at - 1
    for (let field = 0; field < fields; field++) last = bytes.indexOf(9, last + 1)
    yield bytes.toString('utf8', at, last === -1 || last > end ? end : last)
    at = end + 1
  }
}
