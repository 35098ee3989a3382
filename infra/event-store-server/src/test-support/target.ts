import { randomUUID } from 'node:crypto'
import type { AllStreamResolvedEvent, JSONEventType, ResolvedEvent } from '@eventstore/db-client'
import { EventStoreDBClient, type EventTypeToRecordedEvent, jsonEvent } from '@eventstore/db-client'

export type Numbered = JSONEventType<string, { n: number; padding: string }>

/** A client of the store at EVENT_STORE_URL. The suite's setup starts the embedded store if that is unset. */
export function connect(): EventStoreDBClient {
  const url = process.env.EVENT_STORE_URL
  if (!url) throw new Error('EVENT_STORE_URL names no event store to test')
  return EventStoreDBClient.connectionString(url)
}

/** A unique name, since the store may have streams of other runs. */
export const newStream = (prefix = 'conformance'): string => `${prefix}-${randomUUID()}`

export const numbered = (n: number, { padding = '', type = 'Numbered' } = {}) =>
  jsonEvent<Numbered>({ type, data: { n, padding }, metadata: { from: 'conformance' } })

export const numberedFrom = (first: number, count: number, options?: { padding?: string; type?: string }) =>
  Array.from({ length: count }, (_, i) => numbered(first + i, options))

type Resolved = ResolvedEvent | AllStreamResolvedEvent

/** All events of a read. */
export async function collect(
  source: AsyncIterable<Resolved>,
): Promise<EventTypeToRecordedEvent<Numbered>[]> {
  const events: EventTypeToRecordedEvent<Numbered>[] = []
  for await (const { event } of source) if (event) events.push(event as never)
  return events
}

/** The first `count` events of a subscription. */
export async function take(
  source: AsyncIterable<Resolved>,
  count: number,
  isWanted: (stream: string) => boolean = () => true,
): Promise<EventTypeToRecordedEvent<Numbered>[]> {
  const events: EventTypeToRecordedEvent<Numbered>[] = []
  for await (const { event } of source) {
    if (event && isWanted(event.streamId)) events.push(event as never)
    if (events.length === count) break
  }
  return events
}

export const numbersOf = (events: readonly EventTypeToRecordedEvent<Numbered>[]): number[] =>
  events.map(event => event.data.n)
