import { type AllowedHosts, allowedHosts, isPublicUrl } from '@lectern/platform/safe-fetch/url.ts'
import sanitizeHtml from 'sanitize-html'

const allowedTags = (
  'p h1 h2 h3 h4 h5 h6 blockquote pre hr br wbr div section article ul ol li dl dt dd ' +
  'table caption colgroup col thead tbody tfoot tr th td ' +
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var ruby rb rt rp ' +
  'img figure figcaption picture'
).split(' ')

/** Their content is dropped too. */
const nonTextTags = (
  'script style textarea option select noscript noembed noframes template ' +
  'svg math iframe object embed applet audio video canvas xmp title'
).split(' ')

const dataImage = /^data:image\/(png|jpeg|gif|webp|avif);base64,[a-z0-9+/=\s]+$/i
/** In UTF-16 units. */
export const maxDataImage = 200_000
/** In UTF-16 units. */
const maxAddress = 2_048

/**
 * Makes HTML safe to store and show: only allowed tags, no id, style, class or handler, only http(s) and mailto links, with
 * rel, only raster images in data, every address absolute and public.
 */
export function sanitise(html: string, { base, allow }: { base: string; allow: AllowedHosts }): string {
  const address = (value: string | undefined): string | undefined => {
    const url = value === undefined ? null : URL.parse(value.trim(), base)
    return url && url.href.length <= maxAddress && isPublicUrl(url.href, allow) ? url.href : undefined
  }
  const sanitised = sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: {
      '*': ['dir', 'lang', 'data-target'],
      a: ['href', 'title', 'rel'],
      abbr: ['title'],
      blockquote: ['cite'],
      col: ['span'],
      colgroup: ['span'],
      del: ['datetime'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      ins: ['datetime'],
      li: ['value'],
      ol: ['start', 'reversed', 'type'],
      q: ['cite'],
      span: ['data-math'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      time: ['datetime'],
    },
    allowedClasses: { code: ['language-*'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
    allowProtocolRelative: false,
    nonTextTags,
    disallowedTagsMode: 'discard',
    transformTags: {
      a: (tagName, { href, rel: _, ...rest }) => {
        const target = isMail(href) || isTarget(href) ? href : address(href)
        if (target === undefined) return { tagName: 'span', attribs: {} }
        return { tagName, attribs: { href: target, ...rest, rel: 'noopener noreferrer nofollow' } }
      },
      img: (tagName, { src, ...rest }) => {
        const source = imageSource(src, address)
        // Another name would become that of the next end tag. exclusiveFilter would copy all HTML before it each time.
        if (source === undefined) return { tagName, attribs: {} }
        return { tagName, attribs: { src: source, ...rest } }
      },
      li: (tagName, { value, ...rest }) => ({
        tagName,
        attribs: value !== undefined && /^-?\d{1,9}$/.test(value) ? { value, ...rest } : rest,
      }),
      blockquote: withCite(address),
      q: withCite(address),
    },
  })
  return sanitised.replaceAll(droppedImage, '')
}

/** As sanitize-html writes an image without attributes. No text and no value holds an angle bracket. */
const droppedImage = '<img />'

/** A place in the article, which source/targets.ts numbered. */
const isTarget = (href: string | undefined) => href !== undefined && /^#t\d{1,5}$/.test(href)

const isMail = (href: string | undefined): href is string =>
  href !== undefined && href.length <= maxAddress && /^mailto:/i.test(href)

function imageSource(
  src: string | undefined,
  address: (value: string | undefined) => string | undefined,
): string | undefined {
  if (/^\s*data:/i.test(src ?? '')) {
    return src && src.length <= maxDataImage && dataImage.test(src.trim()) ? src.trim() : undefined
  }
  return address(src)
}

const withCite =
  (address: (value: string | undefined) => string | undefined): sanitizeHtml.Transformer =>
  (tagName, { cite, ...rest }) => {
    const source = address(cite)
    return { tagName, attribs: source === undefined ? rest : { cite: source, ...rest } }
  }

const canary = `<p onclick="x()" id="a" style="color:red">kept<script>x()</script><img src="x" onerror="x()">
<svg onload="x()"><a href="javascript:x()">y</a></svg><math><mtext></mtext></math><iframe srcdoc="x"></iframe>
<a href="java\nscript:x()">z</a><form action="x"><input autofocus onfocus="x()"></form></p>`

/** Throws if active content passes, for example after the library was replaced or broke. */
export function assertSanitises(sanitiser: typeof sanitise = sanitise): void {
  const kept = sanitiser(canary, { base: 'https://example.com/', allow: allowedHosts([]) })
  if (
    !kept.includes('kept') ||
    /<(?!\/?(p|span|img|a)[\s>])|\bon\w+\s*=|script|style|\bid=|x\(\)/i.test(kept)
  ) {
    throw new Error('Sanitising does not work: it let active content pass. No page will be read.')
  }
}
