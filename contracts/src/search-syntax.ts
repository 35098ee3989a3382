import { fold } from './fold.ts'
import { SEARCH_TEXT_MAX } from './limits.ts'
import { siteOf } from './site.ts'

/** Terms, and code units of a term, that are read; the rest is ignored. */
export const SEARCH_TERMS_MAX = 20
export const SEARCH_TERM_MAX = 200

/** Conditions that a link must meet, all of them. All texts are folded (fold.ts). */
export type Search = {
  /** The search matches every link that it looks among: no text, or `*`. */
  readonly all: boolean
  /** The link has at least one of these tags, if there are any: whole names, folded. */
  readonly tags: readonly string[]
  /** The link is on each of these sites (site.ts). */
  readonly sites: readonly string[]
  /** true: the page of the link could not be read; false: it was read, or is not read yet. */
  readonly unreadable?: boolean
  /** true: somebody else shares the link with the person; false: it is the person's own. */
  readonly shared?: boolean
  /** Each occurs in title, note, url or tags; with advanced search also in the article. */
  readonly words: readonly string[]
  /** Empty unless the plan has advanced search. */
  readonly advanced: Advanced
  /** The text has terms that only paid plans have. */
  readonly usesAdvanced: boolean
}

export type Advanced = {
  readonly favorite?: boolean
  /** true: the link is archived; false: it is not. */
  readonly archived?: boolean
  /** The link is in a collection of each of these names, folded; several collections may share a name. */
  readonly collections: readonly string[]
  /** Saved before the start of this day, in UTC: YYYY-MM-DD. */
  readonly before?: string
  /** Saved at the start of this day or later. */
  readonly after?: string
  /** None of these conditions holds. */
  readonly not: Readonly<Record<'tags' | 'sites' | 'words' | 'collections', readonly string[]>>
}

/**
 * Reads the text that a person typed into a search. Every text is valid: text that is no term of the syntax is a word,
 * and an operator without a value has no effect.
 *
 * `*` · `#tag` `tag:name` `tag:"two words"` `tag:"say \"hi\""` · `site:` `domain:` · `is:unreadable` · `is:shared` `-is:shared` · words, `"a phrase"`; for paid plans `is:favorite`
 * `is:archived` `in:collection` `before:` and `after:` (2026, 2026-03, 2026-03-05), and `-` before a term.
 *
 * @param advanced whether the plan has advanced search; without it the terms of paid plans are plain words
 */
export const parseSearch = (text: string, { advanced }: { advanced: boolean }): Search => {
  const read: Meaning[] = []
  let usesAdvanced = false
  for (const term of termsOf(text)) {
    if (read.length === SEARCH_TERMS_MAX) break
    const meaning = meaningOf(term)
    if (meaning === undefined) continue
    const isAdvanced = (meaning.isNegated && meaning.kind !== 'shared') || ADVANCED.has(meaning.kind)
    usesAdvanced ||= isAdvanced
    if (advanced || !isAdvanced) read.push(meaning)
    else read.push({ kind: 'word', value: bounded(term.raw), isNegated: false })
  }

  const values = (kind: Kind, isNegated = false): string[] => [
    ...new Set(
      read.flatMap(each => (each.kind === kind && each.isNegated === isNegated ? [each.value] : [])),
    ),
  ]
  const flag = (kind: Kind) => read.findLast(each => each.kind === kind)
  const [favorite, archived, unreadable] = [flag('favorite'), flag('archived'), flag('unreadable')]
  const shared = flag('shared')
  // `-before:` a day means from that day on, `-after:` the reverse; the narrowest range holds.
  const before = [...values('before'), ...values('after', true)].toSorted()[0]
  const after = [...values('after'), ...values('before', true)].toSorted().at(-1)
  return {
    all: read.every(({ kind }) => kind === 'shared'),
    tags: values('tag'),
    sites: values('site'),
    words: values('word'),
    ...(unreadable && { unreadable: !unreadable.isNegated }),
    ...(shared && { shared: !shared.isNegated }),
    usesAdvanced,
    advanced: {
      ...(favorite && { favorite: !favorite.isNegated }),
      ...(archived && { archived: !archived.isNegated }),
      collections: values('collection'),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      not: {
        tags: values('tag', true),
        sites: values('site', true),
        words: values('word', true),
        collections: values('collection', true),
      },
    },
  }
}

