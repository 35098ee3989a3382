import { ArticleForgotten } from '@lectern/contracts/events/article.ts'
import type { AuditedEvent } from '@lectern/platform/audit/chain.ts'
import { hasEnded } from '@lectern/platform/audit/live-events.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'

/** Before this revision a stream has no events any more. */
const goneBefore = async (store: EventStore, stream: string): Promise<number> => {
  if (await hasEnded(store, stream)) return Number.POSITIVE_INFINITY
  for await (const { type, data, revision } of store.readStream(stream, { maxCount: 1 }))
    return ArticleForgotten.safeParse({ type, data }).success ? Number(revision) : 0
  return 0
}

/**
 * Tells whether an event that the store lacks went with an account that was closed: its stream was tombstoned, or is that of an
 * article which was forgotten afterwards.
 */
export const gapsOf = (store: EventStore) => {
  const known = new Map<string, Promise<number>>()
  return async ({ stream, revision }: AuditedEvent): Promise<boolean> => {
    const before = known.get(stream) ?? goneBefore(store, stream)
    known.set(stream, before)
    return revision !== null && revision < (await before)
  }
}
