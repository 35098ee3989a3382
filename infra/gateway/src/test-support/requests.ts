import { wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import type { Asked } from './gateway.ts'

/** The ids in a request: Ann's, or unknown ones. */
export type Named = {
  readonly link: number
  readonly collection: number
  readonly note: number
  readonly clientId: string
  readonly contentHash: string
  readonly importId: string
  readonly exportId: string
  readonly share: string
  readonly session: string
  readonly token: string
  readonly device: string
  readonly passkey: string
  readonly uploadId: string
  readonly cursor: string
  readonly url: string
  readonly word: string
  readonly email: string
  readonly key: string
  readonly payment: string
  /** SHA-256 of a picture. */
  readonly image: string
  readonly library: string
  readonly invitation: string
  readonly member: string
}
export type Request = Omit<Asked, 'method'>

/** Ben's own ids, to be sent beside foreign ones. */
const OWN = 1

const aCredential = (id: string) => ({
  ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: '', authenticatorData: '', signature: '' },
})

const onLink = ({ link }: Named, suffix = ''): string => `/api/links/${link}${suffix}`
const lists = ({ collection, cursor, word, url }: Named): string[] => [
  '',
  `?collection=${collection}`,
  `?cursor=${cursor}`,
  `?archived=all&q=${word}`,
  `?archived=all&q=${encodeURIComponent(`tag:${word}`)}`,
  `?archived=all&q=${encodeURIComponent(url)}`,
]
const histories = ({ link, collection, importId, cursor, word }: Named): string[] => [
  ...['', `?link=${link}`, `?collection=${collection}`, `?import=${importId}`, `?tag=${word}`, `?q=${word}`],
  `?cursor=${cursor.split('.')[0]}.l9`,
]

