import { setTimeout as pause } from 'node:timers/promises'
import type { ExportFormat } from '@lectern/contracts/api/exports.ts'
import { HISTORY_LANE, type Lane, laneOf } from '@lectern/contracts/read-model/lanes.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { hasReached } from '../extract-article/deleted-link.ts'
import { openAudit } from './audit.ts'
import type { Source } from './formats/format.ts'
import { formats } from './formats/formats.ts'
import type { TakenExport } from './queue.ts'
import { openSnapshot } from './snapshot.ts'

export type SourceParts = {
  readonly pool: Pool
  readonly connectEventStore: () => Promise<EventStore>
  readonly signal: AbortSignal
}

/** Formats that tell the history of a whole library. */
const HAVE_HISTORY: readonly ExportFormat[] = ['json', 'zip']
/** An export waits this long for the read model, then gives its place to others and waits again. */
const BEHIND_MS = 10_000
const LOOK_MS = 50

/** The read model lacks the person's own last change, or is being filled. */
export class Behind extends Error {
  override readonly name = 'Behind'
}

/** @throws Behind, StoreUnavailable */
export const openSource = async (
  taken: TakenExport,
  { pool, connectEventStore, signal }: SourceParts,
): Promise<Source> => {
  const { format, libraryId } = taken
  // The event store has the person's own changes, so that nothing is waited for.
  if (format === 'audit') return openAudit(await connectEventStore(), libraryId)
  const library = await openSnapshot(pool, await caughtUp(pool, taken, signal), taken)
  return {
    total: library.counts.links,
    file: told => formats[format](library, told),
    [Symbol.asyncDispose]: () => library[Symbol.asyncDispose](),
  }
}

/** Resolves with the read schema once it has what the library was when the export was asked for. @throws Behind */
const caughtUp = async (pool: Pool, taken: TakenExport, signal: AbortSignal): Promise<string> => {
  const { libraryId, position, kind, format } = taken
  const lanes: Lane[] = [laneOf(libraryId)]
  if (kind === 'all' && HAVE_HISTORY.includes(format)) lanes.push(HISTORY_LANE)
  for (const until = performance.now() + BEHIND_MS; performance.now() < until; ) {
    const schema = await currentReadSchema(pool)
    if (schema !== undefined) {
      const { rows } = await pool.query<{ position: string }>(
        `SELECT position FROM ${schema}.checkpoints WHERE lane = ANY ($1)`,
        [lanes],
      )
      const hasReachedAll =
        position === null || rows.filter(lane => hasReached(lane.position, position)).length === lanes.length
      if (hasReachedAll) return schema
    }
    await pause(LOOK_MS, undefined, { signal })
  }
  throw new Behind()
}
