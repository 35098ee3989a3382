import { createHash } from 'node:crypto'

/**
 * Query parameters that name the way to a page, not the page. Names are compared in lower case.
 * The list may grow: events keep the keys that were computed before.
 */
const TRACKING_PARAMETERS = new Set([
  // Click ids of advertising networks and social sites
  ...[
    'fbclid',
    'gclid',
    'gclsrc',
    'dclid',
    'gbraid',
    'wbraid',
    'msclkid',
    'yclid',
    'ysclid',
    'twclid',
    'ttclid',
  ],
  ...['li_fat_id', 'igsh', 'igshid', 'epik', 'srsltid', 'rdt_cid', 'rb_clickid', 'wickedid', '_openstat'],
  // Analytics
  ...['_ga', '_gl', 's_cid', 'pk_campaign', 'pk_kwd', 'pk_source', 'pk_medium'],
  // Newsletters and marketing mail
  ...['mc_cid', 'mc_eid', 'mkt_tok', '_hsenc', '_hsmi', '__hssc', '__hstc', '__hsfp', 'hsctatracking'],
  ...['oly_anon_id', 'oly_enc_id', 'vero_id', 'vero_conv', 'ml_subscriber', 'ml_subscriber_hash', '__s'],
])
const TRACKING_PREFIXES = ['utm_', 'mtm_', 'hsa_']

/** In characters. Longer keys end in a hash, which bounds the memory of each link. */
const KEY_MAX = 256

const isTracking = (parameter: string): boolean => {
  const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
  return TRACKING_PARAMETERS.has(name) || TRACKING_PREFIXES.some(prefix => name.startsWith(prefix))
}

/**
 * Identifies a page: urls with the same key are duplicates. The key ignores scheme, www, default port, trailing slashes,
 * tracking parameters, the host's case and a fragment, unless that begins with `#!` or `#/` and so names the page.
 * All else counts, the order of parameters too.
 * @param url an absolute http or https url
 */
export const urlKey = (url: string): string => {
  const { hostname, port, pathname, search, hash, username, password } = new URL(url)
  const bareHost = hostname.replace(/\.$/, '')
  const host = /^www\..+\./.test(bareHost) ? bareHost.slice(4) : bareHost
  const user = username || password ? `${username}:${password}@` : ''
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  const parameters = search
    .slice(1)
    .split('&')
    .filter(parameter => parameter !== '' && !isTracking(parameter))
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  const fragment = /^#[!/]/.test(hash) ? hash : ''
  const key = `${user}${host}${port && `:${port}`}${path}${query}${fragment}`
  if (key.length <= KEY_MAX) return key
  const digest = createHash('sha256').update(key).digest('base64url')
  return `${key.slice(0, KEY_MAX - digest.length - 1)}~${digest}`
}
