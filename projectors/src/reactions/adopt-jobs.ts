import { SHOWS_ITS_ADDRESS } from '@lectern/contracts/article-id.ts'
import { ExtractJob, ImportJob } from '@lectern/contracts/jobs.ts'
import { importWork, jobOfLink, pageWork, type Work, workKinds } from '@lectern/contracts/work.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { takeMessages } from '@lectern/platform/nats/take-messages.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import { z } from 'zod'
import { ON_DISK, readReactionsCheckpoint, writeReactionsCheckpoint } from './checkpoint.ts'

type Parts = { readonly pool: Pool; readonly storeId: string }
/** No version before published jobs for this store. */
const BEGINNING = { commit: 0n, prepare: 0n }
/** Subjects of jobs of versions before 2026-12, and who took them. */
const EARLIER = [
  { subject: 'jobs.extract.interactive', consumer: 'extract-interactive' },
  { subject: 'jobs.extract.bulk', consumer: 'extract-bulk' },
  { subject: 'jobs.import', consumer: 'import-file' },
] as const

type Link = { readonly libraryId: string; readonly linkId: number; readonly url: string }

const LINKS_AT_ONCE = 5_000
/** Versions before 2026-12 had the pages of imported links read by jobs for a range of them, or for those of a person's retry. */
const BulkJob = z.object({
  libraryId: z.guid(),
  retry: z.object({ requestId: z.string(), linkIds: z.array(z.int()) }).optional(),
})

/** Whether a version before may have left jobs. */
export const hasEarlierJobs = async ({ pool, storeId }: Parts): Promise<boolean> => {
  if (await readReactionsCheckpoint(pool, storeId, 'adopted')) return false
  if (await readReactionsCheckpoint(pool, storeId, 'jobs')) return true
  await writeReactionsCheckpoint(pool, storeId, 'adopted', BEGINNING)
  return false
}

/**
 * Takes over what waited in NATS before work was rows: jobs, and those that failed for good, which are deleted when their rows are there.
 * Links, imports and retries that the read models show as unfinished get rows too, since NATS is in no backup. A crash repeats all of
 * it; rows that were done meanwhile end at once.
 * @throws while the read models lack what the jobs are about
 */
export const adoptJobs = async ({ pool, storeId }: Parts, nats: Nats): Promise<void> => {
  const reached = (await readReactionsCheckpoint(pool, storeId, 'jobs')) ?? BEGINNING
  const schema = await currentReadSchema(pool)
  if (schema === undefined) throw new Error('no read model serves')
  const { rows: lanes } = await pool.query<{ position: string }>(`SELECT position FROM ${schema}.checkpoints`)
  const isBehind = lanes.some(({ position }) => {
    const at = parsePosition(position)
    return at === undefined || comparePositions(at, reached) < 0
  })
  if (isBehind) throw new Error('the read models are behind the jobs')

  for (const earlier of EARLIER)
    await takeMessages(nats, earlier, async ({ text, failure }) => {
      const work = await workOf(pool, schema, earlier.subject, text)
      await inTransaction(pool, async client => {
        await client.query(ON_DISK)
        await addWork(client, work, { failure })
      })
      return true
    })
  await adoptUnread(pool, schema)
  const { rows: imports } = await pool.query<ImportJob>(
    `SELECT library_id AS "libraryId", id AS "importId" FROM ${schema}.imports WHERE ended_at IS NULL`,
  )
  await addWork(pool, imports.map(importWork))
  await writeReactionsCheckpoint(pool, storeId, 'adopted', reached)
}

/** Nothing for a job that no version can have published, or that the read models show as unfinished. */
const workOf = async (
  pool: Pool,
  schema: string,
  subject: (typeof EARLIER)[number]['subject'],
  text: string,
): Promise<Work[]> => {
  const json = parsed(text)
  if (subject === 'jobs.import')
    return [ImportJob.safeParse(json).data].flatMap(job => (job ? importWork(job) : []))
  const page = ExtractJob.safeParse(json).data
  if (page) return [pageWork(workKinds.saved, page)]
  const { libraryId, retry } = BulkJob.safeParse(json).data ?? {}
  if (!retry) return []
  const { rows } = await pool.query<Link>(
    `SELECT library_id AS "libraryId", id AS "linkId", url FROM ${schema}.links JOIN ${schema}.articles USING (article_id)
      WHERE library_id = $1 AND id = ANY ($2) AND status = 'failed' AND ${SHOWS_ITS_ADDRESS}`,
    [libraryId, retry.linkIds],
  )
  return rows.map(link => {
    const job = jobOfLink(link)
    return pageWork(workKinds.imported, {
      ...{ ...job, requestId: `${retry.requestId}/${job.articleId}`, retries: true },
    })
  })
}

const adoptUnread = async (pool: Pool, schema: string): Promise<void> => {
  let after: Pick<Link, 'libraryId' | 'linkId'> | undefined = {
    libraryId: '00000000-0000-0000-0000-000000000000',
    linkId: 0,
  }
  while (after) {
    const { rows }: { rows: (Link & { isRetry: boolean })[] } = await pool.query(
      `SELECT library_id AS "libraryId", id AS "linkId", url, status IS NOT NULL AS "isRetry"
         FROM ${schema}.links LEFT JOIN ${schema}.articles USING (article_id)
        WHERE (library_id, id) > ($1, $2) AND coalesce(status, 'pending') = 'pending' AND ${SHOWS_ITS_ADDRESS}
        ORDER BY library_id, id LIMIT ${LINKS_AT_ONCE}`,
      [after.libraryId, after.linkId],
    )
    const work = rows.map(link => {
      const { isRetry, libraryId, linkId } = link
      const job = jobOfLink(link)
      return isRetry
        ? pageWork(workKinds.saved, { ...job, requestId: `adopted/${job.articleId}` })
        : pageWork(workKinds.imported, { ...job, requestId: `${libraryId}/${linkId}/bulk` })
    })
    await addWork(pool, work)
    after = rows.length < LINKS_AT_ONCE ? undefined : rows.at(-1)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
