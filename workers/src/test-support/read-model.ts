import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

const dir = (path: string) => new URL(`../../../projectors/migrations/${path}`, import.meta.url).pathname

/** Makes the tables of work, and those that say which read model serves. */
export const addControl = (pool: Pool) => migrate(pool, { schema: 'projections', dir: dir('control') })

/** Makes a read model without rows, as projectors do, whose lanes are at a position. */
export async function addReadModel(pool: Pool, position = '100/100') {
  await addControl(pool)
  await migrate(pool, { schema: 'read_v1', dir: dir('read') })
  await pool.query(
    `INSERT INTO projections.read_schemas (schema, version, state) VALUES ('read_v1', $1, 'current')`,
    [READ_VERSION],
  )
  await pool.query(
    `INSERT INTO read_v1.checkpoints (lane, store_id, position)
     SELECT lane, gen_random_uuid(), $2 FROM unnest($1::text[]) AS lane`,
    [LANES, position],
  )
}

/** @param age of the save, as a Postgres interval */
export const addLink = (pool: Pool, libraryId: string, id: number, url: string, age = '5 minutes') =>
  pool.query(
    `INSERT INTO read_v1.links
       (library_id, id, created_at, is_favorite, is_archived, article_id, url, url_key, title, tags)
     VALUES ($1, $2, now() - $3::interval, false, false, decode($4, 'hex'), $5, $5, 't', '{}')`,
    [libraryId, id, age, articleIdOf(url), url],
  )

/** Deletes links as projectors do. @param age of the deletion, as a Postgres interval */
export const deleteLink = (pool: Pool, libraryId: string, id: number, age = '1 day') =>
  pool.query(
    `WITH gone AS (DELETE FROM read_v1.links WHERE library_id = $1 AND id = $2 RETURNING *)
     INSERT INTO read_v1.deleted_links
     SELECT library_id, id, now() - $3::interval, collection_id, created_at, is_favorite, is_archived, article_id, url, url_key,
       title, title_from_page, note, tags, saved_by, 0, '{}' FROM gone`,
    [libraryId, id, age],
  )

export const addArticle = (pool: Pool, articleId: string, status: string) =>
  pool.query(
    `INSERT INTO read_v1.articles (article_id, status) VALUES (decode($1, 'hex'), $2) ON CONFLICT DO NOTHING`,
    [articleId, status],
  )
