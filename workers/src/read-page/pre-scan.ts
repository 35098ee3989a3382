import { createRequire } from 'node:module'
import { readJsonLd, type StructuredData } from './json-ld.ts'

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

const controls = new Set(['form', 'button', 'input', 'a'])
const namesOfControl = ['id', 'class', 'name', 'action']

const maxScripts = 20
/** In UTF-16 units. */
const maxScript = 100_000

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
  readonly data: StructuredData
  /** Whether a button, form or field is named as one for consent. Most pages have such a banner. */
  readonly asksForConsent: boolean
  readonly hasForm: boolean
  /** Whether a text for browsers without scripts asks for JavaScript. Many articles have one for their comments. */
  readonly asksForScripts: boolean
}

/**
 * Reads a page in one pass. Returns undefined for a page whose tree would cost too much: 1,000 nested divs in 11 kB take
 * Readability 5 s.
 */
export function preScan(html: string): PreScan | undefined {
  const meta = new Map<string, string>()
  const links: { rel: string; href: string; type: string }[] = []
  const found = {
    title: '',
    language: '',
    base: '',
    time: '',
    asksForPassword: false,
    asksForConsent: false,
    hasForm: false,
    asksForScripts: false,
  }
  let elements = 0
  let parts = 0
  let attributesOfOne = 0
  let textTimesDepth = 0
  let depth = 0
  let articles = 0
  let inTitle = false
  let inData = false
  let inTime = false
  let inNoScript = false
  const scripts: string[] = []

  const look = (tag: string, attributes: Record<string, string>) => {
    const value = (name: string) => attributes[name]?.slice(0, maxValue).trim()
    if (controls.has(tag)) {
      found.hasForm ||= tag === 'form'
      found.asksForConsent ||= namesOfControl.some(name => /consent|gdpr|cookie/i.test(value(name) ?? ''))
    }
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
      const publishes =
        articles > 0 ||
        'pubdate' in attributes ||
        attributes.itemprop === 'datePublished' ||
        /(^|\s|-)(published|entry-date|post-date)(\s|$)/.test(attributes.class ?? '')
      const written = value('datetime') ?? value('content')
      // A time that is only written out is its text.
      inTime = publishes && found.time === '' && written === undefined
      if (publishes) found.time ||= written ?? ''
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
      if (tag === 'noscript') inNoScript = true
      inTitle = tag === 'title' && found.title === ''
      inData = tag === 'script' && /^application\/ld\+json/i.test(attributes.type ?? '')
      if (inData) scripts.push('')
      look(tag, attributes)
    },
    ontext(text) {
      part()
      for (const _ of text.matchAll(writtenAsReference)) part()
      textTimesDepth += text.length * depth
      if (textTimesDepth > maxTextTimesDepth) throw new TooComplex()
      if (inData && scripts.length <= maxScripts) addTo(scripts, text)
      if (inTime && found.time.length < maxValue) found.time += text.slice(0, maxValue)
      if (inNoScript) found.asksForScripts ||= asksForScripts(text.slice(0, maxValue))
      if (inTitle && found.title.length < maxValue) found.title += text.slice(0, maxValue)
    },
    onclosetag(tag) {
      depth -= 1
      if (tag === 'article') articles -= 1
      if (tag === 'noscript') inNoScript = false
      inTitle = false
      inData = false
      inTime = false
    },
  })
  try {
    parser.end(html)
  } catch (error) {
    if (error instanceof TooComplex) return undefined
    throw error
  }
  return { meta, links, ...found, data: readJsonLd(scripts) }
}

/** JavaScript with a word for turning it on near it, in the languages of most pages. Texts for comments are not meant. */
export const asksForScripts = (text: string): boolean =>
  !/\bcomments?\b/i.test(text) &&
  /javascript[^.!?]{0,60}?(enabl|disabl|requir|need|turn|activ|aktiv|habilit|deaktiv|désactiv|nécess)|(enabl|requir|need|turn|allow|activ|aktiv|habilit|nécess)[^.!?]{0,60}?javascript/i.test(
    text,
  )

function addTo(scripts: string[], text: string): void {
  const last = scripts.at(-1) ?? ''
  if (last.length + text.length <= maxScript) scripts[scripts.length - 1] = last + text
}

class TooComplex extends Error {}
