import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import { effectsOf } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { SORT_TITLE_MAX } from '@lectern/contracts/limits.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'

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
  private readonly put = new Map<string, NewOrder>()
  private readonly gone = new Map<string, LinkKey>()

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

  /** Links as they are, and links that are gone: parameters of the clauses. */
  values(): string[] {
    return [this.put, this.gone].map(items => JSON.stringify([...items.values()]))
  }
}

/** Articles without known words come last. */
export const MANY_WORDS = 2_147_483_647

/**
 * Writes an OrderBatch from its two parameters, and to other links what `facts` has of their articles: article_id, sort_title,
 * words.
 */
export const orderClauses = (schema: string, put: string, gone: string): string[] => [
  `order_gone AS (
    SELECT r.* FROM fence, json_to_recordset(${gone}::json) AS r(library_id uuid, id integer))`,
  `order_deleted AS (
    DELETE FROM ${schema}.link_order AS link USING order_gone AS gone
    WHERE link.library_id = gone.library_id AND link.id = gone.id)`,
  `order_put AS (
    SELECT r.* FROM fence, json_to_recordset(${put}::json) AS r(
      library_id uuid, id integer, article_id bytea, own_title text, title_from_page boolean))`,
  `order_written AS (
    INSERT INTO ${schema}.link_order AS link
      (library_id, id, article_id, own_title, title_from_page, title, words)
    SELECT put.*, ${shown('put', 'CASE WHEN facts.article_id IS NULL THEN known.sort_title ELSE facts.sort_title END')},
      coalesce(CASE WHEN facts.article_id IS NULL THEN known.words ELSE facts.words END, ${MANY_WORDS})
    FROM order_put AS put LEFT JOIN facts USING (article_id)
      LEFT JOIN ${schema}.articles AS known USING (article_id)
    ON CONFLICT (library_id, id) DO UPDATE SET article_id = excluded.article_id, own_title = excluded.own_title,
      title_from_page = excluded.title_from_page, title = excluded.title, words = excluded.words)`,
  `order_of_articles AS (
    UPDATE ${schema}.link_order AS link SET title = ${shown('link', 'facts.sort_title')},
      words = coalesce(facts.words, ${MANY_WORDS})
    FROM facts WHERE link.article_id = facts.article_id
      AND (link.title <> ${shown('link', 'facts.sort_title')} OR link.words <> coalesce(facts.words, ${MANY_WORDS}))
      AND NOT EXISTS (SELECT FROM order_gone AS gone WHERE gone.library_id = link.library_id AND gone.id = link.id)
      AND NOT EXISTS (SELECT FROM order_put AS put WHERE put.library_id = link.library_id AND put.id = link.id))`,
]

const shown = (link: string, ofPage: string): string =>
  `CASE WHEN ${link}.title_from_page THEN coalesce(${ofPage}, ${link}.own_title) ELSE ${link}.own_title END`
