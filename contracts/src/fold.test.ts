import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fold, marks } from './fold.ts'

describe('fold', () => {
  test.each([
    ['Crème Brûlée', 'creme brulee'],
    ['cre\u0300me', 'creme'],
    ['Łódź Ørsted Straße ÆON Þór', 'lodz orsted strasse aeon thor'],
    ['İstanbul ısı', 'istanbul isi'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ёлка', 'елка'],
    ['ﬁne ＦＵＬＬ ①', 'fine full 1'],
    ['in\u00ADvis\u200Bible', 'invisible'],
    ['שָׁלוֹם مُحَمَّد', 'שלום محمد'],
    ['a \t\n\u00A0 b', 'a b'],
    ['❤️', '❤'],
    ['Don’t ‘quote’ O‘Reilly ’n’ l’été', "don't 'quote' o'reilly 'n' l'ete"],
    ['Hawaiʻi Qurʾān 5′10″', `hawai'i qur'an 5'10"`],
    ['“a” „b‟ «c» ‹d›', `"a" "b" "c" 'd'`],
    ['Covid‑19 1914–1918 — 3−2 ‐ ― ﹣', 'covid-19 1914-1918 - 3-2 - - -'],
    ['10\u202F000 naïve\u00A0space', '10 000 naive space'],
    ['½ 1⁄2 〜', '1/2 1/2 ~'],
    ['ge\u05F3ez \u05D0\u05BE\u05D1', "ge'ez \u05D0-\u05D1"],
    ['', ''],
  ])('of %j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('distinguishes letters that are no accented forms of each other', () => {
    expect(fold('が')).not.toBe(fold('か'))
    expect(fold('कि')).not.toBe(fold('का'))
    expect(fold('각')).not.toBe(fold('간'))
  })

  it('changes nothing in a folded text, for every character', () => {
    const changed = Array.from({ length: 0x30_000 }, (_, code) => fold(String.fromCodePoint(code))).filter(
      folded => fold(folded) !== folded,
    )
    expect(changed).toEqual([])
  })
})

const marked = (text: string, ...words: string[]) =>
  marks(text, words.map(fold)).map(([from, to]) => text.slice(from, to))

describe('marks', () => {
  test.each<[text: string, words: string[], found: string[]]>([
    ['The Crème de la crème', ['creme'], ['Crème', 'crème']],
    ['cre\u0300me cre\u0300', ['cre'], ['cre\u0300', 'cre\u0300']],
    ['Straße', ['tras'], ['traß']],
    ['ﬁnal', ['f'], ['ﬁ']],
    ['a b\n\nc', ['b c'], ['b\n\nc']],
    ['banana', ['ana', 'nan'], ['anan']],
    ['one two', ['one', 'two', 'three', ''], ['one', 'two']],
    ['\u{1F600} x \u{1D54F}', ['x'], ['x', '\u{1D54F}']],
    ['nothing', ['zzz'], []],
    ['', ['x'], []],
    ['text', [], []],
  ])('in %j of %j are %j', (text, words, found) => {
    expect(marked(text, ...words)).toEqual(found)
  })

  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'aAéßﬁ \n\u0301Œ'), fc.constant('\u{1D54F}')) })

  it('are the places of the word in the folded text: ascending, disjoint, complete', () => {
    fc.assert(
      fc.property(text, text.map(fold), (whole, word) => {
        const found = marks(whole, [word])
        expect(found.length > 0).toBe(word !== '' && fold(whole).includes(word))
        let last = -1
        for (const [from, to] of found) {
          expect(from).toBeGreaterThan(last)
          expect(fold(whole.slice(from, to))).toContain(word.trim())
          last = to
        }
      }),
    )
  })

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (whole, words) => {
        for (const [from, to] of marks(whole, words.map(fold)))
          expect(from >= 0 && from < to && to <= whole.length).toBe(true)
      }),
    )
  })
})
