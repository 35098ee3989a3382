import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** Tables of command-api with rows of libraries that do not go with the row of their user. */
export const LIBRARY_TABLES = [
  'uploads.files',
  'uploads.pages',
  'reading.positions',
  'exports.requests',
  'sharing.invitations',
  'sharing.people',
  'shares.pages',
] as const

/** Those with rows of a person in libraries of others. */
export const USER_TABLES = ['reading.positions', 'sharing.people'] as const

/**
 * Deletes rows of libraries that nobody has any more. A request is let in when its headers have come, and its body may take minutes:
 * it may write after its account was deleted. No new library loses rows, since a signup stores the user first. A deletion that goes on
 * erases its rows itself, for it names the uploads to others before.
 */
export const eraseLeftovers = async (pool: Pool): Promise<void> => {
  for (const table of LIBRARY_TABLES)
    await pool.query(
      `DELETE FROM ${table} AS leftover
       WHERE NOT EXISTS (SELECT FROM identity.users u WHERE u.library_id = leftover.library_id)
         AND NOT EXISTS (SELECT FROM identity.closings c WHERE c.library_id = leftover.library_id)`,
    )
  for (const table of USER_TABLES)
    await pool.query(
      `DELETE FROM ${table} AS leftover
       WHERE NOT EXISTS (SELECT FROM identity.users u WHERE u.id = leftover.user_id)
         AND NOT EXISTS (SELECT FROM identity.closings c WHERE c.user_id = leftover.user_id)`,
    )
}
