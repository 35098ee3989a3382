import {
  BACKWARDS,
  DeadlineExceededError,
  END,
  EventStoreDBClient,
  jsonEvent,
  START,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { credentials, type ServiceError, status } from '@grpc/grpc-js'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPostgres, type TestPostgres } from './test-support/postgres.ts'
import { endServer, startServer, type TestServer } from './test-support/server.ts'

let postgres: TestPostgres
const servers: TestServer[] = []
const clients: EventStoreDBClient[] = []

beforeAll(async () => {
  postgres = await startPostgres()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.dispose()))
  await Promise.all(servers.splice(0).map(server => endServer(server, 'SIGKILL')))
})
afterAll(() => postgres.stop())

async function start(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ DATABASE_URL: postgres.url, ...env })
  servers.push(server)
  return server
}

function connect(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  clients.push(client)
  return client
}

const event = (n: number) => jsonEvent({ type: 'Numbered', data: { n } })
const newStream = () => `durable-${crypto.randomUUID()}`

async function numbers(client: EventStoreDBClient, stream: string): Promise<number[]> {
  const found: number[] = []
  for await (const { event } of client.readStream(stream))
    if (event) found.push((event.data as { n: number }).n)
  return found
}

/** Repeats the append, with the same event and revision, until it succeeds. */
async function appendSurely(client: EventStoreDBClient, stream: string, n: number) {
  const same = event(n)
  const expectedRevision = n === 0 ? 'no_stream' : BigInt(n - 1)
  const append = () => client.appendToStream(stream, same, { expectedRevision, deadline: 1_000 })
  await expect.poll(append).toMatchObject({ success: true, nextExpectedRevision: BigInt(n) })
}

describe('the server', () => {
  test('loses no acknowledged event when it is killed', async () => {
    const first = await start()
    const port = String(first.port)
    const writer = connect(first.url)
    const acknowledged: string[] = []
    const write = async () => {
      for (;;) {
        const stream = newStream()
        try {
          await writer.appendToStream(stream, event(0), { expectedRevision: 'no_stream' })
        } catch {
          return
        }
        acknowledged.push(stream)
        if (acknowledged.length === 300) first.process.kill('SIGKILL')
      }
    }
    const writers = Array.from({ length: 16 }, write)
    await new Promise(resolve => first.process.once('exit', resolve))
    await writer.dispose()
    await Promise.all(writers)
    const second = await start({ PORT: port })
    const reader = connect(second.url)
    const stored = new Map<string, number>()
    for await (const { event } of reader.readAll({ fromPosition: START }))
      if (event) stored.set(event.streamId, (stored.get(event.streamId) ?? 0) + 1)
    expect(acknowledged.length).toBeGreaterThanOrEqual(300)
    expect(acknowledged.filter(stream => stored.get(stream) !== 1)).toEqual([])
  })

  test('recognises a repeated append after a restart and continues the stream', async () => {
    const stream = newStream()
    const first = await start()
    const repeated = event(0)
    const answer = await connect(first.url).appendToStream(stream, repeated, {
      expectedRevision: 'no_stream',
    })
    await endServer(first)
    const client = connect((await start()).url)
    for (const expectedRevision of ['no_stream', 'any'] as const)
      expect(await client.appendToStream(stream, repeated, { expectedRevision })).toEqual(answer)
    const next = await client.appendToStream(stream, event(1), { expectedRevision: 0n })
    expect(next.nextExpectedRevision).toBe(1n)
    expect(next.position?.commit).toBeGreaterThan(answer.position?.commit ?? 0n)
    expect(await numbers(client, stream)).toEqual([0, 1])
  })

  test('waits for the lock while another server holds it', async () => {
    const stream = newStream()
    const first = await start()
    await connect(first.url).appendToStream(stream, event(0))
    const refused = Promise.withResolvers<string>()
    const second = startServer({ DATABASE_URL: postgres.url }, refused.resolve)
    expect(await refused.promise).toContain('another event store holds the lock')
    await connect(first.url).appendToStream(stream, event(1))
    await endServer(first, 'SIGKILL')
    servers.push(await second)
    expect(await numbers(connect((await second).url), stream)).toEqual([0, 1])
  })

  test('reconnects and takes the lock again when Postgres ends its connection', async () => {
    const errors: string[] = []
    const server = await startServer({ DATABASE_URL: postgres.url }, line => errors.push(line))
    servers.push(server)
    const client = connect(server.url)
    const stream = newStream()
    await appendSurely(client, stream, 0)
    const administrator = new Client(postgres.url)
    await administrator.connect()
    const sql = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted"
    for (let n = 1; n <= 3; n++) {
      expect((await administrator.query(sql)).rowCount).toBe(1)
      await appendSurely(client, stream, n)
    }
    await administrator.end()
    expect(await numbers(client, stream)).toEqual([0, 1, 2, 3])
    expect(errors.join('')).toContain('the connection to Postgres was lost')
  })

  test('ends idle append calls when Postgres ends its connection', async () => {
    const server = await start()
    const client = new streams.StreamsClient(`127.0.0.1:${server.port}`, credentials.createInsecure())
    let code: number | undefined
    client.batchAppend().on('error', (error: ServiceError) => {
      code = error.code
    })
    const administrator = new Client(postgres.url)
    await administrator.connect()
    // The server may not have received the call at the first attempt.
    await vi.waitFor(async () => {
      await administrator.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted",
      )
      expect(code).toBe(status.UNAVAILABLE)
    }, 10_000)
    await administrator.end()
    client.close()
  })

  test('ends after SIGTERM and when its stdin closes', async () => {
    const asked = await start()
    await endServer(asked, 'SIGTERM')
    expect(asked.process.exitCode).toBe(0)
    const left = await start({ EXIT_WITH_STDIN: 'true' })
    const ended = new Promise(resolve => left.process.once('exit', resolve))
    left.process.stdin?.end()
    expect(await ended).toBe(0)
  })

  test('drops a live subscriber that is too slow', async () => {
    const client = connect((await start()).url)
    const stream = newStream()
    const subscription = client.subscribeToStream(stream)
    const dropped = new Promise(resolve => subscription.once('error', resolve))
    await new Promise(resolve => subscription.once('confirmation', resolve))
    const large = (n: number) => jsonEvent({ type: 'Numbered', data: { n, padding: 'x'.repeat(9_000) } })
    for (let n = 0; n < 1_000; n += 50)
      await client.appendToStream(
        stream,
        Array.from({ length: 50 }, (_, i) => large(n + i)),
      )
    subscription.resume()
    const error = await dropped
    expect(error).toBeInstanceOf(TimeoutError)
    expect((error as Error).message).toContain('Consumer too slow to handle event while live')
  })
})

