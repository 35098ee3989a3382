import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { parseSearch, SEARCH_TERM_MAX } from './search-syntax.ts'
import { tagSearch } from './tag-search.ts'

test.each([
  ['logs', 'tag:logs'],
  ['c#', 'tag:c#'],
  ['event sourcing', 'tag:"event sourcing"'],
  ['"quoted"', String.raw`tag:"\"quoted\""`],
  ['say "hi" now', String.raw`tag:"say \"hi\" now"`],
])('the search for the tag %s is %s', (tag, search) => {
  expect(tagSearch(tag)).toBe(search)
})

const piece = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '“', '„', '\\', ' ', '#', '-', ':', 'tag:', '*', 'שלום'),
)
const tag = fc
  .array(piece, { maxLength: 8 })
  .map(pieces =>
    pieces
      .join('')
      .replace(/\p{Cc}/gu, '')
      .replace(/^[#\s]+/, '')
      .trim(),
  )
  .filter(name => fold(name).trim() !== '' && fold(name).length <= SEARCH_TERM_MAX)

test('the search for any tag means this tag and nothing else', () => {
  fc.assert(
    fc.property(tag, fc.boolean(), (name, advanced) => {
      const { tags, words, sites, usesAdvanced } = parseSearch(tagSearch(name), { advanced })
      expect({ tags, words, sites, usesAdvanced }).toEqual({
        tags: [fold(name).trim()],
        words: [],
        sites: [],
        usesAdvanced: false,
      })
    }),
    { numRuns: 2_000 },
  )
})
