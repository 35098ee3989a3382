import type { PageFacts } from '@lectern/contracts/events/article.ts'
import { PAGE_LIMITS } from '@lectern/contracts/page-limits.ts'
import { type AllowedHosts, isPublicUrl } from '@lectern/platform/safe-fetch/url.ts'
import type { PreScan } from './pre-scan.ts'

const dateNames = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publishdate',
  'publish-date',
  'publication_date',
  'dc.date.issued',
  'dc.date',
  'dcterms.created',
  'citation_publication_date',
  'date',
]
const imageNames = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']

/** Facts that a page states about itself. Addresses are absolute, http or https, and public. */
export function pageFacts(scan: PreScan, url: string, allow: AllowedHosts): PageFacts {
  const base = baseUrl(scan, url)
  const first = (...names: string[]) => names.map(name => scan.meta.get(name)).find(Boolean) ?? ''
  const address = (value: string | undefined, limit: number): string | null => {
    const absolute = value ? URL.parse(value, base)?.href : undefined
    return absolute && absolute.length <= limit && isPublicUrl(absolute, allow) ? absolute : null
  }
  const link = (rel: RegExp) =>
    scan.links.find(candidate => rel.test(candidate.rel) && !isVector(candidate))?.href

  return {
    title: short(first('og:title', 'twitter:title') || scan.title, PAGE_LIMITS.title),
    author: authorName(first('author', 'article:author', 'parsely-author', 'dc.creator')),
    siteName: short(
      first('og:site_name', 'application-name', 'al:android:app_name') || hostName(url),
      PAGE_LIMITS.siteName,
    ),
    publishedAt: dateNames.map(name => isoDate(scan.meta.get(name))).find(Boolean) ?? isoDate(scan.time),
    excerpt: short(first('og:description', 'description', 'twitter:description'), PAGE_LIMITS.excerpt),
    image: address(first(...imageNames) || link(/(^|\s)image_src(\s|$)/), PAGE_LIMITS.image),
    favicon:
      address(link(/(^|\s)(icon|apple-touch-icon(-precomposed)?)(\s|$)/), PAGE_LIMITS.favicon) ??
      address('/favicon.ico', PAGE_LIMITS.favicon),
    language: languageTag(scan.language || first('og:locale', 'content-language')),
  }
}

const maxBase = 2_048

/** The base of the page's relative addresses. */
export function baseUrl(scan: PreScan, url: string): string {
  const base = URL.parse(scan.base, url)
  return base && /^https?:$/.test(base.protocol) && base.href.length <= maxBase ? base.href : url
}

const isVector = ({ href, type }: { href: string; type: string }) =>
  /svg/i.test(type) || /\.svgz?(\?|#|$)/i.test(href)

const hostName = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? null

/** The title without the site's name at its end: `Logs · The Blog` is `Logs`. */
export function withoutSiteName(title: string | null, siteName: string | null): string | null {
  if (!title || !siteName || !title.toLowerCase().endsWith(siteName.toLowerCase())) return title
  const [, rest] = /^(.*\S)\s+[|·•–—»-]\s+$/u.exec(title.slice(0, -siteName.length)) ?? []
  return rest ?? title
}

/** Longer texts are cut before they are read, in UTF-16 units. */
const maxRead = 4_096

/**
 * Joins white space, cuts to a length in UTF-16 units, and drops NUL and half characters, which Postgres refuses and a page
 * can write in JSON. Returns null when nothing is left.
 */
export function short(text: string | null | undefined, length: number): string | null {
  const read = (text ?? '').slice(0, maxRead).replaceAll('\0', '')
  const joined = read.replace(/\s+/g, ' ').trim()
  if (joined.length <= length) return joined.toWellFormed() || null
  const cut = joined.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.toWellFormed().trimEnd()}…`
}

export function authorName(value: string | null | undefined): string | null {
  const name = short(value, PAGE_LIMITS.author)?.replace(/^(by|von|par|por|di|door)\s*:?\s+/i, '')
  return !name || /^https?:/i.test(name) ? null : name
}

/** In UTF-16 units; a JavaScript date with the long name of its zone has about 70. */
const maxDate = 100
/** A time of day with a zone that Date.parse knows. */
const zoned = /\d:\d{2}[\d:.]*\s*(?:[ap]m)?\s*(?:z|utc?|gmt|[ecmp][sd]t|[+-]\d)/i

/** Date.parse would read a time without a zone in the zone of the server. */
const withZone = (date: string) => {
  if (zoned.test(date)) return date
  return /\dT\d/.test(date) ? `${date}Z` : `${date} UTC`
}

/** ISO 8601. A date without a time stays one; a time without a zone is UTC; years before 1900 or after 2100 give null. */
export function isoDate(value: string | null | undefined): string | null {
  const text = (value ?? '').slice(0, maxDate + 1).trim()
  if (text.length > maxDate) return null
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(text)?.[0]
  const time = Date.parse(withZone(text))
  const year = new Date(time).getUTCFullYear()
  if (!/\d{4}/.test(text) || Number.isNaN(time) || year < 1900 || year > 2100) return null
  return day ?? new Date(time).toISOString()
}

/** The canonical BCP 47 tag, or null. */
export function languageTag(value: string | null | undefined): string | null {
  const text = (value ?? '').slice(0, PAGE_LIMITS.language + 1).trim()
  if (text.length > PAGE_LIMITS.language) return null
  try {
    const tag = Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
    return tag && tag.length <= PAGE_LIMITS.language ? tag : null
  } catch {
    return null
  }
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export const isRightToLeft = (language: string | null): boolean =>
  rightToLeft.has((language ?? '').split('-')[0] ?? '')
