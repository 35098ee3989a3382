import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fold } from './fold.ts'
import {
  type Advanced,
  parseSearch,
  SEARCH_TERM_MAX,
  SEARCH_TERMS_MAX,
  type Search,
} from './search-syntax.ts'

type NotAdvanced = Partial<Omit<Advanced, 'not'>> & { not?: Partial<Advanced['not']> }
type Expected = Partial<Omit<Search, 'advanced'>> & { advanced?: NotAdvanced }

const search = ({ advanced, ...rest }: Expected): Search => ({
  all: false,
  tags: [],
  sites: [],
  words: [],
  usesAdvanced: false,
  ...rest,
  advanced: {
    collections: [],
    ...advanced,
    not: { tags: [], sites: [], words: [], collections: [], ...advanced?.not },
  },
})
const everything = search({ all: true })
const paid = (text: string) => parseSearch(text, { advanced: true })
const free = (text: string) => parseSearch(text, { advanced: false })

describe('for all plans', () => {
  test.each<[text: string, expected: Search]>([
    ['', everything],
    ['  \n\t ', everything],
    ['*', everything],
    ['is:shared', search({ all: true, shared: true })],
    ['-is:Shared road', search({ words: ['road'], shared: false })],
    ['* *', everything],
    ['* road', search({ words: ['road'] })],
    ['road*', search({ words: ['road*'] })],
    ['Long  Road', search({ words: ['long', 'road'] })],
    ['road ROAD', search({ words: ['road'] })],
    ['Crème Straße', search({ words: ['creme', 'strasse'] })],
    ['"long road" home', search({ words: ['long road', 'home'] })],
    ['"long \n  road"', search({ words: ['long road'] })],
    ['“long road” „home”', search({ words: ['long road', 'home'] })],
    ['"long"road', search({ words: ['long', 'road'] })],
    ['"#tag" "-word" "is:favorite"', search({ words: ['#tag', '-word', 'is:favorite'] })],
    ['#Travel', search({ tags: ['travel'] })],
    ['#a #b tag:c', search({ tags: ['a', 'b', 'c'] })],
    ['tag:"two words" #"and more"', search({ tags: ['two words', 'and more'] })],
    ['TAG:x Site:Y.org', search({ tags: ['x'], sites: ['y.org'] })],
    ['##a', search({ tags: ['#a'] })],
    ['c# c++', search({ words: ['c#', 'c++'] })],
    ['site:www.Example.com domain:blog.example.com', search({ sites: ['example.com', 'blog.example.com'] })],
    ['site:https://example.com/path?q', search({ sites: ['example.com'] })],
    ['site:münchen.de', search({ sites: ['xn--mnchen-3ya.de'] })],
    ['https://example.com/a?b=c', search({ words: ['https://example.com/a?b=c'] })],
    ['note: 12:30 foo:bar', search({ words: ['note:', '12:30', 'foo:bar'] })],
    ['a - b -- --c', search({ words: ['a', '-', 'b', '--', '--c'] })],
  ])('%j', (text, expected) => {
    expect(paid(text)).toEqual(expected)
    expect(free(text)).toEqual(expected)
  })
})

describe('unfinished terms', () => {
  test.each<[text: string, expected: Search]>([
    ['#', everything],
    ['tag:', everything],
    ['tag:"', everything],
    ['"', everything],
    ['""', everything],
    ['site: in: before: is:', everything],
    ['road #', search({ words: ['road'] })],
    ['tag:"two wor', search({ tags: ['two wor'] })],
    ['"long ro', search({ words: ['long ro'] })],
    ['5" disk', search({ words: ['5"', 'disk'] })],
    ['before:20', search({ words: ['before:20'] })],
    ['is:fav', search({ words: ['is:fav'] })],
    ['is:unreadable', search({ unreadable: true })],
    ['IS:Unreadable tomato', search({ words: ['tomato'], unreadable: true })],
  ])('%j', (text, expected) => {
    expect(paid(text)).toEqual(expected)
    expect(free(text)).toEqual(expected)
  })
})

