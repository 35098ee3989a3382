import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import type { LinkTexts } from '@lectern/contracts/events/library.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import type { ReadRow } from '../read-row.ts'

/** The titles that lists show, one for each of the texts: that of the page where the person typed none. */
export type ShownTitles = (links: readonly LinkTexts[]) => Promise<string[]>

/** Asks the read model where a title may be that of a page. */
export const shownTitlesIn =
  (readRow: ReadRow): ShownTitles =>
  async links => {
    const ofPages = links.filter(({ titleFrom }) => titleFrom === 'page').map(shownArticleOf)
    if (ofPages.length === 0) return links.map(({ title }) => title)
    const found = await readRow<{ titles: Record<string, string> | null }>(
      schema => `SELECT json_object_agg(encode(article_id, 'hex'), title) AS titles FROM ${schema}.articles
        WHERE title IS NOT NULL AND article_id IN (SELECT decode(id, 'hex') FROM unnest($1::text[]) AS id)`,
      [ofPages],
    )
    return links.map(texts => {
      const ofPage = texts.titleFrom === 'page' ? found?.titles?.[shownArticleOf(texts)] : undefined
      return titleOfPage(ofPage ?? null) ?? texts.title
    })
  }
