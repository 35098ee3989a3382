import { Readable } from 'node:stream'
import { EventStoreDBClient } from '@eventstore/db-client'
import { afterEach, expect, test, vi } from 'vitest'
import { connectEventStore } from './client.ts'
import { StoreUnavailable } from './port.ts'

afterEach(() => vi.restoreAllMocks())

/** Clients in the order of their connection; the test ends their reads. */
const controlledClients = () => {
  const clients: { reads: Readable[]; dispose: () => Promise<void> }[] = []
  vi.spyOn(EventStoreDBClient, 'connectionString').mockImplementation(() => {
    const reads: Readable[] = []
    const readAll = () => {
      const read = Object.assign(new Readable({ objectMode: true, read: () => {} }), {
        cancel: async () => {},
      })
      reads.push(read)
      return read
    }
    const client = { reads, readAll, dispose: vi.fn(async () => {}) }
    clients.push(client)
    return client as unknown as EventStoreDBClient
  })
  return clients
}

test('a client that fails several calls is replaced once', async () => {
  const clients = controlledClients()
  const store = connectEventStore({ url: 'esdb://127.0.0.1:1?tls=false' })
  const failing = [store.end(), store.end()]
  for (const read of clients[0]?.reads ?? []) read.destroy(new Error('gone'))
  for (const call of failing) await expect(call).rejects.toBeInstanceOf(StoreUnavailable)
  expect(clients).toHaveLength(2)
  expect(clients[0]?.dispose).toHaveBeenCalledOnce()

  const answered = store.end()
  clients[1]?.reads[0]?.push(null)
  expect(await answered).toBeUndefined()
  expect(clients[1]?.dispose).not.toHaveBeenCalled()
})
