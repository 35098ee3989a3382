import { randomUUID } from 'node:crypto'
import type { AllStreamResolvedEvent, JSONEventType, ResolvedEvent } from '@eventstore/db-client'
import { EventStoreDBClient, type EventTypeToRecordedEvent, jsonEvent } from '@eventstore/db-client'

export type Numbered = JSONEventType<string, { n: number; padding: string }>

/** A client of the store that EVENT_STORE_URL names; the suite's setup starts the embedded one where it is unset. */
export function connect(): EventStoreDBClient {
  const url = process.env.EVENT_STORE_URL
  if (!url) throw new Error('EVENT_STORE_URL names no event store to test')
  return EventStoreDBClient.connectionString(url)
}

/** A name that no other test uses, in a store that may hold anything. */
export const newStream = (prefix = 'conformance'): string => `${prefix}-${randomUUID()}`

export const numbered = (n: number, { padding = '', type = 'Numbered' } = {}) =>
  jsonEvent<Numbered>({ type, data: { n, padding }, metadata: { from: 'conformance' } })

export const numberedFrom = (first: number, count: number, options?: { padding?: string; type?: string }) =>
  Array.from({ length: count }, (_, i) => numbered(first + i, options))

type Resolved = ResolvedEvent | AllStreamResolvedEvent

/** Everything a read gives. */
export async function collect(
  source: AsyncIterable<Resolved>,
): Promise<EventTypeToRecordedEvent<Numbered>[]> {
  const events: EventTypeToRecordedEvent<Numbered>[] = []
  for await (const { event } of source) if (event) events.push(event as never)
  return events
}

/** The first events of a subscription that never ends. */
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