describe('without Postgres', () => {
  test('the server answers UNAVAILABLE and works again when Postgres is back', async () => {
    const server = await start()
    const client = connect(server.url)
    const stream = newStream()
    await appendSurely(client, stream, 0)
    await postgres.crash()
    const append = () => client.appendToStream(newStream(), event(9)).catch(error => error)
    await expect.poll(append).toBeInstanceOf(UnavailableError)
    await postgres.start()
    await appendSurely(client, stream, 1)
    expect(await numbers(client, stream)).toEqual([0, 1])
    expect(server.process.exitCode).toBeNull()
  })
})

describe('with a Postgres that does not answer', () => {
  test('the server keeps deadlines and works again when Postgres answers', async () => {
    const client = connect((await start()).url)
    const stream = newStream()
    await appendSurely(client, stream, 0)
    const administrator = new Client(postgres.url)
    await administrator.connect()
    const sql = "select pid from pg_locks where locktype = 'advisory' and granted"
    const { rows } = await administrator.query<{ pid: number }>(sql)
    await administrator.end()
    const writer = rows[0]?.pid ?? 0
    process.kill(writer, 'SIGSTOP')
    try {
      const late = client.appendToStream(stream, event(1), { expectedRevision: 0n, deadline: 500 })
      await expect(late).rejects.toBeInstanceOf(DeadlineExceededError)
      expect(await numbers(client, stream)).toEqual([0])
    } finally {
      process.kill(writer, 'SIGCONT')
    }
    await expect.poll(() => numbers(client, stream)).toEqual([0, 1])
    await appendSurely(client, stream, 2)
  })
})

describe('with a secret', () => {
  test('the server accepts only calls with the secret as connection name', async () => {
    const server = await start({ INSECURE: 'false', EVENT_STORE_SECRET: 'open sesame' })
    const stream = newStream()
    const friend = connect(`${server.url}&connectionName=${encodeURIComponent('open sesame')}`)
    await friend.appendToStream(stream, event(0))
    const stranger = connect(`${server.url}&connectionName=guess`)
    const denied = { type: 'access-denied' }
    const credentials = { username: 'admin', password: 'changeit' }
    await expect(stranger.appendToStream(stream, event(1))).rejects.toMatchObject(denied)
    await expect(stranger.appendToStream(stream, event(1), { credentials })).rejects.toMatchObject(denied)
    await expect(numbers(stranger, stream)).rejects.toMatchObject(denied)
    await expect(stranger.deleteStream(stream)).rejects.toMatchObject(denied)
    expect(await numbers(friend, stream)).toEqual([0])
  })

  test('the secret of readers is for reads alone', async () => {
    const secrets = { EVENT_STORE_SECRET: 'open sesame', EVENT_STORE_READ_SECRET: 'peep' }
    const server = await start({ INSECURE: 'false', ...secrets })
    const stream = newStream()
    const friend = connect(`${server.url}&connectionName=${encodeURIComponent('open sesame')}`)
    await friend.appendToStream(stream, event(0))
    const reader = connect(`${server.url}&connectionName=peep`)
    const credentials = { username: 'admin', password: 'changeit' }
    const denied = { type: 'access-denied' }
    await expect(reader.appendToStream(stream, event(1))).rejects.toMatchObject(denied)
    await expect(reader.appendToStream(stream, event(1), { credentials })).rejects.toMatchObject(denied)
    await expect(reader.deleteStream(stream)).rejects.toMatchObject(denied)
    await expect(reader.tombstoneStream(stream)).rejects.toMatchObject(denied)
    expect(await numbers(reader, stream)).toEqual([0])
    const seen: unknown[] = []
    const last = reader.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
    for await (const resolved of last) seen.push(resolved.event?.streamId)
    expect(seen).toEqual([stream])
  })

  test('the server needs a secret or INSECURE=true to start', async () => {
    await expect(startServer({ DATABASE_URL: postgres.url, INSECURE: '' })).rejects.toThrow(
      'ended before it served',
    )
  })
})
