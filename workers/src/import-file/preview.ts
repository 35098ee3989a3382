import type { ImportPreview, PreviewArticle } from '@lectern/contracts/api/imports.ts'
import type { ImportRow } from '@lectern/contracts/import-rows.ts'
import type { AnalyzeRequest } from '@lectern/contracts/jobs.ts'
import {
  DIRECT_ARTICLES_MAX,
  DIRECT_BODY_MAX,
  PREVIEW_NAMES_MAX,
  SAMPLED_ARTICLES,
} from '@lectern/contracts/limits.ts'
import { siteOf } from '@lectern/contracts/site.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { chunksOf } from '../sources/chunk.ts'
import { FileRefused, type Format, type SourceFile } from '../sources/source.ts'

/** Room for the other fields of the preview. */
const ARTICLES_BYTES_MAX = DIRECT_BODY_MAX - 524_288

export type PreviewParts = Pick<AnalyzeRequest, 'uploadId' | 'libraryId' | 'withArticles'> & {
  readonly pool: Pool
  readonly now: Date
}

/** Reads the whole file and counts what an import of it would do. @throws FileRefused */
export async function makePreview(
  file: SourceFile,
  format: Format,
  { uploadId, libraryId, withArticles, pool, now }: PreviewParts,
): Promise<ImportPreview> {
  const schema = await currentReadSchema(pool)
  const seen = new Set<string>()
  const tags = new Map<string, number>()
  const domains = new Map<string, number>()
  const articles: PreviewArticle[] = []
  let bytes = 0
  const counts = {
    totalItems: 0,
    newItems: 0,
    duplicateCount: 0,
    failedCount: 0,
    skippedCount: 0,
    noteCount: 0,
  }

  for await (const { chunk, notes } of chunksOf(format.read(file), { now, fromRow: 1 })) {
    const keyed = chunk.rows.map(row => ({ row, key: urlKey(row.url) }))
    const known = await knownKeys(pool, schema, libraryId, [...new Set(keyed.map(({ key }) => key))])
    const notesOf = new Map(notes.map(({ row, notes: some }) => [row, some.length]))
    counts.totalItems += chunk.lastRow - chunk.firstRow + 1
    counts.failedCount += chunk.failed.length
    counts.skippedCount += chunk.skipped.length
    for (const { row, key } of keyed) {
      if (known.has(key) || (seen.has(key) && !row.isExact)) counts.duplicateCount += 1
      else {
        counts.newItems += 1
        counts.noteCount += notesOf.get(row.row) ?? 0
        seen.add(key)
      }
      for (const tag of row.tags) count(tags, tag)
      count(domains, siteOf(row.url))
      if (!withArticles || articles.length > DIRECT_ARTICLES_MAX || bytes > ARTICLES_BYTES_MAX) continue
      const article = articleOf(row)
      bytes += Buffer.byteLength(JSON.stringify(article)) + 1
      articles.push(article)
    }
  }
  if (counts.totalItems === 0) throw new FileRefused('no-articles')
  const sampled = articles.length > DIRECT_ARTICLES_MAX || bytes > ARTICLES_BYTES_MAX
  return {
    uploadId,
    source: format.source,
    articles: sampled ? articles.slice(0, SAMPLED_ARTICLES) : articles,
    sampled,
    ...counts,
    tags: mostFrequent(tags),
    tagCount: tags.size,
    domains: mostFrequent(domains),
    domainCount: domains.size,
  }
}

/** Stores a preview where command-api finds it. The thread does so itself, since it may have 16 MB. */
export async function storePreview(pool: Pool, preview: ImportPreview): Promise<void> {
  await pool.query(
    `INSERT INTO content.upload_previews (upload_id, preview) VALUES ($1, $2)
     ON CONFLICT (upload_id) DO UPDATE SET preview = excluded.preview, made_at = now()`,
    [preview.uploadId, JSON.stringify(preview)],
  )
}

async function knownKeys(
  pool: Pool,
  schema: string | undefined,
  libraryId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (schema === undefined || keys.length === 0) return new Set()
  const { rows } = await pool.query<{ url_key: string }>({
    name: `known-keys@${schema}`,
    text: `SELECT url_key FROM ${schema}.links
           WHERE library_id = $1 AND url_key IN (SELECT key FROM json_array_elements_text($2::json) AS key)`,
    values: [libraryId, JSON.stringify(keys)],
  })
  return new Set(rows.map(row => row.url_key))
}

const articleOf = (row: ImportRow): PreviewArticle => {
  const { url, title, note, tags, savedAt, isFavorite, isArchived, collection } = row
  return { url, title, note, tags, savedAt, isFavorite, isArchived, collection }
}

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

const mostFrequent = (counts: Map<string, number>): string[] =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, PREVIEW_NAMES_MAX)
    .map(([name]) => name)
