import { fetchedUrl } from '@lectern/contracts/article-id.ts'
import { Preview, PreviewRequest, workSubjects } from '@lectern/contracts/jobs.ts'
import { PAGE_LIMITS } from '@lectern/contracts/page-limits.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { mimeTypeOf } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { decodePage } from './read-page/charset.ts'
import { pageFacts, withoutSiteName } from './read-page/page-facts.ts'
import { preScan } from './read-page/pre-scan.ts'
import { refreshOf } from './read-page/refresh.ts'
import type { WorkerTools } from './tools.ts'

const headBytes = 512 * 1024
/** The caller waits 8 s in all. */
const timeoutMs = 7_500
const nothing: Preview = { title: null, siteName: null, image: null, favicon: null }

const isPage = (type: string) => type === '' || type === 'text/html' || type === 'application/xhtml+xml'
const isRaster = (type: string) => /^image\/(png|jpeg|gif|webp|avif)$/.test(type)

/** Answers requests for link previews. */
export function startPreviews(tools: WorkerTools): void {
  const { nats, log, onStop } = tools
  onStop(
    answerRequests({
      nats,
      subject: workSubjects.preview,
      queue: 'workers',
      schema: PreviewRequest,
      atOnce: 16,
      log,
      handle: ({ url }) => previewOf(fetchedUrl(url), tools),
    }),
  )
}

/** Facts from the head of a page. A page that cannot be fetched has an empty preview. */
async function previewOf(url: string, tools: WorkerTools): Promise<Preview> {
  const kept = await keptPreview(tools.pool, url)
  if (kept) return kept
  const preview = await fetchPreview(url, tools).catch(() => nothing)
  await tools.pool.query(
    `INSERT INTO content.previews (url, preview) VALUES ($1, $2)
     ON CONFLICT (url) DO UPDATE SET preview = excluded.preview, fetched_at = now()`,
    [url, JSON.stringify(preview)],
  )
  return preview
}

/** A preview is kept for a day, an empty one for a minute. */
async function keptPreview(pool: Pool, url: string): Promise<Preview | undefined> {
  const { rows } = await pool.query<{ preview: unknown }>(
    `SELECT preview FROM content.previews WHERE url = $1 AND fetched_at > now() - CASE
       WHEN jsonb_strip_nulls(preview) = '{}' THEN interval '1 minute' ELSE interval '1 day' END`,
    [url],
  )
  return Preview.safeParse(rows[0]?.preview).data
}

async function fetchPreview(url: string, { safeFetch, allow }: WorkerTools): Promise<Preview> {
  const { finalUrl, contentType, body } = await safeFetch(url, {
    maxBytes: headBytes,
    beyond: 'cut',
    accepts: type => isPage(type) || isRaster(type),
    leavesOne: true,
    leadsTo: refreshOf,
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (isRaster(mimeTypeOf(contentType))) {
    return { ...nothing, image: finalUrl.length <= PAGE_LIMITS.image ? finalUrl : null }
  }
  const scan = preScan(decodePage(body, contentType))
  if (!scan) return nothing
  const { title, siteName, image, favicon } = pageFacts(scan, finalUrl, allow)
  return { title: withoutSiteName(title, siteName, finalUrl), siteName, image, favicon }
}
