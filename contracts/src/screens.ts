/** The screens that the app's shell shows, also without a network. `:` names a segment. */
export const APP_SCREENS = [
  '/',
  '/login',
  '/auth',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/unsubscribe',
  '/dashboard',
  '/save',
  '/share',
  '/shared/:libraryId/:collectionId',
  '/invitation/:token',
  '/notes',
  '/history',
  '/history/deleted',
  '/reader/:linkId',
  '/import',
  '/import/:importId',
  '/settings',
  '/operate',
  '/upgrade',
  '/upgrade/success',
  '/welcome',
  '/checkout',
  '/checkout/success',
  '/thank-you',
  '/webhook-test',
] as const

/** The pages that are documents of their own, so that visitors and search engines need no script. */
export const PUBLIC_PAGES = [
  '/pricing',
  '/help',
  '/help/:article',
  '/support',
  '/docs',
  '/privacy',
  '/terms',
] as const

const isOneOf = (screens: readonly string[]) => {
  const patterns = screens.map(screen => screen.replace(/\/$/, '').replace(/:\w+/g, '[^/]+'))
  const pattern = new RegExp(`^(?:${patterns.join('|')})/?$`)
  return (path: string): boolean => pattern.test(path)
}
const isApp = isOneOf(APP_SCREENS)
const isPublic = isOneOf(PUBLIC_PAGES)

/**
 * Who answers a path of the site: the app's shell, a page of its own, or, with undefined, neither. Then it is the API, a file,
 * the card form or nothing.
 * @param path without query and fragment
 */
export const screenAt = (path: string): 'app' | 'page' | undefined =>
  isApp(path) ? 'app' : isPublic(path) ? 'page' : undefined

/** Whether the address of this path has the secret of a mail, which no request may carry on as its referrer. */
export const hasToken = (path: string): boolean =>
  /^\/(reset-password|confirm-email|unsubscribe|invitation)\b/.test(path)
