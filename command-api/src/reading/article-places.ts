import { Rejected } from '@lectern/contracts/api/errors.ts'
import { fetchedUrl, shownArticleOf } from '@lectern/contracts/article-id.ts'
import type { Aggregates } from '../aggregates.ts'
import { findLink } from '../domain/library/links.ts'
import type { TextLengths } from './text-lengths.ts'

type Parts = Pick<Aggregates, 'libraries' | 'articles'> & { readonly textLengths: TextLengths }

/** A place in a version of the text; without a hash, in the version that is shown. */
export type ArticlePlace = { readonly contentHash?: string | undefined; readonly end: number }

export type ArticlePlaces = ReturnType<typeof articlePlaces>

/** Finds the article behind a link, and checks places in its text. */
export const articlePlaces = ({ libraries, articles, textLengths }: Parts) => {
  /** `isOwn`: its page was provided for this link alone. @throws Rejected link-not-found */
  const articleOf = async (
    libraryId: string,
    linkId: number,
  ): Promise<{ articleId: string; url: string; isOwn: boolean }> => {
    const texts = await libraries.read(libraryId, library => findLink(library, linkId).texts)
    return { articleId: shownArticleOf(texts), url: fetchedUrl(texts.url), isOwn: Boolean(texts.ownArticle) }
  }

  /**
   * A place without a hash is not checked while there is no text. A text that is gone is not checked either.
   * @returns the length of the text, where it is known
   * @throws Rejected link-not-found; invalid-input where the article has no such version or its text ends before
   */
  const check = async (
    libraryId: string,
    linkId: number,
    place: ArticlePlace,
  ): Promise<number | undefined> => {
    const { articleId } = await articleOf(libraryId, linkId)
    const known = await articles.read(articleId, article =>
      article.status === 'ready'
        ? { latest: article.contentHash, has: article.versions.has(place.contentHash ?? article.contentHash) }
        : undefined,
    )
    if (place.contentHash !== undefined && known?.has !== true)
      throw new Rejected('invalid-input', {}, 'The article has no such version.')
    const contentHash = place.contentHash ?? known?.latest
    const length = contentHash === undefined ? undefined : await textLengths(contentHash)
    if (length !== undefined && place.end > length)
      throw new Rejected('invalid-input', {}, 'The position must be in the text')
    return length
  }

  /** After a restore of the event store alone, texts of articles are gone. */
  const isTextGone = async (articleId: string): Promise<boolean> => {
    const contentHash = await articles.read(articleId, article =>
      article.status === 'ready' ? article.contentHash : undefined,
    )
    return contentHash !== undefined && (await textLengths(contentHash)) === undefined
  }

  return { articleOf, check, isTextGone }
}
