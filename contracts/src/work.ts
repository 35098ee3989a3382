import { z } from 'zod'
import { articleIdOf, fetchedUrl } from './article-id.ts'
import type { ExtractJob, ImportJob } from './jobs.ts'

/** Work that waits in Postgres (projections.work), by the names that operators see. */
export const workKinds = {
  /** Pages that a person saved or asked for. */
  saved: 'extract-interactive',
  /** Pages of imported links, and of many that are tried again: after all others. */
  imported: 'extract-bulk',
  file: 'import-file',
  /** Pictures of articles that somebody opened, of those that somebody saved, and of imported ones. */
  opened: 'pictures-opened',
  pictures: 'pictures-saved',
  importedPictures: 'pictures-imported',
} as const
export type WorkKind = (typeof workKinds)[keyof typeof workKinds]

/** The pictures of an article, whose id is the row's key. */
export const PictureJob = z.object({
  /** Whether the pictures in the text are wanted, besides those of the card. */
  whole: z.boolean(),
  contentHash: z.string().nullable(),
  /** Addresses of the lead picture and of the favicon. */
  lead: z.string().nullable(),
  favicon: z.string().nullable(),
})
export type PictureJob = z.infer<typeof PictureJob>

/** A row that waits. `key` names what asked for it, so that it is added once. */
export type Work = {
  readonly kind: WorkKind
  readonly key: string
  /** The library whose turn it takes. */
  readonly libraryId: string
  /** The host that is asked; empty where none is. */
  readonly host: string
  readonly job: ExtractJob | ImportJob | PictureJob
  /** The trace of the event or the request that asked for it. */
  readonly traceparent?: string | undefined
}

/**
 * Reads the page at the address of a link.
 * @param position of the event that gave it this address; by default any, for a link that the read model has
 */
export const jobOfLink = ({
  libraryId,
  linkId,
  url,
  position = '0/0',
}: {
  readonly libraryId: string
  readonly linkId: number
  readonly url: string
  readonly position?: string
}) => ({
  articleId: articleIdOf(url),
  url: fetchedUrl(url),
  askedBy: libraryId,
  link: { libraryId, linkId, position },
})

/** The page of a job. Nothing is asked of the host of a provided page. */
export const pageWork = (
  kind: typeof workKinds.saved | typeof workKinds.imported,
  job: ExtractJob,
): Work => ({
  kind,
  key: job.requestId,
  libraryId: job.askedBy ?? job.articleId,
  host: job.pageId === undefined ? (URL.parse(job.url)?.host ?? '') : `page:${job.pageId}`,
  job,
})

export const importWork = (job: ImportJob): Work => ({
  kind: workKinds.file,
  key: job.importId,
  libraryId: job.libraryId,
  host: '',
  job,
})
