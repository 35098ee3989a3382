import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { RowPosition } from '@lectern/contracts/import-rows.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

export type Reader = { readonly libraryId: string; readonly linkId: number; readonly userId: string }
export type Place = {
  readonly offset: number
  readonly contentHash: string
  /** Length of the text; undefined where it is gone. */
  readonly length: number | undefined
  readonly now: string
}

/** How far a person had read in the library that the file is of. */
export type ImportedPlace = RowPosition & { readonly linkId: number }

export type Positions = {
  /** The last write wins. */
  put(reader: Reader, place: Place): Promise<void>
  /** Keeps what is newer. */
  putImported(reader: Omit<Reader, 'linkId'>, places: readonly ImportedPlace[]): Promise<void>
  /** What everybody has of links of a library counts for others as well, but where they have something of these. */
  copy(from: string, to: string, linkOf: ReadonlyMap<number, number>): Promise<void>
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
  putImported: async ({ libraryId, userId }, places) => {
    await pool.query(
      `INSERT INTO reading.positions AS known
         (library_id, link_id, user_id, text_offset, content_hash, updated_at, text_length)
       SELECT $1, "linkId", $2, "offset", "contentHash", "updatedAt", length
       FROM json_to_recordset($3) AS place
         ("linkId" integer, "offset" integer, "contentHash" text, "updatedAt" timestamptz, length integer)
       ON CONFLICT (library_id, link_id, user_id) DO UPDATE SET
         text_offset = excluded.text_offset, content_hash = excluded.content_hash, updated_at = excluded.updated_at,
         text_length = excluded.text_length
       WHERE known.updated_at < excluded.updated_at`,
      [libraryId, userId, JSON.stringify(places)],
    )
  },
  copy: async (from, to, linkOf) => {
    await pool.query(
      `INSERT INTO reading.positions
         (library_id, link_id, user_id, text_offset, content_hash, updated_at, text_length)
       SELECT $2, pair.becomes, user_id, text_offset, content_hash, updated_at, text_length
       FROM reading.positions JOIN unnest($3::integer[], $4::integer[]) AS pair (was, becomes) ON link_id = pair.was
       WHERE library_id = $1 ON CONFLICT DO NOTHING`,
      [from, to, `{${[...linkOf.keys()].join()}}`, `{${[...linkOf.values()].join()}}`],
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
