import { setTimeout as pause } from 'node:timers/promises'
import { ImportJob, jobSubjects } from '@lectern/contracts/jobs.ts'
import { listJobs } from '@lectern/platform/nats/list-jobs.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { WorkerTools } from '../tools.ts'

const INTERVAL_MS = 30_000
/** NATS refuses a repeated message id for this time, so a lost job is published at most once in it. */
const REPUBLISH_MS = 2 * 60_000

type SweepTools = Pick<WorkerTools, 'nats' | 'pool' | 'log'>

/** Sweeps at the start and then every 30 s. */
export function startSweepingImports(tools: WorkerTools): void {
  const sweepForEver = async () => {
    while (!tools.signal.aborted) {
      try {
        await republishLostImports(tools)
        await forgetOld(tools)
      } catch (error) {
        tools.log.warn({ err: error }, 'a sweep of imports failed')
      }
      await pause(INTERVAL_MS, undefined, { signal: tools.signal }).catch(() => {})
    }
  }
  void sweepForEver()
}

/** Publishes a job for each unfinished import that has none: for example after NATS lost its disk. */
export async function republishLostImports({ nats, pool, log }: SweepTools): Promise<void> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const { rows } = await pool.query<ImportJob>(
    `SELECT library_id AS "libraryId", id AS "importId" FROM ${schema}.imports
     WHERE ended_at IS NULL AND requested_at < now() - interval '30 seconds' ORDER BY requested_at LIMIT 500`,
  )
  if (rows.length === 0) return
  const jobs = await listJobs(nats, jobSubjects.importFile, ImportJob)
  const known = new Set(jobs.map(job => job.importId))
  const lost = rows.filter(job => !known.has(job.importId))
  const period = Math.floor(Date.now() / REPUBLISH_MS)
  for (const job of lost)
    await publishJob(nats, jobSubjects.importFile, job, `${job.importId}/swept/${period}`)
  if (lost.length > 0) log.info({ imports: lost.length }, 'published jobs for imports that had none')
}

/** Deletes previews of uploads that are gone, and attempts that no retry needs. */
async function forgetOld({ pool }: SweepTools): Promise<void> {
  await pool.query(`DELETE FROM content.upload_previews AS preview WHERE made_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM uploads.files WHERE id = preview.upload_id)`)
  await pool.query(`DELETE FROM content.import_attempts WHERE touched_at < now() - interval '31 days'`)
}
