import { describe, expect, test } from 'vitest'
import { decodePage } from './charset.ts'

const ascii = (text: string) => [...Buffer.from(text, 'latin1')]
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? ascii(part) : part)))
const utf16 = (text: string) => [...Buffer.from(text, 'utf16le')]

const russian = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2] // Привет in windows-1251
const japanese = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea] // 日本語 in shift_jis
const chinese = [0xd6, 0xd0, 0xce, 0xc4, 0x81, 0x30, 0x81, 0x30] // 中文 and a four-byte U+0080 in gb18030
const french = [0xe9, 0x74, 0xe9] // été in iso-8859-1

describe('decodePage', () => {
  test.each([
    ['windows-1251 by header', 'text/html; charset=windows-1251', bytes(russian), 'Привет'],
    ['a quoted label', 'text/html; charset="windows-1251"', bytes(russian), 'Привет'],
    [
      'shift_jis by meta',
      'text/html',
      bytes('<meta charset=shift_jis>', japanese),
      '<meta charset=shift_jis>日本語',
    ],
    [
      'gb18030 by http-equiv',
      '',
      bytes('<meta http-equiv="Content-Type" content="text/html; charset=gb18030">', chinese),
      '<meta http-equiv="Content-Type" content="text/html; charset=gb18030">中文\u0080',
    ],
    [
      'a meta behind a long script',
      'text/html',
      bytes(`<script>${'a'.repeat(6_000)}</script><meta charset=shift_jis>`, japanese),
      `<script>${'a'.repeat(6_000)}</script><meta charset=shift_jis>日本語`,
    ],
    [
      'a meta in the body, after words of one in a script, a comment and a title',
      'text/html',
      bytes(
        '<script>"<meta charset=big5>"</script><!--<meta charset=big5>--><title><meta charset=big5></title><p><meta charset=shift_jis>',
        japanese,
      ),
      '<script>"<meta charset=big5>"</script><!--<meta charset=big5>--><title><meta charset=big5></title><p><meta charset=shift_jis>日本語',
    ],
    [
      'a header that names no encoding, meta right',
      'text/html; charset=none',
      bytes("<meta charset='x-sjis'>", japanese),
      "<meta charset='x-sjis'>日本語",
    ],
    ['UTF-16 that nobody declares', 'text/html', bytes(utf16('<p>Привет')), '<p>Привет'],
    ['iso-8859-1, read as windows-1252', 'text/html; charset=iso-8859-1', bytes(french, [0x80]), 'été€'],
    [
      'an XML declaration',
      '',
      bytes('<?xml version="1.0" encoding="windows-1251"?>', russian),
      '<?xml version="1.0" encoding="windows-1251"?>Привет',
    ],
    [
      'iso-2022-jp, whose bytes are all ASCII',
      'text/html; charset=iso-2022-jp',
      bytes([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42]),
      '日',
    ],
    ['UTF-16 little endian by mark', '', bytes([0xff, 0xfe], utf16('Привет')), 'Привет'],
    ['UTF-16 big endian by mark', 'text/html; charset=utf-8', bytes([0xfe, 0xff, 0x04, 0x1f]), 'П'],
    [
      'UTF-8 by mark, although another encoding is declared',
      'text/html; charset=windows-1251',
      bytes([0xef, 0xbb, 0xbf, 0xc3, 0xa9]),
      'é',
    ],
    ['nothing declared, UTF-8', '', bytes([...Buffer.from('Привет')]), 'Привет'],
    ['nothing declared, not UTF-8', '', bytes([0x93], 'quoted', [0x94]), '“quoted”'],
    [
      'UTF-8, although another encoding is declared',
      'text/html; charset=iso-8859-1',
      bytes([...Buffer.from('Привет')]),
      'Привет',
    ],
    [
      'wrongly declared as UTF-8, meta right',
      'text/html; charset=utf-8',
      bytes('<meta charset="windows-1251">', russian),
      '<meta charset="windows-1251">Привет',
    ],
    ['wrongly declared as UTF-8, nothing else known', 'text/html; charset=utf-8', bytes(french), 'été'],
    ['UTF-16 in a meta tag means UTF-8', '', bytes('<meta charset="utf-16">x'), '<meta charset="utf-16">x'],
    ['an unknown label', 'text/html; charset=klingon', bytes('plain'), 'plain'],
    ['nothing at all', '', bytes(), ''],
  ])('%s', (_, contentType, body, expected) => {
    expect(decodePage(body, contentType)).toBe(expected)
  })

  test('UTF-8 with a damaged byte stays UTF-8', () => {
    const damaged = bytes([...Buffer.from('Съешь же ещё этих мягких французских булок'), 0xff])
    expect(decodePage(damaged, 'text/html; charset=windows-1251')).toContain('мягких французских')
  })
})

test('many beginnings of tags cost no square', () => {
  const begun = performance.now()
  for (const piece of ['<meta ', '<script ', '<!--', '<title></title>', '<script></script>'])
    decodePage(bytes(piece.repeat(500_000 / piece.length), [0xe9]), 'text/html')
  expect(performance.now() - begun).toBeLessThan(3_000)
})
