import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { PROVIDED_PAGE_DAYS } from '@lectern/contracts/retention.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'

/** Pages of one library that wait to be read: 100 MB at most. */
const WAITING_MAX = 20

export type ProvidedPages = {
  /** Stores a page under its id, once. @throws Rejected out-of-space; too-many-requests where too many of the library wait */
  put(page: { id: string; libraryId: string; linkId: number; html: string }): Promise<void>
  /** The page was read. */
  remove(id: string): Promise<void>
  /** Deletes the pages of links that are gone. */
  deleteOf(libraryId: string, links: IdRanges): Promise<void>
  /** Deletes what no worker has read in PROVIDED_PAGE_DAYS. */
  clean(): Promise<void>
}

/** Pages as people saw them, in Postgres until workers have read them. */
export const providedPagesIn = (pool: Pool, space: Pick<FreeSpace, 'isLow'>): ProvidedPages => ({
  put: async ({ id, libraryId, linkId, html }) => {
    if (space.isLow()) throw new Rejected('out-of-space')
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM uploads.pages WHERE library_id = $1 AND id <> $2',
      [libraryId, id],
    )
    if ((rows[0]?.count ?? 0) >= WAITING_MAX)
      throw new Rejected(
        'too-many-requests',
        {},
        'Too many pages wait to be read. Please try again in a minute.',
        60,
      )
    await pool.query(
      'INSERT INTO uploads.pages (id, library_id, link_id, html) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [id, libraryId, linkId, html],
    )
  },
  remove: async id => {
    await pool.query('DELETE FROM uploads.pages WHERE id = $1', [id])
  },
  deleteOf: async (libraryId, links) => {
    await pool.query('DELETE FROM uploads.pages WHERE library_id = $1 AND link_id = ANY ($2::integer[])', [
      libraryId,
      `{${[...idsIn(links)].join()}}`,
    ])
  },
  clean: async () => {
    await pool.query('DELETE FROM uploads.pages WHERE created_at < now() - make_interval(days => $1)', [
      PROVIDED_PAGE_DAYS,
    ])
  },
})
