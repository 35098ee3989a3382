/** The folder of the built client that holds the public pages: support.html is /support, help/saving.html is /help/saving. */
export const PAGES_FOLDER = 'pages'

/** The page that answers unknown addresses, in that folder. */
export const NOT_FOUND_PAGE = 'not-found'

/** The page that stands at /pricing where all accounts are unlimited and nothing is sold. */
export const NO_PLANS_PAGE = 'no-plans'

/** The origin in a built page. The gateway puts its own in its place, since a build does not know it. */
export const ORIGIN_PLACEHOLDER = 'https://lectern.invalid'

/** The address of support in a built page. The gateway puts SUPPORT_EMAIL in its place. */
export const SUPPORT_EMAIL_PLACEHOLDER = 'support@lectern.invalid'

/** Parts of sentences in built legal pages. The gateway puts in their place what the operator's settings say, or a word that needs none. */
export const LEGAL_PLACEHOLDERS = {
  operator: '[operator.lectern.invalid]',
  endingNotice: '[ending-notice.lectern.invalid]',
  changeNotice: '[change-notice.lectern.invalid]',
  law: '[law.lectern.invalid]',
} as const
