import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { DELETED_DAYS } from '@lectern/contracts/retention.ts'
import { idsOf } from '../named-links.ts'
import { json, type Tx } from '../transaction.ts'

/** Deletes links, and keeps them as deleted ones. Those that were deleted DELETED_DAYS before are forgotten, by the times of events. */
export const removeLinks = async (tx: Tx, libraryId: string, links: IdRanges, at: string): Promise<void> => {
  await tx`
    WITH gone AS (
      DELETE FROM links AS link USING ${idsOf(links)} AS named
      WHERE link.library_id = ${libraryId}::uuid AND link.id = named.id
      RETURNING link.*)
    INSERT INTO deleted_links (library_id, id, deleted_at, collection_id, created_at, is_favorite, is_archived, article_id,
      url, url_key, title, title_from_page, note, tags, saved_by, note_count, noted)
    SELECT library_id, id, ${at}::timestamptz, collection_id, created_at, is_favorite, is_archived, article_id,
      url, url_key, title, title_from_page, note, tags, saved_by,
      (SELECT count(*) FROM notes AS taken WHERE taken.library_id = gone.library_id AND taken.link_id = gone.id
        AND taken.member_id IS NULL),
      array(
        SELECT DISTINCT anchor ->> 'contentHash' FROM notes AS taken
        WHERE taken.library_id = gone.library_id AND taken.link_id = gone.id AND taken.member_id IS NULL AND anchor IS NOT NULL ORDER BY 1)
    FROM gone`
  await tx`
    DELETE FROM deleted_links WHERE library_id = ${libraryId}::uuid
      AND deleted_at < ${at}::timestamptz - make_interval(days => ${DELETED_DAYS}::integer)`
}

/** Links that can no longer be brought back. */
export class SettledRemovals {
  private readonly links = new Map<string, { library_id: string; id: number }>()

  add(library_id: string, links: IdRanges): void {
    for (const id of idsIn(links)) this.links.set(`${library_id}/${id}`, { library_id, id })
  }

  async write(tx: Tx): Promise<void> {
    if (this.links.size === 0) return
    await tx`
      DELETE FROM deleted_links AS link
      USING json_to_recordset(${json(this.links.values())}::json) AS settled(library_id uuid, id integer)
      WHERE link.library_id = settled.library_id AND link.id = settled.id`
  }
}
