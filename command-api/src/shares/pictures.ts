import { sourceOf } from '@lectern/contracts/article-id.ts'
import { COPY_WIDTHS, replaceImages } from '@lectern/contracts/images.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { ReadRow } from '../read-row.ts'
import { html } from './html.ts'
import type { SharedArticle } from './shared.ts'
import type { Showing } from './shares.ts'

type Text = NonNullable<SharedArticle['text']>
type Row = {
  source: string
  outcome: string
  image: string | null
  width: number | null
  height: number | null
}

/** Our own copies of the pictures that a public page shows. Nothing of them is loaded from elsewhere. */
export const picturesIn = (pool: Pool, readRow: ReadRow) => ({
  /** The text with our copies. One that we do not have leaves its caption. @param addressOf of the copy with this hash */
  put: async (
    { html: text, articleId, hash }: Text,
    addressOf: (image: string) => string,
  ): Promise<string> => {
    if (!text.includes('<img')) return text
    const { rows } = await pool.query<Row>(
      `SELECT source, outcome, placed.image, width, height FROM content.article_images AS placed
       LEFT JOIN content.images AS image ON image.hash = placed.image
       WHERE article_id = decode($1, 'hex') AND content_hash = $2`,
      [articleId, hash],
    )
    const copies = new Map(rows.map(row => [row.source, row]))
    return replaceImages(text, ({ source, alt }) => {
      const copy = copies.get(sourceOf(source))
      if (copy?.outcome === 'left-out') return ''
      if (!copy?.image || copy.width === null || copy.height === null)
        return alt === '' ? '' : html`<span class="missing">${alt}</span>`.text
      return html`<img src="${addressOf(copy.image)}" alt="${alt}" width="${copy.width}" height="${copy.height}" loading="lazy">`
        .text
    })
  },
  /** A copy as WebP, while the article of the link has the picture. Nothing of the text is read for it. */
  read: async ({ libraryId, linkId }: Showing, image: string): Promise<Buffer | undefined> => {
    const found = await readRow<{ content: Buffer }>(
      schema => `SELECT content FROM content.image_copies AS copy
        WHERE copy.hash = $3 AND EXISTS (SELECT FROM ${schema}.links AS link
          JOIN content.article_images AS placed ON placed.article_id = link.article_id
          WHERE link.library_id = $1 AND link.id = $2 AND placed.image = $3)
        ORDER BY abs(copy.width - ${COPY_WIDTHS.reading}) LIMIT 1`,
      [libraryId, linkId, image],
    )
    return found?.content
  },
})
export type Pictures = ReturnType<typeof picturesIn>
