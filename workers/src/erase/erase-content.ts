import type { EraseContent } from '@lectern/contracts/jobs.ts'
import { inTransaction, type Pool, type Queryable } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { wishKinds } from '../images/wishes.ts'

/** Key of an advisory lock: what is read for an article is stored before its erasure, or not at all. */
const ERASING = 7_305_823_402

/** Nothing that is read is stored until the end of the transaction. */
export const beginErasing = async (client: Queryable): Promise<void> => {
  await client.query('SELECT pg_advisory_xact_lock($1)', [ERASING])
}

/** Until the end of the transaction no article is erased. */
export const beforeErasures = async (client: Queryable): Promise<void> => {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [ERASING])
}

/**
 * Deletes what schema `content` has of articles that nobody has a link with any more, and of a library that was closed, where one
 * is named. A text or
 * a picture that another article has, too, stays. Repeated, it changes nothing. @throws while no read model serves
 */
export const eraseContent = async (
  pool: Pool,
  { libraryId, articles, uploadIds, importIds }: EraseContent,
): Promise<void> => {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) throw new Error('no read model serves')
  await inTransaction(pool, async client => {
    await beginErasing(client)
    const { rows } = await client.query<{ id: string }>(
      `SELECT wanted AS id FROM unnest($1::text[]) AS wanted
       WHERE NOT EXISTS (SELECT FROM ${schema}.held_links WHERE article_id = decode(wanted, 'hex'))`,
      [articles.map(({ articleId }) => articleId)],
    )
    const ids = rows.map(({ id }) => id)
    const gone = articles.filter(({ articleId }) => ids.includes(articleId))
    await erasePictures(client, ids)
    await client.query('DELETE FROM projections.work WHERE library_id = $1', [libraryId])
    await client.query('UPDATE content.documents SET asked_by = NULL WHERE asked_by = $1', [libraryId])
    await eraseTexts(client, schema, { libraryId, ids, hashes: gone.flatMap(({ hashes }) => hashes) })
    await client.query('DELETE FROM content.previews WHERE url = ANY ($1)', [gone.map(({ url }) => url)])
    await client.query('DELETE FROM content.upload_previews WHERE upload_id = ANY ($1::uuid[])', [uploadIds])
    await client.query('DELETE FROM content.import_attempts WHERE import_id = ANY ($1::uuid[])', [importIds])
  })
}

const erasePictures = async (client: Queryable, ids: readonly string[]): Promise<void> => {
  const images = new Set<string>()
  for (const table of ['article_images', 'card_images']) {
    const { rows } = await client.query<{ image: string | null }>(
      `DELETE FROM content.${table} WHERE article_id IN (SELECT decode(id, 'hex') FROM unnest($1::text[]) AS id)
       RETURNING image`,
      [ids],
    )
    for (const { image } of rows) if (image !== null) images.add(image)
  }
  await client.query(
    `DELETE FROM content.images AS i WHERE hash = ANY ($1)
       AND NOT EXISTS (SELECT FROM content.article_images a WHERE a.image = i.hash)
       AND NOT EXISTS (SELECT FROM content.card_images c WHERE c.image = i.hash)`,
    [[...images]],
  )
  await client.query('DELETE FROM projections.work WHERE kind = ANY ($1) AND key = ANY ($2)', [
    wishKinds,
    ids,
  ])
}

type Texts = {
  readonly libraryId: string | undefined
  readonly ids: readonly string[]
  readonly hashes: readonly string[]
}

/**
 * Outcomes name texts that were never recorded, since the account was closed before, and those of others that were read just now,
 * which the read model has not got yet.
 */
const eraseTexts = async (
  client: Queryable,
  schema: string,
  { libraryId, ids, hashes }: Texts,
): Promise<void> => {
  const { rows } = await client.query<{ hash: string | null }>(
    `WITH attempts AS (
       DELETE FROM content.extraction_attempts WHERE article_id = ANY ($1)
       RETURNING outcome->>'contentHash' AS hash),
     provided AS (
       DELETE FROM content.provided_documents WHERE article_id = ANY ($1) OR library_id = $2 RETURNING hash)
     SELECT hash FROM attempts UNION SELECT hash FROM provided`,
    [ids, libraryId],
  )
  const all = new Set([...hashes, ...rows.flatMap(({ hash }) => hash ?? [])])
  await client.query(
    `DELETE FROM content.documents AS d WHERE hash = ANY ($1)
       AND NOT EXISTS (SELECT FROM content.provided_documents p WHERE p.hash = d.hash)
       AND NOT EXISTS (SELECT FROM content.extraction_attempts e WHERE e.outcome->>'contentHash' = d.hash)
       AND NOT EXISTS (SELECT FROM ${schema}.article_versions v
         WHERE v.content_hash = d.hash AND encode(v.article_id, 'hex') <> ALL ($2::text[]))`,
    [[...all], ids],
  )
}
