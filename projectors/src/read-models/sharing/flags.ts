import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import { idsOf } from '../named-links.ts'
import type { Tx } from '../transaction.ts'

/** Flags that the owner of a library set on links that others share. Those that are absent stay as they are. */
export type SharedFlags = {
  readonly libraryId: string
  readonly memberId: string
  readonly links: IdRanges
  readonly isFavorite?: boolean | undefined
  readonly isArchived?: boolean | undefined
}

export const writeFlags = (tx: Tx, { libraryId, memberId, links, ...flags }: SharedFlags) => {
  const { isFavorite = null, isArchived = null } = flags
  return tx`
    MERGE INTO shared_flags AS flag USING (
        SELECT named.id, coalesce(wanted.is_favorite, known.is_favorite, false) AS is_favorite,
          coalesce(wanted.is_archived, known.is_archived, false) AS is_archived
        FROM ${idsOf(links)} AS named
          CROSS JOIN (SELECT ${isFavorite}::boolean AS is_favorite, ${isArchived}::boolean AS is_archived) AS wanted
          LEFT JOIN shared_flags AS known ON known.member_id = ${memberId}::uuid AND known.link_id = named.id) AS given
      ON flag.member_id = ${memberId}::uuid AND flag.link_id = given.id
    WHEN MATCHED AND NOT (given.is_favorite OR given.is_archived) THEN DELETE
    WHEN MATCHED THEN UPDATE SET is_favorite = given.is_favorite, is_archived = given.is_archived
    WHEN NOT MATCHED AND (given.is_favorite OR given.is_archived) THEN
      INSERT (library_id, member_id, link_id, is_favorite, is_archived)
      VALUES (${libraryId}::uuid, ${memberId}::uuid, given.id, given.is_favorite, given.is_archived)`
}
