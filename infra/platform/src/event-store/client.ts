import { type AllStreamResolvedEvent, BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client'
import { spanIn, spanOfItems, tracesOf } from '../process/tracing.ts'
import { withTimeout } from '../process/with-timeout.ts'
import { appendWithRetries } from './append.ts'
import { tombstone, truncate } from './end-stream.ts'
import { follow } from './follow.ts'
import { Incoming, isEnd } from './incoming.ts'
import { type EventStore, type Position, StoreUnavailable } from './port.ts'
import { readStream } from './read-stream.ts'

/**
 * Milliseconds. With these the client leaves a frozen leader after 7 s; with its own defaults, after 20 s. A patch
 * (patches/) silences the warning that the client prints below 10 s.
 */
const KEEP_ALIVE = { keepAliveInterval: '2000', keepAliveTimeout: '2000' }
/**
 * Milliseconds. A server that was started anew may have another address; the client's own defaults ask for it every 30 s, and
 * pause for up to 120 s.
 */
const RECONNECT = {
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 2_000,
}
const END_MS = 5_000
/** Flow-control window of a call. With HTTP/2's default of 64 kB the event store waits for its reader every 60 events. */
const WINDOW_BYTES = 512 * 1_024

export type EventStoreSettings = {
  /** `esdb://…`; its own keepalive settings and connectionName take precedence. */
  readonly url: string
  /** Sent with every call; the embedded event store checks it as its secret. */
  readonly connectionName?: string | undefined
  readonly log?: { warn(details: object, message: string): void } | undefined
}

/** Connects with the first call; this function neither waits nor fails. */
export function connectEventStore({ url, connectionName, log }: EventStoreSettings): EventStore {
  const connectionString = withDefaults(url, { ...KEEP_ALIVE, ...(connectionName && { connectionName }) })
  const connect = () => {
    const connected = EventStoreDBClient.connectionString(connectionString)
    connected.channelOptions = { 'grpc-node.flow_control_window': WINDOW_BYTES, ...RECONNECT }
    return connected
  }
  let client = connect()
  const current = () => client

  /**
   * Replaces a client that cannot reach the store, once for all calls that failed: a client keeps a failed first question
   * for good.
   */
  const renewing = async <T>(call: () => Promise<T>): Promise<T> => {
    const used = client
    try {
      return await call()
    } catch (error) {
      if (error instanceof StoreUnavailable && used === client) {
        log?.warn({ error: error.message }, 'the event store does not answer; reconnecting')
        client = connect()
        void used.dispose()
      }
      throw error
    }
  }

  return {
    append: (stream, expected, events) =>
      spanIn(tracesOf(events), spanOf('append', stream), () =>
        renewing(() => appendWithRetries(current, stream, expected, events)),
      ),
    readStream: (stream, options = {}) =>
      spanOfItems(spanOf('read', stream), () => readStream(current, stream, options)),
    follow: options =>
      follow(current, options, error =>
        log?.warn({ error: String(error) }, 'the subscription was dropped; subscribing again'),
      ),
    end: () =>
      renewing(async () => {
        const { isOfStore, position } = await lastOfAll(current, 1)
        return isOfStore ? (await lastOfAll(current, Number.MAX_SAFE_INTEGER)).position : position
      }),
    tombstone: stream => renewing(() => tombstone(current, stream)),
    truncate: (stream, before) => renewing(() => truncate(current, stream, before)),
    version: () => renewing(() => versionOf(client)),
    close: () => client.dispose(),
  }
}

/** The name of a stream begins with its kind, and goes on with the id of a library, an account or an article. */
const spanOf = (operation: 'append' | 'read', stream: string) => {
  const [kind = ''] = stream.split('-')
  return {
    name: `${operation} ${kind}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'eventstoredb',
      'db.operation.name': operation,
      'db.collection.name': kind,
    },
  } as const
}

/** The client asks the server for its features and keeps the answer, which has the version. */
async function versionOf(client: EventStoreDBClient) {
  const { capabilities } = client as unknown as { capabilities: Promise<{ serverVersion: string }> }
  try {
    return (await withTimeout(capabilities, END_MS)).serverVersion
  } catch (error) {
    throw new StoreUnavailable(String(error), { cause: error })
  }
}

/** The last event among so many that is not of the store's own streams, and whether only such ones are there. */
async function lastOfAll(client: () => EventStoreDBClient, maxCount: number) {
  const reader = client()
  const source = reader.readAll({ direction: BACKWARDS, fromPosition: END, maxCount })
  const incoming = new Incoming<AllStreamResolvedEvent>(source)
  const watch = setTimeout(() => incoming.stop(new Error(`nothing for ${END_MS} ms`)), END_MS)
  try {
    let isOfStore = false
    for (;;) {
      const taken = await incoming.take()
      if (!isEnd(taken)) {
        const last = taken.find(({ event }) => event && !event.streamId.startsWith('$'))
        if (last?.event) return { isOfStore: false, position: last.event.position as Position }
        isOfStore = true
      } else if (taken.error !== undefined)
        throw new StoreUnavailable(String(taken.error), { cause: taken.error })
      // The reads of a disposed client end without an error, as if the store were empty.
      else if (client() !== reader) throw new StoreUnavailable('The client was replaced')
      else return { isOfStore, position: undefined }
    }
  } finally {
    clearTimeout(watch)
    incoming.drop()
    void source.cancel()
  }
}

/** Adds defaults to a connection string. Its own parameters take precedence; names are case-insensitive. */
function withDefaults(url: string, defaults: Record<string, string>): string {
  const [address = '', query = ''] = url.split('?')
  const given = new Set(query.split('&').map(pair => pair.split('=')[0]?.toLowerCase()))
  const added = Object.entries(defaults)
    .filter(([name]) => !given.has(name.toLowerCase()))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${address}?${[...(query ? [query] : []), ...added].join('&')}`
}
