import { describe, expect, test } from 'vitest'
import { preScan } from './pre-scan.ts'

describe('preScan', () => {
  test.each([
    ['256 deep', '<div>'.repeat(256), true],
    ['257 deep', '<div>'.repeat(257), false],
    ['1,000 nested divs', `${'<div>'.repeat(1_000)}x`, false],
    ['50,000 elements', '<br>'.repeat(50_000), true],
    ['50,001 elements', '<br>'.repeat(50_001), false],
    ['unclosed paragraphs, which do not nest', '<p>x'.repeat(5_000), true],
    ['250 attributes of an element', `<p ${Array.from({ length: 250 }, (_, n) => `a${n}`).join(' ')}>`, true],
    [
      '251 attributes of an element',
      `<p ${Array.from({ length: 251 }, (_, n) => `a${n}`).join(' ')}>`,
      false,
    ],
    ['300,001 attributes', `<p ${Array.from({ length: 250 }, () => 'a').join(' ')}>`.repeat(1_201), false],
    ['300,001 comments', '<!---->'.repeat(300_001), false],
    ['300,001 ampersands', '&'.repeat(300_001), false],
    ['300,001 brackets', '>'.repeat(300_001), false],
    ['300,001 references', '&nbsp;'.repeat(300_001), false],
    ['a book of 5 MB at depth 19', '<div>'.repeat(19) + 'word '.repeat(1_000_000), true],
    ['a book of 5 MB at depth 21', '<div>'.repeat(21) + 'word '.repeat(1_000_000), false],
    ['a tag that some parsers take for text', '<plaintext>'.repeat(300), false],
    ['forms in forms', '<form>'.repeat(300), false],
    ['void elements, which do not nest', '<img>'.repeat(1_000), true],
  ])('%s', (_, html, bearable) => {
    expect(preScan(html) !== undefined).toBe(bearable)
  })

  test('sees a password field', () => {
    expect(preScan('<form><input type=PASSWORD></form>')?.asksForPassword).toBe(true)
    expect(preScan('<form><input type=search></form>')?.asksForPassword).toBe(false)
  })
})
