/** The columns of a link's texts in rows of JSON. A row without an address changes no text. */
export const TEXT_COLUMNS =
  'url text, url_key text, article_id bytea, title text, title_from_page boolean, note text'

/** Assignments of an UPDATE of `link` that take the texts of a row. @param row its name in the statement */
export const setTexts = (row: string): string => `
  article_id = coalesce(${row}.article_id, link.article_id),
  url = coalesce(${row}.url, link.url),
  url_key = coalesce(${row}.url_key, link.url_key),
  title = coalesce(${row}.title, link.title),
  title_from_page = coalesce(${row}.title_from_page, link.title_from_page),
  note = CASE WHEN ${row}.url IS NULL THEN link.note ELSE ${row}.note END`
