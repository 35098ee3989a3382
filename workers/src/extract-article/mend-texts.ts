import { SHOWS_ITS_ADDRESS } from '@lectern/contracts/article-id.ts'
import { jobOfLink, pageWork, workKinds } from '@lectern/contracts/work.ts'
import { inTransaction } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import { withRightEndTags } from '../read-page/end-tags.ts'
import type { WorkerTools } from '../tools.ts'

/** Texts of one sweep. Their pages are read while people wait for others. */
const TEXTS = 20

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
 * keeps its hash, its words and so the places of its notes. Earlier versions and pages that a person provided are only mended.
 */
export async function mendTexts({ pool, log }: Pick<WorkerTools, 'pool' | 'log'>) {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const { rows } = await pool.query<Wrong>(
    `WITH wrong AS MATERIALIZED (
       SELECT hash, html FROM content.documents WHERE html LIKE '%</image>%' ORDER BY hash LIMIT ${TEXTS})
     SELECT hash, html, shown.* FROM wrong LEFT JOIN LATERAL (
       SELECT l.library_id AS "libraryId", l.id AS "linkId", l.url
         FROM ${schema}.articles a JOIN ${schema}.links l USING (article_id)
        WHERE a.content_hash = hash AND ${SHOWS_ITS_ADDRESS}
        LIMIT 1) shown ON true`,
  )
  if (rows.length === 0) return
  const waiting = 'SELECT FROM projections.work WHERE kind = $1 AND failed_at IS NULL LIMIT $2'
  if ((await pool.query(waiting, [workKinds.saved, TEXTS])).rowCount === TEXTS) return
  for (const { hash, html, libraryId, linkId, url } of rows)
    await inTransaction(pool, async client => {
      const right = withRightEndTags(html)
      await client.query('UPDATE content.documents SET html = $2 WHERE hash = $1', [hash, right])
      if (libraryId === null) return
      const page = { ...jobOfLink({ libraryId, linkId, url }), requestId: `mended/${hash}` }
      await addWork(client, [pageWork(workKinds.saved, page)])
    })
  log.info({ texts: rows.length }, 'mended texts whose end tags had wrong names')
}
