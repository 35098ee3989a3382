import type { RowReason } from '@lectern/contracts/import-reasons.ts'
import { URL_MAX } from '@lectern/contracts/limits.ts'

/** `host:port` looks like a scheme. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i
const WEB = /^https?:\/\/[^/?#\\]/i

/** The address of a link as a file has it: of the web, without white space, with its scheme. */
export const linkUrl = (given: string): { readonly url: string } | { readonly reason: RowReason } => {
  let url = /[\s\p{Cc}]/u.test(given)
    ? given
        .trim()
        .replace(/[^\P{Cc}]/gu, '')
        .replace(/\s/gu, encodeSpace)
    : given
  if (url === '') return { reason: 'no-url' }
  url = url.toWellFormed()
  if (!WEB.test(url)) {
    if (/^https?:/i.test(url)) return { reason: 'bad-url' }
    if (SCHEME.test(url)) return { reason: 'not-http' }
    const host = url.replace(/^\/\//, '')
    if (!/^[^/?#\s]+\.[^/?#\s]+/.test(host)) return { reason: 'bad-url' }
    url = `https://${host}`
  }
  if (url.length > URL_MAX) return { reason: 'url-too-long' }
  return URL.canParse(url) ? { url } : { reason: 'bad-url' }
}

const encodeSpace = (space: string): string => encodeURIComponent(space)
