import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

export type Reader = { readonly libraryId: string; readonly linkId: number; readonly userId: string }
export type Place = {
  readonly offset: number
  readonly contentHash: string
  /** Length of the text; undefined where it is gone. */
  readonly length: number | undefined
  readonly now: string
}

export type Positions = {
  /** The last write wins. */
  put(reader: Reader, place: Place): Promise<void>
  /** Deletes what everybody has of these links. */
  deleteOf(libraryId: string, links: IdRanges): Promise<void>
}

/** How far each person has read, in Postgres. */
export const positionsIn = (pool: Pool): Positions => ({
  put: async ({ libraryId, linkId, userId }, { offset, contentHash, length, now }) => {
    await pool.query(
      `INSERT INTO reading.positions (library_id, link_id, user_id, text_offset, content_hash, updated_at, text_length)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (library_id, link_id, user_id) DO UPDATE SET
         text_offset = excluded.text_offset, content_hash = excluded.content_hash, updated_at = excluded.updated_at,
         text_length = excluded.text_length`,
      [libraryId, linkId, userId, offset, contentHash, now, length],
    )
  },
  deleteOf: async (libraryId, links) => {
    await pool.query(
      'DELETE FROM reading.positions WHERE library_id = $1 AND link_id = ANY ($2::integer[])',
      [
        libraryId,
        // The ids are sent as text, since the driver takes 5 ms and more to write an array of 50,000 numbers.
        `{${[...idsIn(links)].join()}}`,
      ],
    )
  },
})
