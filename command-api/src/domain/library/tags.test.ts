import { describe, expect, it } from 'vitest'
import { DICTIONARY_MAX_BYTES, emptyDictionary, findTags, internTags, tagsBefore } from './tags.ts'

describe('a dictionary', () => {
  it('has one place for equal lists, and tells other lists apart', () => {
    const dictionary = emptyDictionary()
    const lists = [
      [],
      ['one'],
      ['one', 'two'],
      ['two', 'one'],
      ['one', 'one'],
      ['1'],
      ['0'],
      ['unknown'],
      [''],
    ]
    const places = lists.map(tags => internTags(dictionary, tags))
    expect(places).toEqual(lists.map((_, n) => n))
    expect(lists.map(tags => internTags(dictionary, [...tags]))).toEqual(places)
    expect(lists.map(tags => findTags(dictionary, [...tags]))).toEqual(places)
    expect(findTags(dictionary, ['three'])).toBeUndefined()
  })

  it('does not grow once it is full, and still tells lists apart', () => {
    const dictionary = emptyDictionary()
    const list = (n: number) => Array.from({ length: 50 }, (_, tag) => `${n} ${tag}`.padEnd(100, '-'))
    const known = internTags(dictionary, ['one'])
    let n = 0
    while (dictionary.bytes < DICTIONARY_MAX_BYTES) internTags(dictionary, list(n++))
    expect(dictionary.bytes).toBeLessThan(DICTIONARY_MAX_BYTES + 20_000)

    const full = structuredClone(dictionary)
    const late = internTags(dictionary, list(n))
    expect(dictionary).toEqual(full)
    expect(typeof late).toBe('string')
    expect(internTags(dictionary, list(n))).toBe(late)
    expect(findTags(dictionary, list(n))).toBe(late)
    expect(internTags(dictionary, list(n + 1))).not.toBe(late)
    expect(internTags(dictionary, ['one'])).toBe(known)
    expect(tagsBefore(dictionary, [{ tags: known }, { tags: late }])).toBeNull()
  })
})
