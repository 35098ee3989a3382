import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { importFile } from './import-file.ts'
import { COLLECTIONS, LIBRARY } from './library/library.ts'
import type { Saved } from './library/saved.ts'

const DAY_MS = 86_400_000

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const highlightsOf = ({ highlights = [] }: Saved): string =>
  highlights
    .flatMap(({ words, thought }) => [`Highlight:${words}`, ...(thought ? [`Note:${thought}`] : [])])
    .join('\n')

/** The library as an export of Raindrop.io, which has collections, dates, notes and highlights. */
const raindropCsv = (siteUrl: string): string => {
  const rows = Object.entries(COLLECTIONS).flatMap(([collection, links]) =>
    links.map(saved => {
      // Saved at some minute of that day, in the evening.
      const at = new Date(Date.now() - saved.days * DAY_MS - saved.title.length * 60_000)
      const url = `${siteUrl}/${saved.site}/${saved.path}`
      const cells = [saved.title, saved.note ?? '', url, collection, saved.tags.join(', '), at.toISOString()]
      return [...cells, highlightsOf(saved), String(saved.isFavorite ?? false)].map(quoted).join(',')
    }),
  )
  return ['title,note,url,folder,tags,created,highlights,favorite', ...rows].join('\n')
}

type Answered = {
  readonly id: number
  readonly url: string
  readonly extraction: string
  readonly favicon: string | null
  readonly previewImage: string | null
}

/** Longest time until all pages are read and their pictures copied. */
const READ_WITHIN_MS = 300_000

const pathOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

const isComplete = ({ url, extraction, favicon, previewImage }: Answered): boolean => {
  const hasCover = LIBRARY.some(({ path, cover }) => cover !== undefined && path === pathOf(url))
  return extraction === 'ready' && favicon !== null && (previewImage !== null || !hasCover)
}

const readLinks = async ({ request }: Page): Promise<readonly Answered[]> => {
  for (const deadline = Date.now() + READ_WITHIN_MS; ; await sleep(500)) {
    const { links }: { links: Answered[] } = await (await request.get('/api/links?limit=100')).json()
    const open = links.filter(link => !isComplete(link))
    if (links.length === LIBRARY.length && open.length === 0) return links
    if (Date.now() > deadline) throw new Error(`Not read: ${open.map(({ url }) => url).join(', ')}`)
  }
}

/** The text of an article in the units of reading positions. */
const LENGTH_OF =
  "html => new DOMParser().parseFromString(html, 'text/html').body.textContent.replace(/\\s+/g, ' ').length"

/**
 * Imports the library into the account of this page and waits until its articles are read. Archives and reads on as the
 * library says.
 * @returns the id of each link by its path
 */
export const buildLibrary = async (page: Page, siteUrl: string): Promise<ReadonlyMap<string, number>> => {
  const { request } = page
  await importFile(request, 'raindrop', 'raindrop.csv', raindropCsv(siteUrl))
  const ids = new Map((await readLinks(page)).map(({ id, url }) => [pathOf(url), id]))
  for (const { path, isArchived, read } of LIBRARY) {
    const id = ids.get(path)
    if (isArchived) await request.patch(`/api/links/${id}/archive`, { data: { isArchived } })
    if (read === undefined) continue
    const { content, contentHash } = await (await request.get(`/api/links/${id}/content`)).json()
    const length = await page.evaluate<number>(`(${LENGTH_OF})(${JSON.stringify(content)})`)
    const offset = Math.floor((length - 1) * read)
    await request.put(`/api/links/${id}/position`, { data: { offset, contentHash } })
  }
  return ids
}
