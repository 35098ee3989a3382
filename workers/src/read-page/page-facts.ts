import type { PageFacts } from '@lectern/contracts/events/article.ts'
import { PAGE_LIMITS } from '@lectern/contracts/page-limits.ts'
import { type AllowedHosts, isPublicUrl } from '@lectern/platform/safe-fetch/url.ts'
import { authorName } from './byline.ts'
import type { PreScan } from './pre-scan.ts'
import { sameName, short } from './short.ts'

const dateNames = [
  'article:published_time',
  'article:published',
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

  const siteName = short(
    first('og:site_name', 'application-name', 'al:android:app_name') || scan.data.site || hostName(url),
    PAGE_LIMITS.siteName,
  )
  return {
    title: short(first('og:title', 'twitter:title') || scan.title, PAGE_LIMITS.title),
    author: authorName(
      first('author', 'article:author', 'parsely-author', 'dc.creator') || scan.data.author,
      siteName,
    ),
    siteName,
    publishedAt:
      isoDate(scan.data.published) ??
      dateNames.map(name => isoDate(scan.meta.get(name))).find(Boolean) ??
      isoDate(scan.time),
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

/**
 * The title without the site's name before or after it: `Logs · The Blog` and `The Blog: Logs` are `Logs`. The name may be that of
 * the host, and may have other spaces: `TheHill` is `The Hill`.
 */
export function withoutSiteName(title: string | null, siteName: string | null, url = ''): string | null {
  if (!title) return title
  const host = hostName(url)
  const isSite = (text: string) =>
    sameName(text, siteName) || sameName(text, host) || sameName(text, host?.replace(/\.[^.]+$/, ''))
  const [, before, last] = /^(.*\S)\s*(?:\s[|·•–—»:-]|\|)\s+(\S.*)$/u.exec(title) ?? []
  if (before && last && isSite(last)) return withoutSiteName(before, siteName, url)
  const [, first, after] = /^(\S.*?)\s*(?:\s[|·•–—»-]|[|:])\s+(\S.*)$/u.exec(title) ?? []
  if (!first || !after) return title
  // Words before a colon may be the subject, which some sites are named after.
  const isColon = title.startsWith(`${first}:`)
  return (isColon ? sameName(first, siteName) : isSite(first)) ? after : title
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
