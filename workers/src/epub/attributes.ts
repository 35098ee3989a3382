import { domainToUnicode } from 'node:url'

/** Addresses that a book may lead to. It loads nothing from them. */
export const linkOf = (href: string): string | undefined => {
  const url = URL.parse(href)
  if (url === null || !/^(https?|mailto):$/.test(url.protocol)) return undefined
  // Strict readers refuse labels that do not decode.
  return domainToUnicode(url.hostname).includes('xn--') ? undefined : encoded(url.href)
}

/** Strict readers refuse characters that browsers let pass. A percent sign stays where it begins an escape. */
const encoded = (href: string): string => {
  const plain = href
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/g, character => encodeURIComponent(character.toWellFormed()))
  // A host may have brackets.
  const host = plain.indexOf('/', 8)
  return plain.replace(/[[\]]/g, (bracket, at: number) => (at < host ? bracket : encodeURIComponent(bracket)))
}

const whole = (value: string, most: number): string | undefined =>
  /^\d{1,9}$/.test(value) && Number(value) >= 1 && Number(value) <= most ? `${Number(value)}` : undefined
const number = (value: string): string | undefined =>
  /^-?\d{1,9}$/.test(value) ? `${Number(value)}` : undefined
const oneOf = (value: string, values: string): string | undefined =>
  values.split(' ').includes(value.toLowerCase()) ? value.toLowerCase() : undefined
const kept = (value: string): string | undefined => (value === '' ? undefined : value)

type Rule = (value: string) => string | undefined
/** What the values of attributes may be. Attributes that are not named go. */
const RULES: Record<string, Record<string, Rule>> = {
  a: { href: href => (/^#t\d{1,5}$/.test(href) ? href : linkOf(href)), title: kept },
  abbr: { title: kept },
  code: { class: value => /(?:^|\s)(language-[\w+#.-]{1,20})(?:\s|$)/.exec(value)?.[1] },
  li: { value: number },
  ol: {
    start: number,
    reversed: () => 'reversed',
    type: value => (/^[1aAiI]$/.test(value) ? value : undefined),
  },
  span: { class: value => oneOf(value, 'missing') },
  td: { colspan: value => whole(value, 1_000), rowspan: value => whole(value, 65_534) },
  th: {
    colspan: value => whole(value, 1_000),
    rowspan: value => whole(value, 65_534),
    scope: value => oneOf(value, 'row col rowgroup colgroup'),
  },
}

const TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-[a-z0-9]{5,8})*$/i

/** A language in the form that readers know; undefined for what is none. */
export const languageTag = (language: string | null | undefined): string | undefined => {
  const given = language?.trim().replaceAll('_', '-') ?? ''
  return TAG.test(given) ? Intl.getCanonicalLocales(given)[0] : undefined
}

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ku-arab|nqo|pa-arab|ps|sd|syr|ug|ur|yi)\b/i
export const isRightToLeft = (language: string | undefined): boolean => RIGHT_TO_LEFT.test(language ?? '')

export const languageAttributes = (language: string | undefined): Record<string, string> =>
  language === undefined ? {} : { lang: language, 'xml:lang': language }

/** The attributes of an element that XHTML allows, with values that it allows. */
export const attributesOf = (name: string, given: Record<string, string>): Record<string, string> => {
  const attributes = languageAttributes(languageTag(given.lang))
  const dir = oneOf(given.dir ?? '', 'ltr rtl auto')
  if (dir !== undefined && !(name === 'bdo' && dir === 'auto')) attributes.dir = dir
  for (const [key, rule] of Object.entries(RULES[name] ?? {})) {
    const value = Object.hasOwn(given, key) ? rule(given[key] ?? '') : undefined
    if (value !== undefined) attributes[key] = value
  }
  if (given['data-math'] !== undefined)
    attributes.class = given['data-math'] === 'block' ? 'math block' : 'math'
  return attributes
}
