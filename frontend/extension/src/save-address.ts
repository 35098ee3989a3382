/** Lectern takes no longer titles. */
const TITLE_MAX = 200

type Page = { readonly url: string; readonly title?: string | undefined }

/**
 * The address of the Add New Link form with a page in it.
 * @param offer the name under which the page's text is offered to that form; none where it is not
 */
export const saveAddress = (server: string, { url, title }: Page, offer?: string): string => {
  const query = new URLSearchParams({ save: url })
  const shortTitle = title?.slice(0, TITLE_MAX).trim()
  if (shortTitle) query.set('title', shortTitle)
  query.set('source', 'chrome_extension')
  if (offer !== undefined) query.set('offer', offer)
  return `${server}/dashboard?${query}`
}
