import { raw } from '../transaction.ts'

/** The columns of a link's texts in rows of JSON. A row without an address changes no text. */
export const TEXT_COLUMNS = raw(
  'url text, url_key text, article_id bytea, title text, title_from_page boolean, note text',
)

/** Assignments of an UPDATE of `link` that take the texts of `given`. */
export const SET_TEXTS = raw(`
  article_id = coalesce(given.article_id, link.article_id),
  url = coalesce(given.url, link.url),
  url_key = coalesce(given.url_key, link.url_key),
  title = coalesce(given.title, link.title),
  title_from_page = coalesce(given.title_from_page, link.title_from_page),
  note = CASE WHEN given.url IS NULL THEN link.note ELSE given.note END`)
