import { PassThrough } from 'node:stream'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { readStream } from './read-stream.ts'

const position = { commit: 1n, prepare: 1n }
const resolved = (revision: bigint) => ({
  event: {
    id: 'id',
    type: 'T',
    streamId: 's',
    revision,
    position,
    created: new Date(),
    data: {},
    metadata: {},
  },
})

/** A client with one read, which the test ends. */
const answering = () => {
  const source = Object.assign(new PassThrough({ objectMode: true }), { cancel: async () => {} })
  return { source, client: { readStream: () => source } as unknown as EventStoreDBClient }
}

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('a read continues with the next client when its own is replaced', async () => {
  const [first, second] = [answering(), answering()]
  let current = first.client
  const reading = collect(readStream(() => current, 's', {}))
  first.source.write(resolved(0n))
  current = second.client
  first.source.end()
  second.source.end(resolved(1n))
  expect((await reading).map(event => event.revision)).toEqual([0n, 1n])
})

test('a read that ends without an error is complete', async () => {
  const { source, client } = answering()
  source.end(resolved(0n))
  expect(await collect(readStream(() => client, 's', {}))).toHaveLength(1)
})