/** For every route, requests that name Ann's ids. A route that is missing here fails the tests. */
export const REQUESTS: Record<string, (named: Named) => Request[]> = {
  // Only signup tells that a name is taken.
  'POST /api/signup': () => [],
  'POST /api/login': ({ email }) => [{ path: '/api/login', body: { email, password: 'not her password' } }],
  // Ends the session of the request, and names no id.
  'POST /api/logout': () => [],
  // These name nobody's id: what they carry is a token, or an address that is answered like any other.
  'POST /api/forgot-password': ({ email }) => [{ path: '/api/forgot-password', body: { email } }],
  'POST /api/reset-password': () => [
    { path: '/api/reset-password', body: { token: 'x'.repeat(43), password: 'a long passphrase' } },
  ],
  'POST /api/account/confirm-email': () => [
    { path: '/api/account/confirm-email', body: { token: 'x'.repeat(43) } },
  ],
  'POST /api/unsubscribe': () => [{ path: '/api/unsubscribe', body: { token: 'x' } }],
  // It leads to the page with the query that it got.
  'GET /api/unsubscribe': () => [],
  'GET /api/account': () => [{ path: '/api/account' }],
  'GET /api/account/access': () => [{ path: '/api/account/access' }],
  'POST /api/account/tokens': () => [
    {
      path: '/api/account/tokens',
      body: { name: 'Mine', scope: 'write', expiresInDays: null, currentPassword: 'wrong' },
    },
  ],
  'DELETE /api/account/tokens/:id': ({ token }) => [
    { path: `/api/account/tokens/${token}` },
    { path: '/api/account/tokens/none' },
  ],
  'POST /api/account/devices': () => [
    { path: '/api/account/devices', body: { name: 'Mine', scope: 'write', currentPassword: 'wrong' } },
  ],
  'DELETE /api/account/devices/:id': ({ device }) => [
    { path: `/api/account/devices/${device}` },
    { path: '/api/account/devices/none' },
  ],
  'GET /api/account/receipts': () => [{ path: '/api/account/receipts' }],
  'DELETE /api/account/email': () => [{ path: '/api/account/email' }],
  // These need the password of the caller.
  'GET /api/auth/methods': () => [{ path: '/api/auth/methods' }],
  'POST /api/auth/passkey/options': () => [{ path: '/api/auth/passkey/options', body: {} }],
  'POST /api/auth/passkey': ({ word }) => [
    { path: '/api/auth/passkey', body: { credential: aCredential(word) } },
  ],
  'POST /api/account/totp': () => [{ path: '/api/account/totp', body: { currentPassword: 'wrong' } }],
  'POST /api/account/totp/confirm': () => [{ path: '/api/account/totp/confirm', body: { code: '123456' } }],
  'DELETE /api/account/totp': () => [{ path: '/api/account/totp', body: { currentPassword: 'wrong' } }],
  'POST /api/account/passkeys/options': () => [
    { path: '/api/account/passkeys/options', body: { currentPassword: 'wrong' } },
  ],
  'POST /api/account/passkeys': ({ word }) => [
    { path: '/api/account/passkeys', body: { name: 'Mine', credential: aCredential(word) } },
  ],
  'PATCH /api/account/passkeys/:id': ({ passkey }) => [
    { path: `/api/account/passkeys/${passkey}`, body: { name: 'Mine' } },
  ],
  'DELETE /api/account/passkeys/:id': ({ passkey }) => [
    { path: `/api/account/passkeys/${passkey}`, body: {} },
  ],
  'POST /api/auth/confirm': () => [{ path: '/api/auth/confirm', body: { password: 'wrong' } }],
  'POST /api/account/password': () => [
    { path: '/api/account/password', body: { currentPassword: 'wrong', password: 'a long passphrase' } },
  ],
  'POST /api/account/email': () => [
    { path: '/api/account/email', body: { email: 'other@example.org', currentPassword: 'wrong' } },
  ],
  'POST /api/account/delete': () => [
    { path: '/api/account/delete', body: { currentPassword: 'wrong', confirmation: 'DELETE' } },
  ],
  // Only these tell that a name is taken.
  'PUT /api/account/username': () => [],
  'PUT /api/account/first-name': () => [{ path: '/api/account/first-name', body: { firstName: '' } }],
  'PUT /api/account/news': () => [{ path: '/api/account/news', body: {} }],
  'DELETE /api/account/sessions/:id': ({ session }) => [
    { path: `/api/account/sessions/${session}` },
    { path: '/api/account/sessions/none' },
  ],
  'DELETE /api/account/sessions': () => [{ path: '/api/account/sessions' }],
  'GET /api/user': ({ email }) => [{ path: `/api/user?email=${email}` }],
  // Stripe signs it, and nobody calls it.
  'POST /api/stripe/webhook': () => [],
  'GET /api/payments': () => [{ path: '/api/payments' }],
  // These name no id: what is bought is the caller's.
  'POST /api/create-payment-intent': () => [],
  'POST /api/create-tier-checkout': () => [],
  'POST /api/test-checkout': () => [],
  'POST /api/page-events': () => [{ path: '/api/page-events', body: { kind: 'conversion' } }],
  'POST /api/confirm-payment': ({ payment }) => [
    { path: '/api/confirm-payment', body: { paymentIntentId: payment } },
  ],
  'GET /api/counts': ({ collection }) => [{ path: `/api/counts?collection=${collection}` }],
  // A stream without end; query-api/src/changes tests its recipients.
  'GET /api/changes': () => [],
  'GET /api/images/:hash': ({ image }) => [
    { path: `/api/images/${image}` },
    { path: `/api/images/${image}?w=400` },
    { path: '/api/images/none' },
  ],
  'GET /api/preview': ({ url }) => [{ path: `/api/preview?url=${encodeURIComponent(url)}` }],

  // Nobody of these is an operator.
  'GET /api/operation': () => [{ path: '/api/operation' }],
  'POST /api/operation/retry': () => [{ path: '/api/operation/retry', body: { kind: 'mail' } }],
  'POST /api/operation/drop': ({ key }) => [{ path: '/api/operation/drop', body: { kind: 'mail', key } }],

  'GET /api/deleted-links': ({ cursor }) => [
    { path: '/api/deleted-links' },
    { path: `/api/deleted-links?cursor=${cursor}` },
  ],
  'POST /api/deleted-links/bring-back': ({ link }) => [
    { path: '/api/deleted-links/bring-back', body: { linkIds: [link] } },
    { path: '/api/deleted-links/bring-back', body: { all: true } },
  ],
  'DELETE /api/deleted-links': ({ link }) => [
    { path: '/api/deleted-links', body: { linkIds: [link] } },
    { path: '/api/deleted-links', body: { all: true } },
  ],
  'POST /api/undo': ({ key }) => [
    { path: '/api/undo', body: { commandId: key } },
    { path: '/api/undo', body: { act: 'l999' } },
  ],
  'POST /api/undo/preview': ({ key }) => [
    { path: '/api/undo/preview', body: { commandId: key } },
    { path: '/api/undo/preview', body: { act: 'l999' } },
  ],
  'GET /api/tags': ({ word }) => [{ path: `/api/tags?tag=${word}` }],
  'POST /api/tags/rename': ({ word }) => [{ path: '/api/tags/rename', body: { from: word, to: 'other' } }],
  'POST /api/tags/merge': ({ word }) => [{ path: '/api/tags/merge', body: { from: [word], into: 'other' } }],
  'POST /api/tags/delete': ({ word }) => [{ path: '/api/tags/delete', body: { tag: word } }],

  'GET /api/links': named => lists(named).map(query => ({ path: `/api/links${query}` })),
  'GET /api/links/ids': named => lists(named).map(query => ({ path: `/api/links/ids${query}` })),
  'POST /api/links': ({ url, key }) => [
    { path: '/api/links', body: { url, title: 'My own' }, headers: { 'idempotency-key': key } },
  ],
  'GET /api/links/:id': named => [{ path: onLink(named) }],
  'GET /api/links/:id/content': named => [
    { path: onLink(named, '/content') },
    { path: onLink(named, `/content?version=${named.contentHash}`) },
    { path: `/api/links/${OWN}/content?version=${named.contentHash}` },
  ],
  'POST /api/links/:id/extraction': named => [{ path: onLink(named, '/extraction') }],
  'POST /api/links/:id/reread': named => [{ path: onLink(named, '/reread') }],
  'PUT /api/links/:id/page': named => [
    { path: onLink(named, '/page'), body: { html: '<html><p>Mine</p></html>' } },
  ],
  'DELETE /api/links/:id/page': named => [{ path: onLink(named, '/page') }],
  'PUT /api/links/:id/position': ({ link, contentHash }) => [
    { path: `/api/links/${link}/position`, body: { offset: 1, contentHash } },
    { path: `/api/links/${OWN}/position`, body: { offset: 1, contentHash } },
  ],
  'POST /api/cache-article': ({ link, url }) => [
    { path: '/api/cache-article', body: { articleId: link, url } },
    { path: '/api/cache-article', body: { articleId: String(link), url } },
  ],
  'DELETE /api/links/:id': named => [{ path: onLink(named) }],
  'PATCH /api/links/:id': named => [
    { path: onLink(named), body: { title: 'My own' } },
    { path: onLink({ ...named, link: OWN }), body: { collectionId: named.collection } },
  ],
  'PATCH /api/links/:id/favorite': named => [
    { path: onLink(named, '/favorite') },
    { path: onLink(named, '/favorite'), body: { isFavorite: true } },
  ],
  'PATCH /api/links/:id/archive': named => [
    { path: onLink(named, '/archive') },
    { path: onLink(named, '/archive'), body: { isArchived: true } },
  ],
  'PUT /api/links/:id/collection': named => [
    { path: onLink(named, '/collection'), body: { collectionId: null } },
    { path: onLink(named, '/collection'), body: { collectionId: OWN } },
    { path: `/api/links/${OWN}/collection`, body: { collectionId: named.collection } },
  ],
  'PUT /api/links/bulk': ({ link, collection }) => [
    { path: '/api/links/bulk', body: { linkIds: [link], updates: { tags: ['ben'] } } },
    { path: '/api/links/bulk', body: { linkIds: [link, OWN], updates: { isFavorite: true } } },
    { path: '/api/links/bulk', body: { linkIds: [link], updates: { collectionId: OWN } } },
    { path: '/api/links/bulk', body: { linkIds: [OWN], updates: { collectionId: collection } } },
  ],
  'DELETE /api/links/bulk': ({ link }) => [{ path: '/api/links/bulk', body: { linkIds: [link] } }],
  'POST /api/links/bulk/extraction': ({ link }) => [
    { path: '/api/links/bulk/extraction', body: { linkIds: [link] } },
  ],

  'GET /api/links/:id/notes': named => [{ path: onLink(named, '/notes') }],
  'POST /api/links/:id/notes/share': named => [{ path: onLink(named, '/notes/share') }],
  'GET /api/links/:id/notes/export': named => [{ path: onLink(named, '/notes/export?private=true') }],
  'DELETE /api/links/:id/highlights': named => [{ path: onLink(named, '/highlights') }],
  'POST /api/links/:id/notes': named => [
    ...[named.link, OWN].map(link => ({
      path: `/api/links/${link}/notes`,
      body: {
        ...{ type: 'highlight', content: 'Mine', position: { start: 0, end: 1 } },
        anchor: { prefix: '', suffix: '', contentHash: named.contentHash },
      },
    })),
    { path: onLink(named, '/notes'), body: { type: 'note', content: 'Mine' } },
    { path: onLink(named, '/notes'), body: { type: 'note', content: 'Mine', clientId: named.clientId } },
  ],
  'GET /api/notes': ({ cursor, word }) => [
    ...['', `?cursor=${cursor}`, `?q=${word}`, '?changes=0&private=true'].map(query => ({
      path: `/api/notes${query}`,
    })),
  ],
  'GET /api/notes/counts': ({ word }) => [{ path: `/api/notes/counts?q=${word}` }],
  'GET /api/notes/export': () => [{ path: '/api/notes/export?private=true' }],
  'POST /api/notes/count': ({ link }) => [
    { path: '/api/notes/count', body: { linkIds: [link] } },
    { path: '/api/notes/count', body: { linkIds: [link, OWN] } },
  ],
  'PUT /api/notes/:id': ({ note }) => [{ path: `/api/notes/${note}`, body: { content: 'Mine' } }],
  'DELETE /api/notes/:id': ({ note }) => [{ path: `/api/notes/${note}` }],

  'GET /api/exports': ({ exportId }) => [{ path: `/api/exports?id=${exportId}` }],
  'GET /api/exports/:id': ({ exportId }) => [
    { path: `/api/exports/${exportId}` },
    { path: '/api/exports/none' },
  ],
  'GET /api/exports/:id/file': ({ exportId }) => [{ path: `/api/exports/${exportId}/file` }],
  'DELETE /api/exports/:id': ({ exportId }) => [{ path: `/api/exports/${exportId}` }],
  // On a plan without them; exports.it.test.ts asks on one that has them.
  'POST /api/exports': ({ link, collection }) => [
    { path: '/api/exports', body: { format: 'json', scope: { kind: 'links', linkIds: [link] } } },
    {
      path: '/api/exports',
      body: { format: 'json', scope: { kind: 'collection', collectionId: collection } },
    },
  ],

  'GET /api/shares': ({ share }) => [{ path: `/api/shares?id=${share}` }],
  'POST /api/shares': ({ link, collection }) => [
    { path: '/api/shares', body: { kind: 'article', linkId: link } },
    { path: '/api/shares', body: { kind: 'highlights', linkId: link, live: false, withNotes: true } },
    { path: '/api/shares', body: { kind: 'collection', collectionId: collection } },
  ],
  'POST /api/shares/:id/renew': ({ share }) => [
    { path: `/api/shares/${share}/renew` },
    { path: '/api/shares/none/renew' },
  ],
  'DELETE /api/shares/:id': ({ share }) => [{ path: `/api/shares/${share}` }, { path: '/api/shares/none' }],

  'GET /api/imports': ({ importId }) => [{ path: `/api/imports?id=${importId}` }],
  'GET /api/imports/:id': ({ importId }) => [{ path: `/api/imports/${importId}` }],
  'GET /api/imports/:id/rows.csv': ({ importId }) => [{ path: `/api/imports/${importId}/rows.csv` }],
  // Files alone lead to previews.
  'POST /api/migrate/analyze': () => [],
  'POST /api/import/:source/preview': () => [],
  'POST /api/migrate/import-direct': ({ uploadId }) => [
    { path: '/api/migrate/import-direct', body: { uploadId } },
  ],
  'POST /api/import/:source': ({ uploadId }) => [{ path: '/api/import/raindrop', body: { uploadId } }],

  // wallabag's API. A session opens none of it; every-route.it.test.ts asks with a device, too.
  'POST /oauth/v2/token': ({ email }) => [
    { path: '/oauth/v2/token', body: { grant_type: 'password', username: email, password: 'a2b3' } },
    { path: '/oauth/v2/token', body: { grant_type: 'refresh_token', refresh_token: 'lectr_none' } },
  ],
  'GET /api/version': () => [{ path: '/api/version' }],
  'GET /api/version.json': () => [{ path: '/api/version.json' }],
  'GET /api/info': () => [{ path: '/api/info' }],
  'GET /api/info.json': () => [{ path: '/api/info.json' }],
  'GET /api/entries': ({ word }) => [{ path: `/api/entries?tags=${word}` }],
  'GET /api/entries.json': ({ word }) => [
    { path: '/api/entries.json' },
    { path: `/api/entries.json?tags=${word}` },
  ],
  'GET /api/entries/exists': ({ url }) => [{ path: `/api/entries/exists?url=${encodeURIComponent(url)}` }],
  'GET /api/entries/exists.json': ({ url }) => [
    { path: `/api/entries/exists.json?return_id=1&url=${encodeURIComponent(url)}` },
  ],
  'POST /api/entries': () => [{ path: '/api/entries', body: { url: 'https://example.com/both' } }],
  'POST /api/entries.json': () => [{ path: '/api/entries.json', body: { url: 'https://example.com/both' } }],
  'GET /api/entries/:entry': ({ link }) => [{ path: `/api/entries/${link}.json` }],
  'PATCH /api/entries/:entry': ({ link }) => [{ path: `/api/entries/${link}.json`, body: { archive: 1 } }],
  'DELETE /api/entries/:entry': ({ link }) => [{ path: `/api/entries/${link}.json` }],
  'GET /api/entries/:entry/export.epub': ({ link }) => [{ path: `/api/entries/${link}/export.epub` }],
  'PATCH /api/entries/:entry/reload': ({ link }) => [{ path: `/api/entries/${link}/reload` }],
  'PATCH /api/entries/:entry/reload.json': ({ link }) => [{ path: `/api/entries/${link}/reload.json` }],
  'GET /api/annotations/:id': ({ link }) => [{ path: `/api/annotations/${link}.json` }],
  'POST /api/annotations/:id': ({ link }) => [
    { path: `/api/annotations/${link}.json`, body: { text: 'mine', quote: 'words', ranges: [] } },
  ],
  'PUT /api/annotations/:id': ({ note }) => [
    { path: `/api/annotations/${note}.json`, body: { text: 'mine' } },
  ],
  'DELETE /api/annotations/:id': ({ note }) => [{ path: `/api/annotations/${note}.json` }],
  'GET /api/config': () => [{ path: '/api/config' }],
  'GET /api/config.json': () => [{ path: '/api/config.json' }],
  'GET /api/entries/:entry/tags': ({ link }) => [{ path: `/api/entries/${link}/tags` }],
  'POST /api/entries/:entry/tags': ({ link }) => [
    { path: `/api/entries/${link}/tags`, body: { tags: 'mine' } },
  ],
  'GET /api/entries/:entry/tags.json': ({ link }) => [{ path: `/api/entries/${link}/tags.json` }],
  'POST /api/entries/:entry/tags.json': ({ link }) => [
    { path: `/api/entries/${link}/tags.json`, body: { tags: 'mine' } },
  ],
  'DELETE /api/entries/:entry/tags/:tag': ({ link }) => [{ path: `/api/entries/${link}/tags/1.json` }],
  'GET /api/tags.json': () => [{ path: '/api/tags.json' }],
  'DELETE /api/tags/:tag': ({ word }) => [{ path: `/api/tags/${wallabagTag(word).id}.json` }],
  'DELETE /api/tag/label': ({ word }) => [{ path: `/api/tag/label?tag=${word}` }],
  'DELETE /api/tags/label': ({ word }) => [{ path: `/api/tags/label?tags=${word}` }],
  'DELETE /api/tags/label.json': ({ word }) => [{ path: `/api/tags/label.json?tags=${word}` }],
  'DELETE /api/tag/label.json': ({ word }) => [{ path: `/api/tag/label.json?tag=${word}` }],

  'GET /api/history': named => histories(named).map(query => ({ path: `/api/history${query}` })),
  'GET /api/history/months': named =>
    histories(named).map(query => ({ path: `/api/history/months${query}` })),

  // On a plan without it: sharing.it.test.ts asks on one that has it.
  'POST /api/collections/:id/invitations': ({ collection, email }) => [
    { path: `/api/collections/${collection}/invitations`, body: { emails: [email], role: 'reader' } },
  ],
  'GET /api/collections/:id/invitations': ({ collection }) => [
    { path: `/api/collections/${collection}/invitations` },
  ],
  'DELETE /api/collections/:id/invitations/:invitationId': ({ collection, invitation }) => [
    { path: `/api/collections/${collection}/invitations/${invitation}` },
    { path: `/api/collections/${OWN}/invitations/${invitation}` },
    { path: `/api/collections/${OWN}/invitations/none` },
  ],
  'POST /api/collections/:id/invitations/:invitationId/resend': ({ collection, invitation }) => [
    { path: `/api/collections/${collection}/invitations/${invitation}/resend` },
    { path: `/api/collections/${OWN}/invitations/${invitation}/resend` },
  ],
  'PATCH /api/collections/:id/members/:memberId': ({ collection, member }) => [
    { path: `/api/collections/${collection}/members/${member}`, body: { role: 'editor' } },
    { path: `/api/collections/${OWN}/members/${member}`, body: { role: 'editor' } },
  ],
  'DELETE /api/collections/:id/members/:memberId': ({ collection, member }) => [
    { path: `/api/collections/${collection}/members/${member}` },
    { path: `/api/collections/${OWN}/members/${member}` },
  ],
  'POST /api/collections/:id/handover': ({ collection, member }) => [
    { path: `/api/collections/${collection}/handover`, body: { memberId: member } },
    { path: `/api/collections/${OWN}/handover`, body: { memberId: member } },
  ],
  'POST /api/collections/:id/handover/accept': ({ collection, library }) => [
    { path: `/api/collections/${collection}/handover/accept` },
    { path: `/api/collections/${collection}/handover/accept?library=${library}` },
  ],
  'POST /api/collections/:id/leave': ({ collection, library }) => [
    { path: `/api/collections/${collection}/leave` },
    { path: `/api/collections/${collection}/leave?library=${library}` },
  ],
  'GET /api/collections/:id/members': ({ collection, library }) => [
    { path: `/api/collections/${collection}/members` },
    { path: `/api/collections/${collection}/members?library=${library}` },
  ],
  'GET /api/collections/:id/activity': ({ collection, library, cursor }) => [
    { path: `/api/collections/${collection}/activity` },
    { path: `/api/collections/${collection}/activity?library=${library}` },
    { path: `/api/collections/${OWN}/activity?cursor=${cursor.split('.')[0]}.l9` },
  ],
  'GET /api/shared': ({ library }) => [
    { path: '/api/shared' },
    { path: `/api/links?library=${library}` },
    { path: `/api/links?library=${library}&shared=also` },
    { path: `/api/links?shared=only&q=${library}` },
  ],
  'PUT /api/shared/:collectionId': ({ collection, library }) => [
    { path: `/api/shared/${collection}`, body: { inAllArticles: true } },
    { path: `/api/shared/${collection}?library=${library}`, body: { inAllArticles: true } },
  ],
  // Who has a token was given it.
  'GET /api/invitations/:token': () => [{ path: `/api/invitations/${'x'.repeat(43)}` }],
  'POST /api/invitations/:token/accept': () => [{ path: `/api/invitations/${'x'.repeat(43)}/accept` }],

  'GET /api/collections': ({ collection }) => [{ path: `/api/collections?id=${collection}` }],
  'POST /api/collections': ({ collection, key }) => [
    { path: '/api/collections', body: { name: 'Mine', id: collection }, headers: { 'idempotency-key': key } },
  ],
  'PUT /api/collections/:id': ({ collection }) => [
    { path: `/api/collections/${collection}`, body: { name: 'Mine' } },
  ],
  'DELETE /api/collections/:id': ({ collection }) => [{ path: `/api/collections/${collection}` }],
}

/** Routes that need no session. */
export const PUBLIC = new Set([
  'GET /api/invitations/:token',
  'POST /api/signup',
  'POST /api/login',
  'GET /api/auth/methods',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'POST /api/logout',
  'POST /api/forgot-password',
  'POST /api/reset-password',
  'POST /api/account/confirm-email',
  'POST /api/unsubscribe',
  'GET /api/unsubscribe',
  'POST /api/stripe/webhook',
  'POST /api/test-checkout',
  'POST /api/page-events',
  'GET /api/payments',
  'POST /oauth/v2/token',
  'GET /api/version',
  'GET /api/version.json',
  'GET /api/info',
  'GET /api/info.json',
])
/** Routes that make something new, so that two answers differ. */
export const MAKES = new Set(['POST /api/links', 'POST /api/collections', 'POST /api/auth/passkey/options'])
