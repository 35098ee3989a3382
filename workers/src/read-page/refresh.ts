import type { Fetched } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { decodePage } from './charset.ts'

/** A page that waits longer reloads itself, in s. */
const maxDelay = 15
/** A page with more text is one, in UTF-16 units; one that only leads on says so and has a link. */
const maxText = 300
/** Longer pages are more than that, in bytes. */
const maxPage = 64 * 1024
const rule = /^\s*(\d{1,4})(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?["']?\s*([^"'\s][^"'>]*)/i
const tag = /<meta\b[^>]{0,4000}>/gi

/** The address that a page only leads to, by a Refresh header or the same in its HTML; undefined for a page with text. */
export function refreshOf({ headers, contentType, body }: Fetched): string | undefined {
  const isHtml = /^(text\/html|application\/xhtml\+xml|)\s*(;|$)/i.test(contentType)
  if (!isHtml || body.length > maxPage) return undefined
  const html = decodePage(body, contentType)
  if (textOf(html).length > maxText) return undefined
  const inHtml = [...html.matchAll(tag)]
    .map(([meta]) => meta)
    .find(meta => /http-equiv\s*=\s*["']?refresh\b/i.test(meta))
  const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(inHtml ?? '')
  const said = headers.refresh || content?.slice(1).find(Boolean)?.replaceAll('&amp;', '&')
  const [, delay, address] = rule.exec(said?.slice(0, 4_000) ?? '') ?? []
  return address && Number(delay) <= maxDelay ? address.trim() : undefined
}

const textOf = (html: string) =>
  html
    .replace(/<(script|style|title)\b[^>]{0,4000}>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
