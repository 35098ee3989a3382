import { fetchedUrl } from '@lectern/contracts/article-id.ts'
import type { Preview } from '@lectern/contracts/jobs.ts'
import { PAGE_LIMITS } from '@lectern/contracts/page-limits.ts'
import { mimeTypeOf, type SafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import type { AllowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import type { ContentStore } from './content-store.ts'
import { decodePage } from './extract-article/charset.ts'
import { pageFacts } from './extract-article/page-facts.ts'
import { preScan } from './extract-article/pre-scan.ts'

const headBytes = 512 * 1024
/** The caller waits 8 s in all. */
const timeoutMs = 7_500
const nothing: Preview = { title: null, siteName: null, image: null, favicon: null }

const isPage = (type: string) => type === '' || type === 'text/html' || type === 'application/xhtml+xml'
const isRaster = (type: string) => /^image\/(png|jpeg|gif|webp|avif)$/.test(type)

export type PreviewTools = {
  readonly safeFetch: SafeFetch
  readonly store: ContentStore
  readonly allow: AllowedHosts
}

/** What the head of a page says of it, kept a day. A page that cannot be had has no preview, which is kept a minute. */
export async function previewOf(asked: string, tools: PreviewTools): Promise<Preview> {
  const url = fetchedUrl(asked)
  const known = await tools.store.preview(url)
  if (known) return known
  const preview = await fetchPreview(url, tools).catch(() => nothing)
  await tools.store.savePreview(url, preview)
  return preview
}

async function fetchPreview(url: string, { safeFetch, allow }: PreviewTools): Promise<Preview> {
  const { finalUrl, contentType, body } = await safeFetch(url, {
    maxBytes: headBytes,
    beyond: 'cut',
    accepts: type => isPage(type) || isRaster(type),
    leavesOne: true,
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (isRaster(mimeTypeOf(contentType))) {
    return { ...nothing, image: finalUrl.length <= PAGE_LIMITS.image ? finalUrl : null }
  }
  const scan = preScan(decodePage(body, contentType))
  if (!scan) return nothing
  const { title, siteName, image, favicon } = pageFacts(scan, finalUrl, allow)
  return { title, siteName, image, favicon }
}
