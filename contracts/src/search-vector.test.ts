import { describe, expect, it } from 'vitest'
import { searchQuery, searchVector } from './search-vector.ts'

describe('searchVector', () => {
  it.each([
    ['', ''],
    ['To be, or not to be.', "'to':1,5 'be':2,6 'or':3 'not':4"],
    ["L'été \\ 'x'", "'l':1 'ete':2 'x':3"],
  ])('of %j is %j', (text, vector) => {
    expect(searchVector(text)).toBe(vector)
  })

  it('keeps at most the places that Postgres stores', () => {
    const vector = searchVector(`${'a '.repeat(20_000)}end`)
    expect(vector.startsWith("'a':1,2,3")).toBe(true)
    expect(vector.split(' ')[0]?.split(',')).toHaveLength(255)
    expect(vector.endsWith("'end':16383")).toBe(true)
  })

  it('stays within the size that Postgres accepts, also where folding lengthens the text', () => {
    const words = Array.from({ length: 20_000 }, (_, n) =>
      String.fromCharCode(
        ...Array.from({ length: 9 }, (_each, i) => 0xac00 + ((n * 7_919 + i * 104_729) % 11_172)),
      ),
    )
    const vector = searchVector(words.join(' '))
    const bytes = vector.split(' ').reduce((sum, each) => {
      const [word = '', places = ''] = each.split(':')
      return sum + Buffer.byteLength(word) - 2 + 3 + 2 * places.split(',').length
    }, 0)
    expect(bytes).toBeGreaterThan(500_000)
    expect(bytes).toBeLessThan(1_048_576)
  })
})

it.each([
  ['photosyn', "'photosyn':*"],
  ['node.js', "'node' <-> 'js':*"],
  ['two words', "'two' <-> 'words':*"],
  ["'); drop", "'drop':*"],
  ['%_\\', undefined],
])('searchQuery(%j) is %j', (term, query) => {
  expect(searchQuery(term)).toBe(query)
})
