import type { TokenScope } from './api/access.ts'

/**
 * What a token for the API may call: the library, and nothing of the account. A route that is missing here is refused. These are
 * the routes that /docs documents.
 */
export const TOKEN_ROUTES = {
  'GET /api/links': 'read',
  'GET /api/links/ids': 'read',
  'POST /api/links': 'write',
  'GET /api/links/:id': 'read',
  'PATCH /api/links/:id': 'write',
  'DELETE /api/links/:id': 'write',
  'PATCH /api/links/:id/favorite': 'write',
  'PATCH /api/links/:id/archive': 'write',
  'PUT /api/links/:id/collection': 'write',
  'PUT /api/links/bulk': 'write',
  'DELETE /api/links/bulk': 'write',
  'GET /api/links/:id/content': 'read',
  'POST /api/links/:id/extraction': 'write',
  'POST /api/links/:id/reread': 'write',
  'PUT /api/links/:id/page': 'write',
  'DELETE /api/links/:id/page': 'write',
  'PUT /api/links/:id/position': 'write',
  'GET /api/images/:hash': 'read',
  'GET /api/links/:id/notes': 'read',
  'POST /api/links/:id/notes': 'write',
  'PUT /api/notes/:id': 'write',
  'DELETE /api/notes/:id': 'write',
  'DELETE /api/links/:id/highlights': 'write',
  'GET /api/notes': 'read',
  'GET /api/notes/counts': 'read',
  'GET /api/notes/export': 'read',
  'GET /api/links/:id/notes/export': 'read',
  'GET /api/collections': 'read',
  'POST /api/collections': 'write',
  'PUT /api/collections/:id': 'write',
  'DELETE /api/collections/:id': 'write',
  'GET /api/tags': 'read',
  'POST /api/tags/rename': 'write',
  'POST /api/tags/merge': 'write',
  'POST /api/tags/delete': 'write',
  'GET /api/counts': 'read',
  'POST /api/undo': 'write',
  'GET /api/imports': 'read',
  'GET /api/imports/:id': 'read',
  'GET /api/imports/:id/rows.csv': 'read',
} as const satisfies Readonly<Record<string, TokenScope>>

export type TokenRoute = keyof typeof TOKEN_ROUTES

const ACCOUNT = 'It changes or tells of the account, which no token may do.'
const SIGN_IN = 'It opens, restores or ends a session.'
const MONEY = 'It is about payments, which no token may make.'
const OUR_CLIENT = 'It serves the screens of our own client, and changes with them.'

const IN_BROWSER = 'Exports are asked for and downloaded in the browser, a file for each.'

/** Routes that no token may call and /docs leaves out, and why. */
export const UNDOCUMENTED_ROUTES = {
  'POST /api/signup': SIGN_IN,
  'POST /api/login': SIGN_IN,
  'POST /api/logout': SIGN_IN,
  'POST /api/forgot-password': SIGN_IN,
  'POST /api/reset-password': SIGN_IN,
  'GET /api/user': ACCOUNT,
  'GET /api/account': ACCOUNT,
  'GET /api/account/access': ACCOUNT,
  'POST /api/account/tokens': 'A token must not make another one.',
  'DELETE /api/account/tokens/:id': 'A token must not revoke another one.',
  'POST /api/account/password': ACCOUNT,
  'POST /api/account/email': ACCOUNT,
  'DELETE /api/account/email': ACCOUNT,
  'POST /api/account/confirm-email': ACCOUNT,
  'PUT /api/account/username': ACCOUNT,
  'PUT /api/account/first-name': ACCOUNT,
  'DELETE /api/account/sessions/:id': ACCOUNT,
  'DELETE /api/account/sessions': ACCOUNT,
  'POST /api/unsubscribe': ACCOUNT,
  'GET /api/unsubscribe': ACCOUNT,
  'GET /api/account/receipts': MONEY,
  'GET /api/payments': MONEY,
  'POST /api/create-payment-intent': MONEY,
  'POST /api/confirm-payment': MONEY,
  'POST /api/create-tier-checkout': MONEY,
  'POST /api/test-checkout': MONEY,
  'POST /api/stripe/webhook': MONEY,
  'POST /api/page-events': OUR_CLIENT,
  'GET /api/changes': OUR_CLIENT,
  'GET /api/preview': OUR_CLIENT,
  'POST /api/cache-article': OUR_CLIENT,
  'POST /api/undo/preview': OUR_CLIENT,
  'GET /api/exports': IN_BROWSER,
  'POST /api/exports': IN_BROWSER,
  'GET /api/exports/:id': IN_BROWSER,
  'GET /api/exports/:id/file': IN_BROWSER,
  'DELETE /api/exports/:id': IN_BROWSER,
  'POST /api/notes/count': OUR_CLIENT,
  'POST /api/migrate/analyze': 'Imports begin in the browser, where their preview is.',
  'POST /api/migrate/import-direct': 'Imports begin in the browser, where their preview is.',
  'POST /api/import/:source/preview': 'Imports begin in the browser, where their preview is.',
  'POST /api/import/:source': 'Imports begin in the browser, where their preview is.',
} as const satisfies Readonly<Record<string, string>>
