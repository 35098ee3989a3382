import type { PageFacts } from '@lectern/contracts/events/article.ts'
import { type AllowedHosts, isPublicUrl } from '@lectern/platform/safe-fetch/url.ts'
import type { PageDocument, PageElement } from './dom.ts'
import { baseUrl } from './parse.ts'

/** What the head of a page says of it. Addresses are absolute, http or https, and on the public internet. */
export function pageFacts(document: PageDocument, url: string, allow: AllowedHosts): PageFacts {
  const base = baseUrl(document, url)
  const meta = metaTags(document)
  const first = (...names: string[]) =>
    names.map(name => meta.get(name)).find(value => value !== undefined) ?? ''
  const address = (value: string | null | undefined): string | null => {
    const absolute = value ? URL.parse(value.trim(), base)?.href : undefined
    return absolute && absolute.length <= 2_048 && isPublicUrl(absolute, allow) ? absolute : null
  }
  const image =
    first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ||
    document.querySelector('link[rel="image_src"]')?.getAttribute('href')

  return {
    title: short(first('og:title', 'twitter:title') || textOf(document.querySelector('title')), 500),
    author: authorName(first('author', 'article:author', 'parsely-author', 'dc.creator')),
    siteName: short(first('og:site_name', 'application-name', 'al:android:app_name'), 200) ?? hostName(url),
    publishedAt: publishedAt(document, first),
    excerpt: short(first('og:description', 'description', 'twitter:description'), 500),
    image: address(image),
    favicon: address(favicon(document)) ?? address('/favicon.ico'),
    language: languageTag(
      document.documentElement.getAttribute('lang') || first('og:locale', 'content-language'),
    ),
  }
}

/** First value of each name, lower case. */
function metaTags(document: PageDocument): Map<string, string> {
  const meta = new Map<string, string>()
  for (const tag of document.querySelectorAll('meta[content]')) {
    const name = ['property', 'name', 'itemprop', 'http-equiv']
      .map(key => tag.getAttribute(key))
      .find(Boolean)
    const content = tag.getAttribute('content')?.trim()
    const key = name?.trim().toLowerCase()
    if (key && content && !meta.has(key)) meta.set(key, content)
  }
  return meta
}

/** White space joined, cut to a number of characters; null where nothing is left. */
export function short(text: string | null | undefined, length: number): string | null {
  const joined = (text ?? '').replace(/\s+/g, ' ').trim()
  if (joined.length <= length) return joined || null
  return `${joined
    .slice(0, length - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

export function authorName(value: string | null | undefined): string | null {
  const name = short(value, 200)?.replace(/^(by|von|par|por|di|door)\s*:?\s+/i, '')
  return !name || /^https?:/i.test(name) ? null : name
}

const textOf = (element: PageElement | null) => element?.textContent ?? ''

const hostName = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? null

function favicon(document: PageDocument): string | null {
  const icons = [...document.querySelectorAll('link[rel][href]')].filter(link =>
    /(^|\s)(icon|apple-touch-icon(-precomposed)?)(\s|$)/i.test(link.getAttribute('rel') ?? ''),
  )
  const isVector = (link: PageElement) =>
    /svg/i.test(link.getAttribute('type') ?? '') || /\.svg(\?|#|$)/i.test(link.getAttribute('href') ?? '')
  return icons.find(link => !isVector(link))?.getAttribute('href') ?? null
}

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

function publishedAt(document: PageDocument, first: (...names: string[]) => string): string | null {
  const time = document.querySelector(
    'time[pubdate][datetime], [itemprop="datePublished"][datetime], article time[datetime]',
  )
  return isoDate(first(...dateNames)) ?? isoDate(time?.getAttribute('datetime'))
}

/** ISO 8601, a date alone kept as one; null for what is no date of the web's time. */
export function isoDate(value: string | null | undefined): string | null {
  const text = (value ?? '').trim()
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(text)?.[0]
  const time = Date.parse(text)
  const year = new Date(time).getUTCFullYear()
  if (!/\d{4}/.test(text) || Number.isNaN(time) || year < 1900 || year > 2100) return null
  return day ?? new Date(time).toISOString()
}

/** BCP 47 in its usual form; null where it is none. */
export function languageTag(value: string | null | undefined): string | null {
  try {
    return Intl.getCanonicalLocales((value ?? '').trim().replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export const isRightToLeft = (language: string | null): boolean =>
  rightToLeft.has((language ?? '').split('-')[0] ?? '')
