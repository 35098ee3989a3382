import type { AuditedEvent } from '@lectern/platform/audit/chain.ts'
import { liveEvents } from '@lectern/platform/audit/live-events.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { parsePosition } from '@lectern/platform/event-store/position.ts'
import { BackupFault } from './fault.ts'
import type { Manifest } from './manifest.ts'
import type { Objects } from './objects.ts'

const SEGMENT_BYTES = 4 * 1_024 * 1_024
/** Fewer events than these since the last look are few enough: tables are read next. */
const FEW = 100
/** Under a steady flood the events of the last look are as many as come in during one. */
const LOOKS_MAX = 10

type Events = Manifest['events']

/** Stores the events after those of an earlier backup. The log grows meanwhile: it looks again until there are few more. */
export const keepEvents = async (
  store: EventStore,
  objects: Objects,
  earlier: Events | undefined,
): Promise<Events> => {
  let events = earlier ?? { position: '', count: 0, segments: [] }
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const before = events.count
    events = await keepMore(store, objects, events)
    if (events.count - before < FEW) break
  }
  return events
}

const keepMore = async (store: EventStore, objects: Objects, before: Events): Promise<Events> => {
  const segments = [...before.segments]
  let { position, count } = before
  let lines: string[] = []
  let size = 0
  const flush = async () => {
    if (lines.length === 0) return
    segments.push({ object: await objects.put(Buffer.from(lines.join(''))), events: lines.length })
    lines = []
    size = 0
  }
  for await (const event of liveEvents(store, { libraryId: null, after: parsePosition(position) })) {
    const line = `${JSON.stringify(event)}\n`
    lines.push(line)
    size += Buffer.byteLength(line)
    position = event.position
    count += 1
    if (size >= SEGMENT_BYTES) await flush()
  }
  await flush()
  return { position, count, segments }
}

/** The events of a backup in the order of their log, tombstones among them. @throws BackupFault */
export async function* eventsIn(objects: Objects, events: Events): AsyncGenerator<AuditedEvent> {
  for (const { object, events: expected } of events.segments) {
    const text = (await objects.get(object)).toString()
    let count = 0
    for (let at = 0; at < text.length; count++) {
      const end = text.indexOf('\n', at)
      yield JSON.parse(text.slice(at, end)) as AuditedEvent
      at = end + 1
    }
    if (count !== expected) throw new BackupFault(`objects/${object} has ${count} events of ${expected}.`)
  }
}