describe('for paid plans', () => {
  test.each<[text: string, advanced: NotAdvanced, more?: Expected]>([
    ['is:favorite', { favorite: true }],
    ['IS:Favourite', { favorite: true }],
    ['-is:favorite', { favorite: false }],
    ['is:archived', { archived: true }],
    ['-is:archived', { archived: false }],
    ['is:favorite -is:favorite', { favorite: false }],
    ['in:Work in:"Long Reads"', { collections: ['work', 'long reads'] }],
    ['-in:work', { not: { collections: ['work'] } }],
    ['before:2026-03-05', { before: '2026-03-05' }],
    ['after:2026', { after: '2026-01-01' }],
    ['after:2026-03', { after: '2026-03-01' }],
    ['before:2026 before:2025-06 after:2024 after:2025', { before: '2025-06-01', after: '2025-01-01' }],
    ['-before:2026', { after: '2026-01-01' }],
    ['-after:2026', { before: '2026-01-01' }],
    ['-word -"a phrase"', { not: { words: ['word', 'a phrase'] } }],
    ['-#tag -site:www.a.org', { not: { tags: ['tag'], sites: ['a.org'] } }],
    ['road -rail', { not: { words: ['rail'] } }, { words: ['road'] }],
    ['-is:unreadable', {}, { unreadable: false }],
    ['-is:unread', { not: { words: ['is:unread'] } }],
  ])('%j', (text, advanced, more = {}) => {
    expect(paid(text)).toEqual(search({ ...more, advanced, usesAdvanced: true }))
  })

  test.each(['2026-13', '2026-02-30', '2026-2-3', '0000-01-01', '2026-03-05t00:00', 'soon', '-2026'])(
    'before:%s is a word, being no date',
    date => {
      expect(paid(`before:${date}`)).toEqual(search({ words: [`before:${date}`] }))
    },
  )
})

describe('on the free plan', () => {
  test.each([
    ['is:favorite', ['is:favorite']],
    ['in:"Long Reads"', ['in:long reads']],
    ['before:2026 road', ['before:2026', 'road']],
    ['-Word', ['-word']],
    ['-#tag', ['-#tag']],
    ['-is:unreadable', ['-is:unreadable']],
  ])('%j is plain words, and says what it would be', (text, words) => {
    expect(free(text)).toEqual(search({ words, usesAdvanced: true }))
  })
})

describe('hostile texts', () => {
  test.each([
    ["'; DROP TABLE links; --", ["';", 'drop', 'table', 'links;', '--']],
    ['100% _under_ \\', ['100%', '_under_', '\\']],
    ['a\u0000b', ['a', 'b']],
    ['(((a|b)*', ['(((a|b)*']],
    ['<img src=x onerror=alert(1)>', ['<img', 'src=x', 'onerror=alert(1)>']],
    ['\u0301\u200B', []],
    ['__proto__ constructor', ['__proto__', 'constructor']],
    ['a & !b <-> c:*', ['a', '&', '!b', '<->', 'c:*']],
  ])('%j', (text, words) => {
    expect(paid(text)).toEqual(words.length > 0 ? search({ words }) : everything)
  })

  it('are cut to the most terms and the longest term', () => {
    const { words } = paid(Array.from({ length: 400 }, (_, n) => n).join(' '))
    expect(words).toHaveLength(SEARCH_TERMS_MAX)
    expect(paid('x'.repeat(5_000)).words).toEqual(['x'.repeat(SEARCH_TERM_MAX)])
    // One code unit folds to 18.
    expect(paid('\uFDFA'.repeat(1_000)).words[0]?.length).toBeLessThanOrEqual(SEARCH_TERM_MAX)
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 2_000 }),
  fc
    .array(
      fc.constantFrom(
        ...['tag:', 'site:', 'in:', 'is:', 'before:', '#', '-', '"', '“', ' ', '*', 'é', '2026', 'a'],
      ),
    )
    .map(parts => parts.join('')),
)
const termsIn = ({ tags, sites, words, advanced: { collections, not } }: Search): string[] =>
  [tags, sites, words, collections, ...Object.values(not)].flat()

describe('any text', () => {
  it('is read within bounds, as folded terms that a database accepts', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, advanced) => {
        const found = parseSearch(text, { advanced })
        const terms = termsIn(found)
        expect(terms.length).toBeLessThanOrEqual(SEARCH_TERMS_MAX)
        for (const term of terms) {
          expect(term).not.toBe('')
          expect(term.length).toBeLessThanOrEqual(SEARCH_TERM_MAX)
          expect(term.isWellFormed()).toBe(true)
          expect(term).not.toMatch(/\p{Cc}/u)
        }
        for (const word of found.words) expect(fold(word)).toBe(word)
      }),
    )
  })

  it('has no advanced part on the free plan', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(free(text).advanced).toEqual(everything.advanced)
        expect(free(text).usesAdvanced).toBe(paid(text).usesAdvanced)
      }),
    )
  })

  it('has the same meaning with more white space and in capitals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '#b', 'tag:"c d"', '-e', 'site:f.org', 'in:g', '"h i')),
        terms => {
          expect(paid(` ${terms.join('  ')} `.toUpperCase())).toEqual(paid(terms.join(' ')))
        },
      ),
    )
  })
})
