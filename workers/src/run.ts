import type { ProcessTools, Started } from '@lectern/platform/process/process.ts'
import { withTimeout } from '@lectern/platform/process/with-timeout.ts'
import { watchJobs } from '@lectern/platform/work/job-metrics.ts'
import { workHealth } from '@lectern/platform/work/work-health.ts'
import { startErasing } from './erase/start.ts'
import { startExtracting } from './extract-article/start.ts'
import { startImages } from './images/start.ts'
import { startImporting } from './import-file/start.ts'
import { watchLargest } from './kept-bytes/watch-largest.ts'
import { startPreviews } from './preview.ts'
import { startSweeping } from './sweep.ts'
import { connectTools } from './tools.ts'

/** A kind of job is one function here, which starts it and registers how to stop it. */
const kinds = [startExtracting, startImporting, startPreviews, startImages, startErasing, startSweeping]

const natsTimeoutMs = 2_000

/** Builds and starts the workers, in production and in tests. */
export async function runWorkers(process: ProcessTools<'workers'>): Promise<Started> {
  const tools = await connectTools(process)
  const { pool, nats, metrics } = tools
  watchJobs(metrics, () => workHealth(pool))
  watchLargest(metrics, pool)
  for (const start of kinds) await start(tools)
  return {
    ready: async () => {
      await withTimeout(nats.flush(), natsTimeoutMs)
      await pool.query('SELECT 1')
      return true
    },
  }
}
