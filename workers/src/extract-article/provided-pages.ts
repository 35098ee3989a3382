import { fetchedUrl, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { type ExtractJob, jobSubjects } from '@lectern/contracts/jobs.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { WorkerTools } from '../tools.ts'
import { isDeleted, type SavedLink } from './deleted-link.ts'

/** The HTML of a page that a person provided; undefined where it was read already, or too long ago. */
export async function readProvidedPage(pool: Pool, pageId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ html: string }>('SELECT html FROM uploads.pages WHERE id = $1', [
    pageId,
  ])
  return rows[0]?.html
}

/** NATS refuses a repeated message id for this time, so one lost job is published at most once in it. */
const REPUBLISH_MS = 10 * 60_000
/** Any position before that of the read model is true, since the read model has the links. */
const POSITION = '0/0'

/**
 * Publishes a job for each page that has waited for a minute, for example after NATS lost its disk. A job that is there too
 * has the same outcome. Pages whose links do not show them any more are left to end by themselves.
 */
export async function republishProvidedPages({
  nats,
  pool,
  log,
}: Pick<WorkerTools, 'nats' | 'pool' | 'log'>) {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const { rows } = await pool.query<{
    pageId: string
    libraryId: string
    linkId: number
    url: string
    articleId: string
  }>(
    `SELECT p.id AS "pageId", l.library_id AS "libraryId", l.id AS "linkId", l.url, encode(l.article_id, 'hex') AS "articleId"
       FROM uploads.pages p JOIN ${schema}.links l ON l.library_id = p.library_id AND l.id = p.link_id
      WHERE p.created_at < now() - interval '1 minute' ORDER BY p.created_at LIMIT 100`,
  )
  const lost = rows.filter(row => row.articleId === ownArticleIdOf(row.libraryId, row.linkId, row.url))
  const period = Math.floor(Date.now() / REPUBLISH_MS)
  for (const { pageId, libraryId, linkId, url, articleId } of lost) {
    const job: ExtractJob = {
      ...{ articleId, url: fetchedUrl(url), requestId: pageId, askedBy: libraryId, pageId },
      link: { libraryId, linkId, position: POSITION },
    }
    await publishJob(nats, jobSubjects.extractInteractive, job, `${pageId}/swept/${period}`)
  }
  if (lost.length > 0) log.info({ pages: lost.length }, 'published jobs for provided pages that wait')
}

/**
 * Deletes the texts of provided pages whose links are gone, but for those that the page of an address has or had, too. Others
 * never saw them, and events name their hashes alone.
 */
export async function deletePagesOfGoneLinks(pool: Pool): Promise<void> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const { rows } = await pool.query<SavedLink & { articleId: string }>(
    `SELECT article_id AS "articleId", library_id AS "libraryId", link_id AS "linkId", position
       FROM content.provided_documents p WHERE stored_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM ${schema}.links l WHERE l.library_id = p.library_id AND l.id = p.link_id)
      ORDER BY stored_at LIMIT 500`,
  )
  const gone: string[] = []
  // A read model that is behind may not have the link yet.
  for (const { articleId, ...link } of rows) if (await isDeleted(pool, link)) gone.push(articleId)
  if (gone.length === 0) return
  await pool.query(
    `WITH gone AS (
       DELETE FROM content.provided_documents WHERE article_id = ANY ($1) RETURNING article_id, hash)
     DELETE FROM content.documents d USING gone WHERE d.hash = gone.hash
       AND NOT EXISTS (SELECT FROM ${schema}.article_versions v WHERE v.content_hash = d.hash
         AND encode(v.article_id, 'hex') NOT IN (SELECT article_id FROM gone))
       AND NOT EXISTS (SELECT FROM content.provided_documents p WHERE p.hash = d.hash
         AND p.article_id NOT IN (SELECT article_id FROM gone))`,
    [gone],
  )
}
