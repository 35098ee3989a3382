import { Parser } from 'htmlparser2'

const maxElements = 50_000
const maxDepth = 256

/** What a page says in tags that hold no text, found without building a tree. */
export type PreScan = {
  /** First value of each name, lower case, of property, name, itemprop or http-equiv. */
  readonly meta: ReadonlyMap<string, string>
  readonly links: readonly { readonly rel: string; readonly href: string; readonly type: string }[]
  readonly title: string
  readonly language: string
  /** Of <base>. */
  readonly base: string
  /** Of the first time element that may be that of publication. */
  readonly time: string
  readonly asksForPassword: boolean
}

/**
 * Reads a page once, in one pass. undefined for a page that would cost too much as a tree (1,000 nested divs in
 * 11 kB take Readability 5 s).
 */
export function preScan(html: string): PreScan | undefined {
  const meta = new Map<string, string>()
  const links: { rel: string; href: string; type: string }[] = []
  const found = { title: '', language: '', base: '', time: '', asksForPassword: false }
  let elements = 0
  let depth = 0
  let articles = 0
  let inTitle = false

  const look = (tag: string, { content = '', href = '', ...attributes }: Record<string, string>) => {
    if (tag === 'meta') {
      const name =
        attributes.property || attributes.name || attributes.itemprop || attributes['http-equiv'] || ''
      const key = name.trim().toLowerCase()
      if (key && content.trim() && !meta.has(key)) meta.set(key, content.trim())
    } else if (tag === 'link' && href) {
      links.push({ rel: (attributes.rel ?? '').toLowerCase(), href, type: attributes.type ?? '' })
    } else if (tag === 'html') found.language ||= attributes.lang ?? ''
    else if (tag === 'base') found.base ||= href
    else if (tag === 'input') found.asksForPassword ||= attributes.type?.toLowerCase() === 'password'
    else if (tag === 'time' || attributes.itemprop === 'datePublished') {
      const publishes = articles > 0 || 'pubdate' in attributes || attributes.itemprop === 'datePublished'
      if (publishes) found.time ||= attributes.datetime ?? content
    }
  }

  const parser = new Parser({
    onopentag(tag, attributes) {
      elements += 1
      depth += 1
      if (elements > maxElements || depth > maxDepth) throw new TooComplex()
      if (tag === 'article') articles += 1
      inTitle = tag === 'title' && found.title === ''
      look(tag, attributes)
    },
    ontext(text) {
      if (inTitle) found.title += text
    },
    onclosetag(tag) {
      depth -= 1
      if (tag === 'article') articles -= 1
      inTitle = false
    },
  })
  try {
    parser.end(html)
  } catch (error) {
    if (error instanceof TooComplex) return undefined
    throw error
  }
  return { meta, links, ...found }
}

class TooComplex extends Error {}
