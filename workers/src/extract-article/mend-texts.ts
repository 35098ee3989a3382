import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import { type ExtractJob, jobSubjects } from '@lectern/contracts/jobs.ts'
import { unfinishedJobs } from '@lectern/platform/nats/job-health.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { withRightEndTags } from '../read-page/end-tags.ts'
import type { WorkerTools } from '../tools.ts'

/** Texts of one sweep. Their pages are read while people wait for others. */
const TEXTS = 20
/** Any position before that of the read model is true, since the read model has the links. */
const POSITION = '0/0'

type Wrong = {
  readonly hash: string
  readonly html: string
  /** A link that shows the text, whose page is at its address; null where there is none. */
  readonly libraryId: string | null
  readonly linkId: number
  readonly url: string
}

/**
 * Mends stored texts whose end tags have wrong names, and has their pages read again for the pictures that were dropped. The text
 * keeps its hash, its words and so the places of its notes. Earlier versions and pages that a person provided are only mended. A
 * job is published before its text is mended, so a crash between the two repeats it.
 */
export async function mendTexts({ nats, pool, log }: Pick<WorkerTools, 'nats' | 'pool' | 'log'>) {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const { rows } = await pool.query<Wrong>(
    `WITH wrong AS MATERIALIZED (
       SELECT hash, html FROM content.documents WHERE html LIKE '%</image>%' ORDER BY hash LIMIT ${TEXTS})
     SELECT hash, html, shown.* FROM wrong LEFT JOIN LATERAL (
       SELECT l.library_id AS "libraryId", l.id AS "linkId", l.url
         FROM ${schema}.articles a JOIN ${schema}.links l USING (article_id)
        WHERE a.content_hash = hash AND l.article_id = sha256(convert_to(split_part(l.url, '#', 1), 'UTF8'))
        LIMIT 1) shown ON true`,
  )
  if (rows.length === 0 || (await unfinishedJobs(nats, jobSubjects.extractInteractive)) >= TEXTS) return
  for (const { hash, html, libraryId, linkId, url } of rows) {
    if (libraryId !== null) {
      const job: ExtractJob = {
        articleId: articleIdOf(url),
        url: fetchedUrl(url),
        requestId: `mended/${hash}`,
        askedBy: libraryId,
        link: { libraryId, linkId, position: POSITION },
      }
      await publishJob(nats, jobSubjects.extractInteractive, job, job.requestId)
    }
    await pool.query('UPDATE content.documents SET html = $2 WHERE hash = $1', [hash, withRightEndTags(html)])
  }
  log.info({ texts: rows.length }, 'mended texts whose end tags had wrong names')
}
