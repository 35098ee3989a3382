import { once } from 'node:events'
import { createServer, type ServerHttp2Session, type Settings } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { supportedMethods } from './src/calls/features.ts'
import { batchAnswer } from './src/wire/batch-answers.ts'
import { unavailable } from './src/wire/errors.ts'

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.forceShutdown()
})

/** A server whose BatchAppend does what a test wants. */
async function serve(
  batchAppend: (call: Call) => void,
): Promise<{ server: Server; client: EventStoreDBClient }> {
  const server = new Server()
  servers.push(server)
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, respond: (error: null, answer: unknown) => void) =>
      respond(null, supportedMethods()),
  })
  const unused = () => {}
  server.addService(streams.StreamsService, {
    batchAppend,
    append: unused,
    read: unused,
    delete: unused,
    tombstone: unused,
  })
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  return { server, client: EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`) }
}

const done = (request: BatchAppendReq) =>
  batchAnswer(request.getCorrelationId(), 'stream', 'any', { kind: 'done', revision: 0, position: 1 })

const event = (padding = '') => jsonEvent({ type: 'Tested', data: { padding } })

/** Against patches/@eventstore+db-client: most of these end the process, or fail, with the client as published. */
describe('the patched client', () => {
  test('keeps to itself that our keepalive is shorter than what it recommends', () => {
    const warn = vi.spyOn(console, 'warn')
    EventStoreDBClient.connectionString('esdb://127.0.0.1:1?tls=false&keepAliveInterval=2000')
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test('opens its channel with the options that it was given', async () => {
    const server = createServer()
    const connected = once(server, 'session') as Promise<[ServerHttp2Session]>
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`)
    client.channelOptions = { 'grpc-node.flow_control_window': 123_456 }
    const append = Promise.allSettled([client.appendToStream('stream', event())])
    const [session] = await connected
    const [settings] = (await once(session, 'remoteSettings')) as [Settings]
    expect(settings.initialWindowSize).toBe(123_456)
    await client.dispose()
    session.destroy()
    await append
    server.close()
  })

  test('drops an answer that nobody waits for', async () => {
    const { client } = await serve(call =>
      call.on('data', (request: BatchAppendReq) => {
        call.write(done(request))
        call.write(done(request))
      }),
    )
    await client.appendToStream('stream', event())
    await expect(client.appendToStream('stream', event())).resolves.toMatchObject({ success: true })
  })

  test('sends what it was given, in requests no larger than asked', async () => {
    const requests: BatchAppendReq[] = []
    const { client } = await serve(call =>
      call.on('data', (request: BatchAppendReq) => {
        requests.push(request)
        if (request.getIsFinal()) call.write(done(request))
      }),
    )
    const events = Array.from({ length: 50 }, (_, n) =>
      jsonEvent({ type: 'Geprüft', data: { text: 'é€😀'.repeat(n) }, metadata: { n } }),
    )
    await client.appendToStream('stream', events, { batchAppendSize: 4_000 })
    const messages = requests.flatMap(request => request.getProposedMessagesList())
    const read = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString())
    expect(messages.map(message => read(message.getData_asU8()))).toEqual(events.map(({ data }) => data))
    expect(messages.map(message => read(message.getCustomMetadata_asU8()))).toEqual(
      events.map(({ metadata }) => metadata),
    )
    expect(requests.length).toBeGreaterThan(2)
    for (const request of requests) {
      const sizes = request.getProposedMessagesList().map(message => message.serializeBinary().length)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000)
    }
  })

  test('sends the appends to a stream in order, and has those to others not wait for them', async () => {
    const calls = new Map<Call, BatchAppendReq[]>()
    const { client } = await serve(call => {
      const requests: BatchAppendReq[] = []
      calls.set(call, requests)
      call.on('data', (request: BatchAppendReq) => {
        requests.push(request)
        call.write(done(request))
      })
    })
    const streams = Array.from({ length: 10 }, (_, n) => `stream-${n}`)
    // The very first append of a call opens it, and may be overtaken meanwhile, as in the client as published.
    for (const stream of streams) await client.appendToStream(stream, event())
    for (const requests of calls.values()) requests.length = 0
    const given = Array.from({ length: 100 }, (_, n) => jsonEvent({ type: 'Tested', data: { n } }))
    await Promise.all(given.map((event, n) => client.appendToStream(streams[n % 10] ?? '', event)))
    const received = [...calls.values()].map(requests =>
      requests.map(request => ({
        stream: Buffer.from(
          request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? [],
        ).toString(),
        n: JSON.parse(Buffer.from(request.getProposedMessagesList()[0]?.getData_asU8() ?? []).toString()).n,
      })),
    )
    expect(received.length).toBeGreaterThan(4)
    for (const requests of received) expect(requests).toEqual(requests.toSorted((a, b) => a.n - b.n))
    const callOf = new Map(
      received.flatMap((requests, place) => requests.map(({ stream }) => [stream, place])),
    )
    for (const [place, requests] of received.entries())
      for (const { stream } of requests) expect(callOf.get(stream)).toBe(place)
    expect(received.flat()).toHaveLength(given.length)
  })

  test('fails the appends of the broken stream alone', async () => {
    const received = Promise.withResolvers<[Call, BatchAppendReq]>()
    const waiting = await serve(call => {
      call.on('data', (request: BatchAppendReq) => received.resolve([call, request]))
    })
    const broken = await serve(call => {
      call.on('data', () => call.emit('error', unavailable()))
    })
    const append = waiting.client.appendToStream('stream', event())
    const [call, request] = await received.promise
    await expect(broken.client.appendToStream('stream', event())).rejects.toThrow('lost its database')
    call.write(done(request))
    await expect(append).resolves.toMatchObject({ success: true })
  })

  test('fails appends that could not be sent when their stream breaks', async () => {
    const opened = Promise.withResolvers<Call>()
    const { server, client } = await serve(call => opened.resolve(call)) // never reads
    const large = event('x'.repeat(100_000))
    const appends = Promise.allSettled(
      Array.from({ length: 100 }, () => client.appendToStream('stream', large)),
    )
    await opened.promise
    server.forceShutdown()
    const outcomes = (await appends).map(result => result.status)
    expect(new Set(outcomes)).toEqual(new Set(['rejected']))
  })
})
