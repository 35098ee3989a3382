import type { RecordedEvent as ClientEvent } from '@eventstore/db-client'
import type { RecordedEvent } from './port.ts'

/** The client's event as an event of the port. The client has parsed the JSON. */
export function toRecorded(event: ClientEvent): RecordedEvent {
  if (!event.position) throw new Error('EventStoreDB before 22.6 gives no positions in stream reads')
  return {
    id: event.id,
    type: event.type,
    stream: event.streamId,
    revision: event.revision,
    position: event.position,
    created: originalTime(event.metadata) ?? event.created,
    data: event.data,
    metadata: event.metadata,
  }
}

/** Events that were moved from another store, or restored, carry the time of their first recording. */
const originalTime = (metadata: unknown): Date | undefined => {
  const { recordedAt } = (metadata ?? {}) as { recordedAt?: unknown }
  if (typeof recordedAt !== 'string') return undefined
  const time = new Date(recordedAt)
  return Number.isNaN(time.getTime()) ? undefined : time
}
