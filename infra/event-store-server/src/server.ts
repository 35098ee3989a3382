import { createHash, timingSafeEqual } from 'node:crypto'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { type Metadata, Server, ServerCredentials } from '@grpc/grpc-js'
import { append } from './calls/append.ts'
import { batchAppend } from './calls/batch-append.ts'
import { deleteStream, tombstone } from './calls/delete.ts'
import { supportedMethods } from './calls/features.ts'
import { read } from './calls/read.ts'
import type { Store } from './storage/store.ts'
import { accessDenied } from './wire/errors.ts'

const HOST = '127.0.0.1'
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024

/** Each event is encoded once, when it is stored or fetched, for all its readers. */
const StreamsService = {
  ...streams.StreamsService,
  read: { ...streams.StreamsService.read, responseSerialize: (message: Buffer) => message },
}

export type StoreSecrets = {
  /** For every call. */
  readonly secret: string
  /** For reads alone. */
  readonly readSecret: string | undefined
}

/**
 * Serves the part of EventStoreDB's protocol that we use, on loopback only.
 * @param secrets every call but ServerFeatures must have one as connection name; undefined lets anyone call
 * @returns the server and its port; the kernel chooses a free port for port 0
 */
export async function serve(
  store: Store,
  { port, secrets }: { port: number; secrets: StoreSecrets | undefined },
): Promise<{ server: Server; port: number }> {
  const mayWrite = secretCheck(secrets && [secrets.secret])
  const mayRead = secretCheck(secrets && [secrets.secret, secrets.readSecret])
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  })
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, respond: (error: null, answer: unknown) => void) =>
      respond(null, supportedMethods()),
  })
  const guarded =
    <
      Call extends { metadata: Metadata; emit(event: 'error', error: Error): boolean },
      Rest extends unknown[],
    >(
      isAllowed: (metadata: Metadata) => boolean,
      handler: (store: Store, call: Call, ...rest: Rest) => void,
    ) =>
    (call: Call, ...rest: Rest) => {
      if (isAllowed(call.metadata)) handler(store, call, ...rest)
      else refuse(call, rest)
    }
  server.addService(StreamsService, {
    read: guarded(mayRead, read),
    append: guarded(mayWrite, append),
    batchAppend: guarded(mayWrite, batchAppend),
    delete: guarded(mayWrite, deleteStream),
    tombstone: guarded(mayWrite, tombstone),
  })
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${HOST}:${port}`, ServerCredentials.createInsecure(), (error, actual) =>
      error ? reject(error) : resolve(actual),
    ),
  )
  return { server, port: bound }
}

/** Unary calls answer through a callback, streaming calls by an error on the call. */
function refuse(call: { emit(event: 'error', error: Error): boolean }, [respond]: unknown[]) {
  if (typeof respond === 'function') respond(accessDenied())
  else call.emit('error', accessDenied())
}

/** Compares in constant time. Digests have equal lengths, as timingSafeEqual requires. */
function secretCheck(secrets: readonly (string | undefined)[] | undefined): (metadata: Metadata) => boolean {
  if (secrets === undefined) return () => true
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = secrets.filter(secret => secret !== undefined).map(digest)
  return metadata => {
    const given = metadata.get('connection-name')[0]
    return typeof given === 'string' && expected.some(each => timingSafeEqual(digest(given), each))
  }
}
