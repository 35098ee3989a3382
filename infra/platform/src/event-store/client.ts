import { type AllStreamResolvedEvent, BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client'
import { appendWithRetries } from './append.ts'
import { follow } from './follow.ts'
import { Incoming, isEnd } from './incoming.ts'
import { type EventStore, type Position, StoreUnavailable } from './port.ts'
import { readStream } from './read-stream.ts'

/**
 * With the client's own 10 s + 10 s a frozen leader is left only after 20 s; with these, after 7 s. It would print a
 * warning below 10 s: patches/ has it tell its debug log instead.
 */
const KEEP_ALIVE = { keepAliveInterval: '2000', keepAliveTimeout: '2000' }
const END_MS = 5_000
/**
 * Bytes of a call that may be under way. With HTTP/2's own 64 kB the event store waits for each reader every 60 events,
 * and a reader that has other work finds nothing there.
 */
const WINDOW_BYTES = 512 * 1_024

export type EventStoreSettings = {
  /** `esdb://…`; what it says of keepalive or connectionName stands. */
  readonly url: string
  /** Sent with every call as the connection's name; the embedded event store takes it for its secret. */
  readonly connectionName?: string | undefined
  readonly log?: { warn(details: object, message: string): void } | undefined
}

/** Connects lazily: this call itself neither waits nor fails. */
export function connectEventStore({ url, connectionName, log }: EventStoreSettings): EventStore {
  const connectionString = withDefaults(url, { ...KEEP_ALIVE, ...(connectionName && { connectionName }) })
  const connect = () => {
    const connected = EventStoreDBClient.connectionString(connectionString)
    connected.channelOptions = { 'grpc-node.flow_control_window': WINDOW_BYTES }
    return connected
  }
  let client = connect()
  const current = () => client

  /**
   * A client keeps a failed answer to its first question for good, so one that got nowhere is replaced; once, however
   * many calls it failed.
   */
  const renewing = async <T>(call: () => Promise<T>): Promise<T> => {
    const used = client
    try {
      return await call()
    } catch (error) {
      if (error instanceof StoreUnavailable && used === client) {
        log?.warn({ error: error.message }, 'the event store does not answer; connecting anew')
        client = connect()
        void used.dispose()
      }
      throw error
    }
  }

  return {
    append: (stream, expected, events) =>
      renewing(() => appendWithRetries(current, stream, expected, events)),
    readStream: (stream, options = {}) => readStream(current, stream, options),
    follow: options =>
      follow(current, options, error =>
        log?.warn({ error: String(error) }, 'the subscription was dropped; subscribing again'),
      ),
    end: () => renewing(() => endOfAll(current)),
    close: () => client.dispose(),
  }
}

async function endOfAll(client: () => EventStoreDBClient) {
  const reader = client()
  const source = reader.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
  const incoming = new Incoming<AllStreamResolvedEvent>(source)
  const watch = setTimeout(() => incoming.stop(new Error(`nothing for ${END_MS} ms`)), END_MS)
  try {
    let position: Position | undefined
    for (;;) {
      const taken = await incoming.take()
      if (!isEnd(taken)) position = taken[0]?.event?.position
      else if (taken.error !== undefined)
        throw new StoreUnavailable(String(taken.error), { cause: taken.error })
      // Disposed of, a client ends its reads without an error, as if there were nothing.
      else if (client() !== reader) throw new StoreUnavailable('The client was replaced')
      else return position
    }
  } finally {
    clearTimeout(watch)
    incoming.drop()
    void source.cancel()
  }
}

/** Adds to a connection string what it does not say itself. Names count without case, as for the client. */
function withDefaults(url: string, defaults: Record<string, string>): string {
  const [address = '', query = ''] = url.split('?')
  const given = new Set(query.split('&').map(pair => pair.split('=')[0]?.toLowerCase()))
  const added = Object.entries(defaults)
    .filter(([name]) => !given.has(name.toLowerCase()))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${address}?${[...(query ? [query] : []), ...added].join('&')}`
}
