/** Known facts of the page whose article is cleaned. */
export type Page = {
  readonly url: string
  readonly title: string | null
  readonly byline: string | null
  readonly siteName: string | null
  readonly language: string | null
}

/** The part of a host name that a site keeps over its subdomains, nearly: `video.site.co.uk` and `site.co.uk` are `site.co.uk`. */
function siteOf(url: string): string {
  const labels = (URL.parse(url)?.hostname ?? '').split('.')
  const isShort = (labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 0) <= 3
  return labels.slice(isShort ? -3 : -2).join('.')
}

/** Whether an address is of another page of the same site. A place in the same page is none. */
export function isOwnPage(href: string | null, { url }: Page): boolean {
  if (href === null || href.startsWith('#')) return false
  const target = URL.parse(href, url)
  if (!target || !/^https?:$/.test(target.protocol)) return false
  return siteOf(target.href) === siteOf(url) && withoutFragment(target.href) !== withoutFragment(url)
}

const withoutFragment = (url: string) => url.replace(/#.*$/, '')
