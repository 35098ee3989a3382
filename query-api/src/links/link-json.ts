/** The rest of a link's JSON where its article has no row yet. */
const NO_FACTS =
  '"siteName":null,"favicon":null,"previewImage":null,"excerpt":null,"wordCount":null,"extraction":"pending","extractionReason":null'

/**
 * SQL for one link's JSON, of a `link` and its outer-joined `article`. It is joined from parts that projectors made when
 * the rows were written: three times as fast as reading columns and serialising them here (docs/decisions).
 */
export const LINK_JSON = `
  '{"id":' || link.id
  || CASE WHEN link.is_favorite THEN ',"isFavorite":true' ELSE ',"isFavorite":false' END
  || CASE WHEN link.is_archived THEN ',"isArchived":true' ELSE ',"isArchived":false' END
  || ',"collectionId":' || coalesce(link.collection_id::text, 'null')
  || ',' || link.card || ',"tags":' || link.tags
  || ',' || coalesce(article.facts_card || ',' || article.status_card, '${NO_FACTS}') || '}'`
