import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** Accounts of one look. A library of 50,000 links takes about two seconds. */
const AT_ONCE = 5

/** Counts what accounts wrote before their bytes were counted, once, a few accounts at a time. */
export const countEarlier = async (pool: Pool, store: EventStore): Promise<void> => {
  const { rows } = await pool.query<{ userId: string; libraryId: string }>(
    `SELECT user_id AS "userId", library_id AS "libraryId" FROM command.kept_bytes WHERE NOT counted LIMIT $1`,
    [AT_ONCE],
  )
  for (const { userId, libraryId } of rows) {
    let bytes = 0
    for (const stream of [libraryStream(libraryId), notebookStream(libraryId)])
      for await (const { data, metadata } of store.readStream(stream))
        bytes += Buffer.byteLength(JSON.stringify([data, metadata]))
    await pool.query('UPDATE command.kept_bytes SET events = $2, counted = true WHERE user_id = $1', [
      userId,
      bytes,
    ])
  }
}
