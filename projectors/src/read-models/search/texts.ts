import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import type { LinkTexts } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { siteOf } from '@lectern/contracts/site.ts'

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

/** `own` of a link with the title of its page in the first line, where it takes that and the page has one. */
export const ownWith = (title: string, link: string): string =>
  `CASE WHEN ${link}.title_from_page THEN coalesce(${title} || substr(${link}.own, strpos(${link}.own, E'\\n')), ${link}.own)
      ELSE ${link}.own END`
