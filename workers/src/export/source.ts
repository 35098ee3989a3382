import { setTimeout as pause } from 'node:timers/promises'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
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
const caughtUp = async (
  pool: Pool,
  { libraryId, position }: TakenExport,
  signal: AbortSignal,
): Promise<string> => {
  for (const until = performance.now() + BEHIND_MS; performance.now() < until; ) {
    const schema = await currentReadSchema(pool)
    if (schema !== undefined) {
      const { rows } = await pool.query<{ position: string }>(
        `SELECT position FROM ${schema}.checkpoints WHERE lane = $1`,
        [laneOf(libraryId)],
      )
      if (position === null || hasReached(rows[0]?.position, position)) return schema
    }
    await pause(LOOK_MS, undefined, { signal })
  }
  throw new Behind()
}
