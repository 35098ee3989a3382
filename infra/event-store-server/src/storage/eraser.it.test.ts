import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../test-support/postgres.ts'
import { endServer, startServer, type TestServer } from '../test-support/server.ts'

const SECRET = 'a title that nobody may see'
/** More than the eraser takes at once. */
const MANY = 2_500

let postgres: TestPostgres
let server: TestServer
let sql: Client
let client: EventStoreDBClient
const start = async () => {
  server = await startServer({ DATABASE_URL: postgres.url })
  client = EventStoreDBClient.connectionString(server.url)
}
beforeAll(async () => {
  postgres = await startPostgres()
  sql = new Client(postgres.url)
  await sql.connect()
  await start()
})
afterAll(async () => {
  await client.dispose()
  await endServer(server, 'SIGKILL')
  await sql.end()
  await postgres.stop()
})

const append = (stream: string, count: number) =>
  client.appendToStream(
    stream,
    Array.from({ length: count }, (_, n) =>
      jsonEvent({ type: 'Told', data: { n, text: SECRET }, metadata: { text: SECRET } }),
    ),
  )
/** Rows of the stream that say something. */
const told = async (stream: string): Promise<number> => {
  const { rows } = await sql.query(
    `SELECT count(*)::int AS n FROM event_store.events
     WHERE stream = $1 AND (type = 'Told' OR length(data) > 0 OR length(metadata) > 0)`,
    [stream],
  )
  return rows[0].n
}
const streamsOfAll = async (): Promise<string[]> => {
  const streams: string[] = []
  for await (const { event } of client.readAll({ fromPosition: START }))
    if (event) streams.push(event.streamId)
  return streams
}

test('data of tombstoned streams is erased, and $all has the tombstone alone', async () => {
  const [gone, kept] = [randomUUID(), randomUUID()]
  await append(gone, MANY)
  await append(kept, 2)
  await client.tombstoneStream(gone)
  await expect.poll(() => told(gone)).toBe(0)
  expect(await told(kept)).toBe(2)
  const streams = await streamsOfAll()
  expect(streams.filter(stream => stream === gone)).toHaveLength(1)
  expect(streams.filter(stream => stream === kept)).toHaveLength(2)
})

test('a read of $all finds its number of events behind erased ones', async () => {
  const [gone, kept] = [randomUUID(), randomUUID()]
  await append(gone, MANY)
  await append(kept, 1)
  await client.tombstoneStream(gone)
  await expect.poll(() => told(gone)).toBe(0)
  const found: string[] = []
  const all = client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 4 })
  for await (const { event } of all) if (event) found.push(event.streamId)
  expect(found).toHaveLength(4)
  expect(found.slice(0, 2)).toEqual([gone, kept])
})

test('events before $tb are erased', async () => {
  const stream = randomUUID()
  await append(stream, 5)
  await client.setStreamMetadata(stream, { truncateBefore: 4 })
  await expect.poll(() => told(stream)).toBe(1)
  await append(stream, 1)
  expect(await told(stream)).toBe(2)
})

test('an erasure that a kill cut off goes on at the next start', async () => {
  const stream = randomUUID()
  await append(stream, MANY)
  await sql.query('BEGIN')
  await sql.query('SELECT FROM event_store.events WHERE stream = $1 FOR UPDATE', [stream])
  await client.tombstoneStream(stream)
  await client.dispose()
  await endServer(server, 'SIGKILL')
  expect(await told(stream)).toBe(MANY)
  await sql.query('ROLLBACK')
  await start()
  await expect.poll(() => told(stream)).toBe(0)
})
