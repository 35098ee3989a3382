import type { PageElement } from '../dom.ts'

const maxAddress = 2_048

/**
 * Attributes in which pages keep the address of an image that is loaded late, the best first. From Miniflux, Graby, Defuddle and the lazy loading
 * scripts of WordPress, Cloudflare, PageSpeed, Ezoic, LinkedIn, Zhihu and WeChat.
 */
const names = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-orig-file',
  'data-hi-res-src',
  'data-pagespeed-high-res-src',
  'data-full-src',
  'data-large-file',
  'data-lazy',
  'data-lazyload',
  'data-lazyload-src',
  'data-actualsrc',
  'data-croporisrc',
  'data-cfsrc',
  'data-ezsrc',
  'data-echo',
  'data-ll-src',
  'data-li-src',
  'data-real-src',
  'data-runner-src',
  'data-delayed-url',
  'data-pagespeed-lazy-src',
  'data-image-src',
  'data-img-src',
  'data-img-url',
  'data-imgsrc',
  'data-native-src',
  'data-breeze',
  'data-image-loader',
  'data-image',
  'data-url',
  'data-medium-file',
  'nitro-lazy-src',
  'original-src',
  'load-src',
]
/** Some pages have one for each width: `data-800src`. */
const sized = /^data-(\d{3,4})src$/
const imageFile = /^\S+\.(?:jpe?g|png|gif|webp|avif)(?:[?#]\S*)?$/i
/** Widths that stand in the place of `{width}`. */
const widthOfTemplate = '1200'

export const isAddress = (value: string | null): value is string =>
  value !== null &&
  value.length <= maxAddress &&
  /^\s*(https?:|\/|[\w.-]+\/|[\w%.-]+\.(jpe?g|png|gif|webp|avif))/i.test(value)

/** The address of an image that is loaded late, in an attribute for it. */
export function lateAddress(image: PageElement): string | null {
  const named = names.map(name => image.getAttribute(name)).find(isAddress)
  if (named) return named.replace(/\{width\}|%7Bwidth%7D/gi, widthOfTemplate)
  const widths = [...image.attributes]
    .map(({ name, value }) => ({ width: Number(sized.exec(name)?.[1] ?? 0), value }))
    .filter(({ width, value }) => width > 0 && isAddress(value))
  return widths.sort((a, b) => b.width - a.width)[0]?.value ?? null
}

/** The address of an image file in any attribute but those that name another thing. */
export function anyAddress(image: PageElement): string | null {
  for (const { name, value } of image.attributes) {
    if (
      /^(src|srcset|alt|title|class|id|style|aria-.*|on.*|data-(low|small|thumb|placeholder|default).*)$/.test(
        name,
      )
    )
      continue
    if (value.length <= maxAddress && imageFile.test(value.trim())) return value.trim()
  }
  return null
}

/** Names of files that stand in for an image until it is loaded. */
const standIn =
  /(^|[/_.-])(blank|spacer|placeholders?|transparent|clear|empty|grey|gray|white-?dot|pixel|1x1|1px|lazy|lazy-?load|loading|loader|preload|spinner|dummy|no-?image|default-?image|trans)[\w-]*\.(gif|png|svg|jpe?g|webp)/i

/** Whether what an image shows at first is none of its own. */
export function isStandIn(source: string | null): boolean {
  const address = source?.trim() ?? ''
  if (address === '' || address === '#' || /^(about:|javascript:|null$|undefined$|data:,?$)/i.test(address))
    return true
  if (/^data:image\/svg/i.test(address)) return true
  if (/^data:/i.test(address)) return address.length < 2_000
  return standIn.test(address.slice(0, maxAddress).replace(/[?#].*$/, ''))
}
