/**
 * Scripts come from our own files alone. Styles need 'unsafe-inline' because Radix's scroll lock inserts a style
 * element. Images are our own copies: reading tells no other site.
 */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  // The silence that keeps the media keys on the speech.
  'media-src blob:',
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The headers of an answer, by the requested path. */
export const securityHeaders = ({ https }: { https: boolean }) => {
  const ofAll = {
    'x-content-type-options': 'nosniff',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const ofApi = { ...ofAll, ...OF_API }
  const ofDocument = { ...ofAll, ...OF_DOCUMENT }
  return (url: string): Readonly<Record<string, string>> => (url.startsWith('/api/') ? ofApi : ofDocument)
}

const OF_API = { 'content-security-policy': API_POLICY, 'cache-control': 'no-store' }
const OF_DOCUMENT = {
  'content-security-policy': DOCUMENT_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Browsers would otherwise look up the hosts of an article's links before the reader follows one.
  'x-dns-prefetch-control': 'off',
}
