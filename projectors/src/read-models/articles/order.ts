import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import { effectsOf } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { SORT_TITLE_MAX } from '@lectern/contracts/limits.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import { json, raw, type Tx } from '../transaction.ts'

/** Rows of link_order in JSON. Postgres adds what it knows of the article. */
type NewOrder = {
  library_id: string
  id: number
  article_id: string
  own_title: string
  title_from_page: boolean
}
type LinkKey = Pick<NewOrder, 'library_id' | 'id'>

/** The folded beginning of a title. */
export const sortTitle = (title: string): string => fold(title).slice(0, SORT_TITLE_MAX).toWellFormed().trim()

/** Sorting facts of a page; null where it has no title. */
export const sortTitleOfPage = (title: string | null): string | null => {
  const ofPage = titleOfPage(title)
  return ofPage === null ? null : sortTitle(ofPage)
}

/** Sums up the events of libraries in a batch: which links there are, and the title and the address of each. */
export class OrderBatch {
  readonly put = new Map<string, NewOrder>()
  readonly gone = new Map<string, LinkKey>()

  add(libraryId: string, event: LibraryEvent): void {
    const retitle = (links: IdRanges, texts: LinkTexts | undefined) => {
      if (texts) for (const id of idsIn(links)) this.link(libraryId, id, texts)
    }
    for (const effect of effectsOf(event)) {
      if (effect.kind === 'links-added')
        for (const { linkId, texts } of effect.links) this.link(libraryId, linkId, texts)
      if (effect.kind === 'links-changed') retitle(effect.links, effect.to.texts)
      if (effect.kind === 'links-restored') retitle(effect.links, effect.values.texts)
      if (effect.kind === 'links-removed') for (const id of idsIn(effect.links)) this.delete(libraryId, id)
    }
  }

  private link(library_id: string, id: number, texts: LinkTexts) {
    const key = `${library_id}/${id}`
    this.gone.delete(key)
    this.put.set(key, {
      library_id,
      id,
      article_id: `\\x${shownArticleOf(texts)}`,
      own_title: sortTitle(texts.title),
      title_from_page: texts.titleFrom === 'page',
    })
  }

  private delete(library_id: string, id: number) {
    const key = `${library_id}/${id}`
    this.put.delete(key)
    this.gone.set(key, { library_id, id })
  }
}

/** Articles without known words come last. */
export const MANY_WORDS = 2_147_483_647

/** Writes an OrderBatch, and to other links what the articles with these ids have now. The rows of articles come before. */
export const writeOrder = async (
  tx: Tx,
  batch: OrderBatch,
  articleIds: ReadonlySet<string>,
): Promise<void> => {
  const { put, gone } = batch
  if (gone.size > 0)
    await tx`
      DELETE FROM link_order AS link USING json_to_recordset(${json(gone.values())}::json) AS gone(library_id uuid, id integer)
      WHERE link.library_id = gone.library_id AND link.id = gone.id`
  if (put.size > 0)
    await tx`
      INSERT INTO link_order AS link (library_id, id, article_id, own_title, title_from_page, title, words)
      SELECT put.*, ${shown('put')}, coalesce(article.words, ${MANY_WORDS})
      FROM json_to_recordset(${json(put.values())}::json) AS put(
          library_id uuid, id integer, article_id bytea, own_title text, title_from_page boolean)
        LEFT JOIN articles AS article USING (article_id)
      ON CONFLICT (library_id, id) DO UPDATE SET article_id = excluded.article_id, own_title = excluded.own_title,
        title_from_page = excluded.title_from_page, title = excluded.title, words = excluded.words`
  if (articleIds.size > 0)
    await tx`
      UPDATE link_order AS link SET title = ${shown('link')}, words = coalesce(article.words, ${MANY_WORDS})
      FROM (
        SELECT article_id, sort_title, words
        FROM json_array_elements_text(${JSON.stringify([...articleIds])}::json) AS hex
          CROSS JOIN LATERAL (SELECT decode(hex, 'hex') AS article_id) AS asked LEFT JOIN articles USING (article_id)
        ) AS article
      WHERE link.article_id = article.article_id
        AND (link.title <> ${shown('link')} OR link.words <> coalesce(article.words, ${MANY_WORDS}))`
}

const shown = (link: 'put' | 'link') =>
  raw(
    `CASE WHEN ${link}.title_from_page THEN coalesce(article.sort_title, ${link}.own_title) ELSE ${link}.own_title END`,
  )