type Kind =
  | 'word'
  | 'tag'
  | 'site'
  | 'unreadable'
  | 'shared'
  | 'favorite'
  | 'archived'
  | 'collection'
  | 'before'
  | 'after'
type Meaning = { readonly kind: Kind; readonly value: string; readonly isNegated: boolean }

const ADVANCED = new Set<Kind>(['favorite', 'archived', 'collection', 'before', 'after'])

/** The condition of a term; undefined where it has none. A value that its operator does not know makes the term a word. */
const meaningOf = (term: Term): Meaning | undefined => {
  const { operator, value, isNegated } = term
  if (bounded(value) === '' || (value === '*' && operator === undefined)) return undefined
  const meant = (kind: Kind, of = bounded(value)): Meaning | undefined =>
    of === '' ? undefined : { kind, value: of, isNegated }
  const aWord = () => meant('word', bounded(term.withoutMinus))
  switch (operator) {
    case '#':
    case 'tag':
      return meant('tag')
    case 'site':
    case 'domain':
      return meant('site', bounded(siteOf(value)))
    case 'in':
      return meant('collection')
    case 'is':
      if (/^favou?rite$/i.test(value)) return meant('favorite', 'yes')
      if (/^(unreadable|shared)$/i.test(value))
        return meant(value.toLowerCase() as 'unreadable' | 'shared', 'yes')
      return /^archived$/i.test(value) ? meant('archived', 'yes') : aWord()
    case 'before':
    case 'after': {
      const day = firstDayOf(value)
      return day === undefined ? aWord() : meant(operator, day)
    }
    default:
      return meant('word')
  }
}

/** The first day of a year, a month or a day; undefined for other text. */
const firstDayOf = (date: string): string | undefined => {
  if (!/^[1-9]\d{3}(-\d\d(-\d\d)?)?$/.test(date)) return undefined
  const day = `${date}-01-01`.slice(0, 10)
  const time = Date.parse(day)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day
}

/** Folds, trims and cuts to the longest term. */
const bounded = (value: string): string =>
  // The cut may leave half of a surrogate pair.
  fold(value)
    .slice(0, SEARCH_TERM_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

type Term = {
  /** The text without its quotes. */
  readonly raw: string
  readonly withoutMinus: string
  readonly isNegated: boolean
  /** In lower case, without its colon. */
  readonly operator: string | undefined
  readonly value: string
}

const NEGATION = /-(?=[^\s-])/y
const OPERATOR = /#|(?:tag|site|domain|is|in|before|after):/iy
/** To the next quote, or to the end where the quote is not closed yet. Phones type curly quotes. A backslash keeps a quote inside. */
const QUOTED = /["“”„]((?:\\[\\"“”„]|[^"“”„])*)["“”„]?/y
const ESCAPED = /\\([\\"“”„])/g
const PLAIN = /\S+/y
const SPACE = /\s+/y

function* termsOf(text: string): Generator<Term> {
  // Control characters count as white space, since no column holds a NUL.
  const typed = text
    .slice(0, SEARCH_TEXT_MAX)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(typed)
    at += match?.[0].length ?? 0
    return match
  }
  for (take(SPACE); at < typed.length; take(SPACE)) {
    const minus = take(NEGATION)?.[0] ?? ''
    const operator = take(OPERATOR)?.[0] ?? ''
    const value = take(QUOTED)?.[1]?.replace(ESCAPED, '$1') ?? take(PLAIN)?.[0] ?? ''
    yield {
      raw: minus + operator + value,
      withoutMinus: operator + value,
      isNegated: minus !== '',
      operator: operator === '' ? undefined : operator.toLowerCase().replace(':', ''),
      value,
    }
  }
}
