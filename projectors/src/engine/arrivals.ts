import type { EventStore, FollowOptions, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { wakeable } from './failures.ts'

/**
 * Follows the store, and yields an empty batch when no event has come for some time.
 * @param quietMs that time; undefined for never
 */
export async function* arrivals(
  store: EventStore,
  { signal, ...options }: FollowOptions,
  quietMs: () => number | undefined,
): AsyncGenerator<readonly RecordedEvent[]> {
  const end = new AbortController()
  const batches = store
    .follow({ ...options, signal: AbortSignal.any([signal, end.signal]) })
    [Symbol.asyncIterator]()
  try {
    for (let next = batches.next(); ; ) {
      const quiet = wakeable(signal, quietMs())
      const taken = await Promise.race([next, quiet.promise])
      quiet.wake()
      if (signal.aborted || taken?.done) return
      yield taken?.value ?? []
      // Asked for only now, so that what comes during the work is one batch.
      if (taken) next = batches.next()
    }
  } finally {
    end.abort()
    await batches.return?.()
  }
}
