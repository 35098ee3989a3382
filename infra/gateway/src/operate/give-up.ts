import type { Aggregates } from '@lectern/command-api/aggregates.ts'
import { uploadsIn } from '@lectern/command-api/imports/uploads.ts'
import { endImport } from '@lectern/command-api/nats/imports.ts'
import { recordArticle } from '@lectern/command-api/nats/record-article.ts'
import { providedPagesIn } from '@lectern/command-api/reading/provided-pages.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ExtractJob, ImportJob } from '@lectern/contracts/jobs.ts'
import { workKinds } from '@lectern/contracts/work.ts'
import { Refused } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { FailedWork } from '@lectern/platform/work/failed-work.ts'
import { ZodError } from 'zod'

export type GiveUpParts = {
  readonly pool: Pool
  readonly aggregates: Pick<Aggregates, 'articles' | 'libraries'>
  readonly space: Pick<FreeSpace, 'isLow'>
}

const GONE: ReadonlySet<string> = new Set(['account-closed', 'import-not-found'])

/** Whether nobody waits for the job any more, or it was never one. */
const isMoot = (error: unknown): boolean =>
  error instanceof Refused || error instanceof ZodError || (error instanceof Rejected && GONE.has(error.code))

/** Records that a job will not be done, as its worker would have. It may be repeated: the row goes after it. */
export const giveUp = async (parts: GiveUpParts, work: FailedWork): Promise<void> => {
  try {
    await record(parts, work)
  } catch (error) {
    if (!isMoot(error)) throw error
  }
}

const record = async ({ pool, aggregates, space }: GiveUpParts, { kind, job }: FailedWork): Promise<void> => {
  if (kind === workKinds.saved || kind === workKinds.imported) {
    const { requestId, articleId, url, link, pageId, askedBy } = ExtractJob.parse(job)
    const page =
      link && pageId !== undefined ? { libraryId: link.libraryId, linkId: link.linkId, pageId } : undefined
    const outcome = {
      kind: 'failed',
      reason: 'gave-up',
      detail: 'an operator dropped it',
      page: null,
    } as const
    await recordArticle({ ...aggregates, providedPages: providedPagesIn(pool, space) }).handle({
      commandId: `${requestId}/dropped`,
      ...{ articleId, url, outcome, ...(page && { page }), ...(askedBy && { askedBy }) },
    })
  }
  if (kind === workKinds.file) {
    const { libraryId, importId } = ImportJob.parse(job)
    const commandId = `${importId}/end/dropped`
    await endImport({ ...aggregates, uploads: uploadsIn(pool, space) }).handle({
      ...{ commandId, libraryId, importId, failure: 'gave-up' },
    })
  }
}
