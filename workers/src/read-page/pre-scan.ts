import { createRequire } from 'node:module'

/** The parser that linkedom uses: another version nests some pages differently, so the limits would not hold for the tree. */
const { Parser } = createRequire(import.meta.resolve('linkedom'))(
  'htmlparser2',
) as typeof import('htmlparser2')

const maxElements = 50_000
const maxDepth = 256
/** Attributes, texts and comments. A reference such as `&amp;` splits a text, also when the text is serialised and parsed again. */
const maxParts = 300_000
const writtenAsReference = /[&<>\u00A0]/g
const maxAttributesOfOne = 250
/** In UTF-16 units; the tree holds a list of the classes. */
const maxClasses = 10_000
/** Characters times their depth, since reading the text of each element reads a character once for each ancestor. */
const maxTextTimesDepth = 100_000_000
/** Longer values are cut, in UTF-16 units; every stored fact is shorter. */
const maxValue = 4_096

/** Values of a page's head and other tags, found without building a tree. */
export type PreScan = {
  /** The first content of each meta tag, by its lower-case property, name, itemprop or http-equiv. */
  readonly meta: ReadonlyMap<string, string>
  readonly links: readonly { readonly rel: string; readonly href: string; readonly type: string }[]
  readonly title: string
  readonly language: string
  /** The href of <base>. */
  readonly base: string
  /** The first time that may be the time of publication. */
  readonly time: string
  readonly asksForPassword: boolean
}

/**
 * Reads a page in one pass. Returns undefined for a page whose tree would cost too much: 1,000 nested divs in 11 kB take
 * Readability 5 s.
 */
export function preScan(html: string): PreScan | undefined {
  const meta = new Map<string, string>()
  const links: { rel: string; href: string; type: string }[] = []
  const found = { title: '', language: '', base: '', time: '', asksForPassword: false }
  let elements = 0
  let parts = 0
  let attributesOfOne = 0
  let textTimesDepth = 0
  let depth = 0
  let articles = 0
  let inTitle = false

  const look = (tag: string, attributes: Record<string, string>) => {
    const value = (name: string) => attributes[name]?.slice(0, maxValue).trim()
    if (tag === 'meta') {
      const name = value('property') || value('name') || value('itemprop') || value('http-equiv')
      const key = name?.toLowerCase()
      const content = value('content')
      if (key && content && !meta.has(key)) meta.set(key, content)
    } else if (tag === 'link') {
      const href = value('href')
      if (href) links.push({ rel: (value('rel') ?? '').toLowerCase(), href, type: value('type') ?? '' })
    } else if (tag === 'html') found.language ||= value('lang') ?? ''
    else if (tag === 'base') found.base ||= value('href') ?? ''
    else if (tag === 'input') found.asksForPassword ||= value('type')?.toLowerCase() === 'password'
    else if (tag === 'time' || attributes.itemprop === 'datePublished') {
      const publishes = articles > 0 || 'pubdate' in attributes || attributes.itemprop === 'datePublished'
      if (publishes) found.time ||= value('datetime') ?? value('content') ?? ''
    }
  }
  const part = () => {
    parts += 1
    if (parts > maxParts) throw new TooComplex()
  }

  const parser = new Parser({
    onattribute(name, value) {
      part()
      attributesOfOne += 1
      const isTooLong = name === 'class' && value.length > maxClasses
      if (isTooLong || attributesOfOne > maxAttributesOfOne) throw new TooComplex()
    },
    oncomment: part,
    oncdatastart: part,
    onopentag(tag, attributes) {
      attributesOfOne = 0
      elements += 1
      depth += 1
      if (elements > maxElements || depth > maxDepth) throw new TooComplex()
      if (tag === 'article') articles += 1
      inTitle = tag === 'title' && found.title === ''
      look(tag, attributes)
    },
    ontext(text) {
      part()
      for (const _ of text.matchAll(writtenAsReference)) part()
      textTimesDepth += text.length * depth
      if (textTimesDepth > maxTextTimesDepth) throw new TooComplex()
      if (inTitle && found.title.length < maxValue) found.title += text.slice(0, maxValue)
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
