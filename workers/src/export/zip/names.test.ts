import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../test-support/library.ts'
import { articleName, obsidianTag } from './names.ts'

test.each([
  ['How to bake bread', 'How to bake bread (7)'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j (7)'],
  ['C# [guide] ^2: "quotes" & <tags> | pipe #tag?', 'C guide 2 quotes & tags pipe tag (7)'],
  ['../../etc/passwd', 'etc passwd (7)'],
  ['.hidden', 'hidden (7)'],
  ['ends. . ', 'ends (7)'],
  ['CON', '_CON (7)'],
  ['com1.html', '_com1.html (7)'],
  ['Contract', 'Contract (7)'],
  ['漢字のタイトル', '漢字のタイトル (7)'],
  ['שלום', 'שלום (7)'],
  ['photo\u202Egnp.exe', 'photo gnp.exe (7)'],
  ['a\u0000b\nc', 'a b c (7)'],
  ['\uD800', 'Untitled (7)'],
  ['', 'Untitled (7)'],
  ['x'.repeat(500), `${'x'.repeat(80)} (7)`],
  ['漢'.repeat(500), `${'漢'.repeat(60)} (7)`],
])('%j is %j', (title, name) => expect(articleName(title, 7)).toBe(name))

test('any title gives a name that every file system takes, and no two links the same', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const name = articleName(one, 1)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}<>:"/\\|?*#^[\]]/u)
      expect(name).not.toMatch(/^[. ]|[. ]$/)
      expect(name.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(`${name}.html`)).toBeLessThan(255)
      expect(name.normalize('NFC').toLowerCase()).not.toBe(
        articleName(other, 2).normalize('NFC').toLowerCase(),
      )
    }),
  )
})

test.each([
  ['food', 'food'],
  ['to read', 'to-read'],
  ['project:alpha', 'project/alpha'],
  ['a/b', 'a/b'],
  ['c++', 'c'],
  ['日本', '日本'],
  ['2026', '_2026'],
  ['2026/03', '_2026/03'],
  ['q&a, more', 'q-a-more'],
  ['.net', 'net'],
  ['🎵 music', '🎵-music'],
  ['snake_case', 'snake_case'],
  ['a // b', 'a/b'],
  ['हिन्दी', 'हिन्दी'],
  ['!?', ''],
])('the tag %j is %j for Obsidian', (tag, name) => expect(obsidianTag(tag)).toBe(name))

test('any tag becomes one that Obsidian can have', () => {
  fc.assert(
    fc.property(anyText, tag => {
      expect(obsidianTag(tag)).toMatch(
        /^$|^(?![\p{N}/]+$)[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Join_Control}_/-]+$/u,
      )
    }),
  )
})
