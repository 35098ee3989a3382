import { inTransaction } from '@lectern/platform/postgres/postgres.ts'
import { type Difference, differencesOf } from '@lectern/projectors/compare-schemas.ts'
import type pg from 'pg'

/**
 * Compares the rows of all groups together with those of one projector, as a rebuild compares them. The rows that libraries share
 * must be equal in every group.
 * @param merged an empty read schema for the rows of all groups
 */
export const differencesOfGroups = async (
  pool: pg.Pool,
  { one, groups, merged }: { one: string; groups: readonly string[]; merged: string },
): Promise<Difference[]> =>
  inTransaction(pool, async client => {
    // Triggers count what the tables of the groups have counted.
    await client.query('SET LOCAL session_replication_role = replica')
    const { rows: tables } = await client.query<{ name: string; isOfLibraries: boolean }>(
      `SELECT relname AS name,
         EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'library_id') AS "isOfLibraries"
       FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace($1)
         AND relname NOT IN ('checkpoints', 'parked_streams', 'search_backlog', 'migrations')`,
      [merged],
    )
    for (const { name, isOfLibraries } of tables)
      for (const schema of isOfLibraries ? groups : groups.slice(0, 1))
        await client.query(`INSERT INTO ${merged}.${name} SELECT * FROM ${schema}.${name}`)
    const found = await differencesOf(client, { before: one, after: merged, isSameVersion: true })
    for (const schema of groups.slice(1)) {
      const ofGroup = await differencesOf(client, { before: one, after: schema, isSameVersion: true })
      found.push(...ofGroup.filter(({ libraryId }) => libraryId === undefined))
    }
    return found
  })
