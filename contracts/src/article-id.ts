import { hash } from 'node:crypto'

/** The address that is fetched for a link: its url without the fragment. Links with the same address share an article. */
export const fetchedUrl = (url: string): string => {
  const fragment = url.indexOf('#')
  return fragment === -1 ? url : url.slice(0, fragment)
}

/** An article's id, in its stream and its rows: SHA-256, in hex, of the address it is fetched from. */
export const articleIdOf = (url: string): string => hash('sha256', fetchedUrl(url))

/** What rows name the picture at an address by: SHA-256, in hex. */
export const sourceOf = (address: string): string => hash('sha256', address)

/** Whether the row of a link shows the article of its address, which is not so where a person provided its page: articleIdOf in SQL. */
export const SHOWS_ITS_ADDRESS = `article_id = sha256(convert_to(split_part(url, '#', 1), 'UTF8'))`

/** The id of the article that a link has of its own: the page at its address as a person saw it. No other link has it. */
export const ownArticleIdOf = (libraryId: string, linkId: number, url: string): string =>
  hash('sha256', `${libraryId}/${linkId} ${fetchedUrl(url)}`)

/** The id of the article that a link shows. `ownArticle` is that of its texts. */
export const shownArticleOf = ({
  url,
  ownArticle,
}: {
  url: string
  ownArticle?: string | null | undefined
}): string => ownArticle ?? articleIdOf(url)
