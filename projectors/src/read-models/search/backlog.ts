import { SEARCH_LANE } from '@lectern/contracts/read-model/lanes.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { searchChanged } from './bulk.ts'
import { ownWith } from './texts.ts'

/** Links moved at once: a save that comes meanwhile waits for them, about 20 ms. */
const PORTION = 200

/**
 * Moves some imported links from the backlog to the tables that searches look in. The row of the checkpoint is locked, so
 * that no batch of events runs at the same time in another process. @returns undefined where the backlog is empty
 */
export const moveBacklog = async (pool: Pool, schema: string): Promise<LibraryChange[] | undefined> => {
  const { rows } = await pool.query<{ libraryId: string }>({
    name: `search-backlog@${schema}`,
    text: `WITH fence AS (SELECT lane FROM ${schema}.checkpoints WHERE lane = $1 FOR UPDATE),
      first AS (SELECT n FROM ${schema}.search_backlog ORDER BY n LIMIT $2),
      moved AS (
        DELETE FROM ${schema}.search_backlog AS link USING fence, first WHERE link.n = first.n RETURNING link.*),
      texts_written AS (
        INSERT INTO ${schema}.search (library_id, id, created_at, article_id, site, own, title_from_page)
        SELECT library_id, id, created_at, article_id, site, ${ownWith('known.title', 'moved')}, title_from_page
        FROM moved LEFT JOIN ${schema}.article_words AS known USING (article_id)),
      tags_written AS (
        INSERT INTO ${schema}.search_link_tags (library_id, id, created_at, tags)
        SELECT library_id, id, created_at, tags FROM moved),
      tag_names_written AS (
        INSERT INTO ${schema}.search_tag_names (library_id, tag)
        SELECT DISTINCT library_id, tag FROM moved, unnest(tags) AS tag ON CONFLICT DO NOTHING),
      words_written AS (
        INSERT INTO ${schema}.search_articles (library_id, id, created_at, words)
        SELECT library_id, id, created_at, words FROM moved JOIN ${schema}.article_words USING (article_id) WHERE words <> '')
      SELECT DISTINCT library_id AS "libraryId" FROM moved`,
    values: [SEARCH_LANE, PORTION],
  })
  return rows.length === 0 ? undefined : rows.map(({ libraryId }) => searchChanged(libraryId))
}

/** Moves the whole backlog. */
export const emptyBacklog = async (pool: Pool, schema: string): Promise<void> => {
  while ((await moveBacklog(pool, schema)) !== undefined);
}
