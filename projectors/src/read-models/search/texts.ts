import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import type { LinkTexts } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { siteOf } from '@lectern/contracts/site.ts'
import { raw } from '../transaction.ts'

/** Columns in JSON. */
export const searchedTexts = ({ url, title, titleFrom, note, ownArticle }: Omit<LinkTexts, 'urlKey'>) => {
  const site = fold(siteOf(url))
  return {
    article_id: `\\x${shownArticleOf({ url, ownArticle })}`,
    site,
    own: [...[title, url, note ?? ''].map(fold), site].join('\n'),
    title_from_page: titleFrom === 'page',
  }
}

/**
 * The texts of `link` with the title of its page in the first line, where it takes that and the page, which is `known`, has
 * one.
 */
export const OWN_WITH_TITLE = raw(`
  CASE WHEN link.title_from_page THEN coalesce(known.title || substr(link.own, strpos(link.own, E'\\n')), link.own)
    ELSE link.own END`)

/** A link in JSON, with its tags. */
export const LINK_COLUMNS = raw(`
  library_id uuid, id integer, created_at timestamptz, article_id bytea, site text, own text, title_from_page boolean,
  tags text[]`)
