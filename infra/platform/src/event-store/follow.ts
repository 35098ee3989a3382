import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  START,
  streamNameFilter,
  TimeoutError,
} from '@eventstore/db-client'
import { Incoming, isEnd } from './incoming.ts'
import type { FollowOptions, Position, RecordedEvent } from './port.ts'
import { toRecorded } from './recorded.ts'

const CONFIRM_MS = 5_000
const PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1_000

/**
 * Follows `$all` until the signal aborts. Dropped subscriptions are normal (a slow consumer, a new leader, a restart); the
 * next one begins after the last event that arrived.
 * @param onDrop called for every drop except that of a slow consumer
 */
export async function* follow(
  client: () => EventStoreDBClient,
  { after, prefixes = [], signal }: FollowOptions,
  onDrop: (error: unknown) => void,
): AsyncGenerator<readonly RecordedEvent[]> {
  let last: Position | undefined = after
  let pause = PAUSE_MS
  while (!signal.aborted) {
    const subscription = client().subscribeToAll({
      fromPosition: last ?? START,
      ...(prefixes.length > 0 && { filter: streamNameFilter({ prefixes: [...prefixes] }) }),
    })
    const incoming = new Incoming<AllStreamResolvedEvent>(subscription)
    const abort = () => incoming.stop(undefined)
    const unconfirmed = setTimeout(() => incoming.stop(new Error('no confirmation')), CONFIRM_MS)
    subscription.once('confirmation', () => clearTimeout(unconfirmed))
    signal.addEventListener('abort', abort)
    try {
      for (;;) {
        const taken = await incoming.take()
        if (signal.aborted) return
        if (isEnd(taken)) {
          if (!(taken.error instanceof TimeoutError)) onDrop(taken.error)
          break
        }
        pause = PAUSE_MS
        const batch: RecordedEvent[] = []
        for (const { event } of taken) {
          if (!event) continue
          last = event.position
          if (!event.streamId.startsWith('$')) batch.push(toRecorded(event))
        }
        if (batch.length > 0) yield batch
        if (signal.aborted) return
      }
    } finally {
      clearTimeout(unconfirmed)
      signal.removeEventListener('abort', abort)
      incoming.drop()
      void subscription.unsubscribe()
    }
    await sleep(pause, undefined, { signal }).catch(() => {})
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}
