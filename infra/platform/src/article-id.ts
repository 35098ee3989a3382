import { createHash } from 'node:crypto'

/** The address an article is fetched from: the link's own without its fragment. Links with the same one share an article. */
export const articleUrl = (linkUrl: string): string => {
  const url = new URL(linkUrl)
  url.hash = ''
  return url.href
}

/** The id of an article's stream: SHA-256, in hex, of the address it is fetched from. */
export const articleIdOf = (fetchedUrl: string): string => createHash('sha256').update(fetchedUrl).digest('hex')
