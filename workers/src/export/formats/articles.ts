import { sourceOf } from '@lectern/contracts/article-id.ts'
import { COPY_WIDTHS, imageSources } from '@lectern/contracts/images.ts'
import type { SourceLink } from '../link-row.ts'
import type { Snapshot } from '../snapshot.ts'

/** The stored text of an article; undefined where it was not read. */
export const articleOf = async (library: Snapshot, { page }: SourceLink): Promise<string | undefined> => {
  if (page.status !== 'ready' || page.contentHash === null) return undefined
  const [row] = await library.query<{ html: string }>('SELECT html FROM content.documents WHERE hash = $1', [
    page.contentHash,
  ])
  return row?.html
}

/** The hashes of our copies of an article's pictures by their addresses. '' is a picture that is nothing to show. */
export const copiesOf = async (
  library: Snapshot,
  { articleId, page }: SourceLink,
  html: string,
): Promise<Map<string, string>> => {
  const sources = imageSources(html)
  if (sources.length === 0) return new Map()
  const rows = await library.query<{ source: string; image: string }>(
    `SELECT source, CASE outcome WHEN 'left-out' THEN '' ELSE image END AS image FROM content.article_images
     WHERE article_id = decode($1, 'hex') AND content_hash = $2 AND (image IS NOT NULL OR outcome = 'left-out')`,
    [articleId, page.contentHash],
  )
  const images = new Map(rows.map(({ source, image }) => [source, image]))
  return new Map(
    sources.flatMap(source => {
      const image = images.get(sourceOf(source))
      return image === undefined ? [] : [[source, image] as const]
    }),
  )
}

/** Our copy of a picture for reading, as WebP. */
export const pictureOf = async (library: Snapshot, hash: string): Promise<Buffer | undefined> => {
  const [copy] = await library.query<{ content: Buffer }>(
    'SELECT content FROM content.image_copies WHERE hash = $1 ORDER BY abs(width - $2) LIMIT 1',
    [hash, COPY_WIDTHS.reading],
  )
  return copy?.content
}
