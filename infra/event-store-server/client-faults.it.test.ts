import { randomUUID } from 'node:crypto'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { type EventStore, StoreUnavailable } from '@lectern/platform/event-store/port.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from './src/test-support/postgres.ts'
import { endServer, startServer, type TestServer } from './src/test-support/server.ts'

let postgres: TestPostgres
let server: TestServer
let store: EventStore

beforeAll(async () => {
  postgres = await startPostgres()
  server = await startServer({ DATABASE_URL: postgres.url })
  store = connectEventStore({ url: server.url })
})
afterEach(() => server.process.kill('SIGCONT'))
afterAll(async () => {
  await store.close()
  await endServer(server, 'SIGKILL')
  await postgres.stop()
})

const event = (n: number) => ({ id: randomUUID(), type: 'Numbered', data: { n }, metadata: {} })
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

async function restart() {
  await endServer(server, 'SIGKILL')
  server = await startServer({ DATABASE_URL: postgres.url, PORT: String(server.port) })
}

describe('the platform’s client', () => {
  test('appends and follows each event exactly once while the server is killed and restarted', async () => {
    const prefix = `kill-${randomUUID()}`
    const after = await store.end()
    const perWriter = 150
    const writers = 8
    const write = async (writer: number) => {
      for (let n = 0; n < perWriter; n++)
        await store.append(`${prefix}-${writer}`, n === 0 ? 'no_stream' : BigInt(n - 1), [event(n)])
    }
    const seen = new Map<string, number[]>(upTo(writers).map(writer => [`${prefix}-${writer}`, []]))
    let kills = 0
    const follow = async () => {
      let count = 0
      for await (const batch of store.follow({
        after,
        prefixes: [prefix],
        signal: new AbortController().signal,
      })) {
        for (const { stream, data } of batch) seen.get(stream)?.push((data as { n: number }).n)
        count += batch.length
        if (count >= writers * perWriter) return
        if (kills < 3 && count >= (kills + 1) * 250) {
          kills++
          await restart()
        }
      }
    }
    await Promise.all([follow(), ...upTo(writers).map(write)])
    expect(kills).toBe(3)
    for (const numbers of seen.values()) expect(numbers).toEqual(upTo(perWriter))
  })

  test('rejects with StoreUnavailable while the server is frozen and works after it thaws', async () => {
    const stream = `frozen-${randomUUID()}`
    const appended = await store.append(stream, 'no_stream', [event(0)])
    server.process.kill('SIGSTOP')
    await expect(store.append(stream, appended.revision, [event(1)])).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.end()).rejects.toBeInstanceOf(StoreUnavailable)
    server.process.kill('SIGCONT')
    await expect.poll(() => store.append(stream, 'any', [event(2)])).toBeDefined()
  })
})
