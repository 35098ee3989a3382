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

/** A server with the BatchAppend of a test. */
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

/** Tests of patches/@eventstore+db-client. The published client ends the process in some of them and fails the others. */
describe('the patched client', () => {
  test('prints no warning about a keepalive interval under 10 s', () => {
    const warn = vi.spyOn(console, 'warn')
    EventStoreDBClient.connectionString('esdb://127.0.0.1:1?tls=false&keepAliveInterval=2000')
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test('opens its channel with the given channelOptions', async () => {
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

  test('drops an answer with an unknown correlation id', async () => {
    const { client } = await serve(call =>
      call.on('data', (request: BatchAppendReq) => {
        call.write(done(request))
        call.write(done(request))
      }),
    )
    await client.appendToStream('stream', event())
    await expect(client.appendToStream('stream', event())).resolves.toMatchObject({ success: true })
  })

  test('fails only the appends of the call that broke', async () => {
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

  test('fails unsent appends when their call breaks', async () => {
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
