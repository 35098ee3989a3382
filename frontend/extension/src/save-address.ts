/** Lectern takes no longer titles. */
const TITLE_MAX = 200

type Page = { readonly url: string; readonly title?: string | undefined }

/**
 * The address of Lectern that saves a page.
 * @param offer the name under which the page's text is offered to it; none where it is not
 */
export const saveAddress = (server: string, { url, title }: Page, offer?: string): string => {
  const query = new URLSearchParams({ url })
  const shortTitle = title?.slice(0, TITLE_MAX).trim()
  if (shortTitle) query.set('title', shortTitle)
  query.set('via', 'extension')
  if (offer !== undefined) query.set('offer', offer)
  return `${server}/share?${query}`
}
