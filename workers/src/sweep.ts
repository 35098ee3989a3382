import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { waitForColumn } from '@lectern/platform/postgres/wait-for-column.ts'
import { mendTexts } from './extract-article/mend-texts.ts'
import { deletePagesOfGoneLinks } from './extract-article/provided-pages.ts'
import { dropUnneeded } from './kept-bytes/drop-unneeded.ts'
import { measureLibraries } from './kept-bytes/measure.ts'
import type { WorkerTools } from './tools.ts'

const intervalMs = 30_000
/** Each look at documents reads the versions of all articles. */
const documentsEveryMs = 600_000
/** The gateway makes the table, and may start later. */
const FILES = { schema: 'uploads', table: 'files', column: 'id' }

/** Sweeps at the start and then every 30 s. */
export function startSweeping(tools: WorkerTools): void {
  const sweepForEver = async () => {
    let documents = { after: '', dueAt: 0 }
    while (!tools.signal.aborted) {
      try {
        await waitForColumn(tools.pool, FILES, tools)
        await deleteOldRows(tools.pool)
        await deletePagesOfGoneLinks(tools.pool)
        await mendTexts(tools)
        await measureLibraries(tools.pool, tools.signal)
        if (Date.now() > documents.dueAt)
          documents = {
            after: await dropUnneeded(tools.pool, documents.after),
            dueAt: Date.now() + documentsEveryMs,
          }
      } catch (error) {
        tools.log.warn({ err: error }, 'a sweep failed')
      }
      await pause(intervalMs, undefined, { signal: tools.signal }).catch(() => {})
    }
  }
  void sweepForEver()
}

/** Deletes outcomes and attempts that no retry needs any more, previews that are too old to show, and old failures. */
async function deleteOldRows(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM content.extraction_attempts WHERE outcome IS NOT NULL AND touched_at < now() - interval '8 days'`,
  )
  await pool.query(`DELETE FROM content.previews WHERE fetched_at < now() - interval '1 day'`)
  await pool.query(`DELETE FROM content.upload_previews AS preview WHERE made_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM uploads.files WHERE id = preview.upload_id)`)
  await pool.query(`DELETE FROM content.import_attempts WHERE touched_at < now() - interval '31 days'`)
  await pool.query(`DELETE FROM projections.work WHERE failed_at < now() - interval '30 days'`)
}
