import { hasToken } from '@lectern/contracts/screens.ts'

/**
 * Scripts come from our own files alone. Styles need 'unsafe-inline' because Radix's scroll lock inserts a style
 * element. Images are our own copies: reading tells no other site.
 */
const policyOf = (changed: Readonly<Record<string, string>> = {}): string =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self'",
    'font-src': "'self'",
    // The silence that keeps the media keys on the speech.
    'media-src': 'blob:',
    'connect-src': "'self'",
    // The card form, /pay.
    'frame-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...changed,
  })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

const DOCUMENT_POLICY = policyOf()

/** The card form is a document of its own in a frame of ours: it alone lets Stripe's scripts, frames and calls in. */
const cardFormPolicy = (stripe: readonly string[]): string => {
  const sources = ["'self'", ...stripe].join(' ')
  return policyOf({
    'script-src': sources,
    'connect-src': sources,
    'frame-src': stripe.join(' '),
    'img-src': "'self' https://*.stripe.com",
    'frame-ancestors': "'self'",
  })
}

/** The documentation of the API: our script sends its examples to this site, and nothing else is loaded. */
const DOCS_POLICY = policyOf({
  'style-src': "'self'",
  'media-src': "'none'",
  'frame-src': "'none'",
  'form-action': "'none'",
})

/** Pages of public links: strangers' texts, a style sheet and pictures of ours, and the form for a password. */
const SHARED_POLICY = [
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'",
  "base-uri 'none'; frame-ancestors 'none'",
].join('; ')

/** Where Stripe's scripts, frames and calls come from (https://docs.stripe.com/security/guide). */
const STRIPE = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
  'https://api.stripe.com',
]

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The headers of an answer, by the requested path. @param standIn the origin of the stand-in in Stripe's place */
export const securityHeaders = ({ https }: { https: boolean }, standIn?: string) => {
  const ofAll = {
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const ofApi = { ...ofAll, ...OF_API }
  const ofDocument = { ...ofAll, ...OF_DOCUMENT }
  const ofTokenPage = { ...ofDocument, 'referrer-policy': 'no-referrer' }
  const ofCardForm = {
    ...ofDocument,
    'content-security-policy': cardFormPolicy(standIn === undefined ? STRIPE : [standIn]),
  }
  const ofDocs = { ...ofDocument, 'content-security-policy': DOCS_POLICY }
  const ofShared = {
    ...{ ...ofTokenPage, 'content-security-policy': SHARED_POLICY, 'x-robots-tag': 'noindex, nofollow' },
    'cross-origin-resource-policy': 'same-origin',
  }
  return (url: string): Readonly<Record<string, string>> => {
    if (/^\/(api|oauth)\//.test(url)) return ofApi
    if (/^\/pay(\?|$)/.test(url)) return ofCardForm
    if (/^\/docs\/?(\?|$)/.test(url)) return ofDocs
    if (/^\/s\//.test(url)) return ofShared
    return hasToken(url) ? ofTokenPage : ofDocument
  }
}

const OF_API = {
  'content-security-policy': API_POLICY,
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
}
const OF_DOCUMENT = {
  'content-security-policy': DOCUMENT_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Browsers would otherwise look up the hosts of an article's links before the reader follows one.
  'x-dns-prefetch-control': 'off',
}
