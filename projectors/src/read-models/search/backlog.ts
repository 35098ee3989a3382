import { SEARCH_LANE } from '@lectern/contracts/read-model/lanes.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { inSchema, type Tx } from '../transaction.ts'
import { searchChanged } from './bulk.ts'
import { WRITE_LINKS } from './write.ts'

/** Links moved at once: a save that comes meanwhile waits for them, about 20 ms. */
const PORTION = 200

/**
 * Moves some imported links from the backlog to the tables that searches look in, in a transaction that holds the row of the
 * checkpoint. @returns undefined where the backlog is empty
 */
export const moveBacklog = async (tx: Tx): Promise<LibraryChange[] | undefined> => {
  const rows = await tx<{ libraryId: string }>`
    WITH link AS (
      DELETE FROM search_backlog AS link USING (SELECT n FROM search_backlog ORDER BY n LIMIT ${PORTION}) AS first
      WHERE link.n = first.n RETURNING link.*),
    ${WRITE_LINKS}
    RETURNING library_id AS "libraryId"`
  if (rows.length === 0) return undefined
  return [...new Set(rows.map(({ libraryId }) => libraryId))].map(searchChanged)
}

/** Moves the whole backlog. A lane that projects meanwhile takes turns with it. */
export const emptyBacklog = async (pool: Pool, schema: string): Promise<void> => {
  const moveSome = () =>
    inSchema(pool, schema, async tx => {
      await tx`SELECT FROM checkpoints WHERE lane = ${SEARCH_LANE} FOR UPDATE`
      return moveBacklog(tx)
    })
  while ((await moveSome()) !== undefined);
}
