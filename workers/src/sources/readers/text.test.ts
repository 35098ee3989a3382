import { describe, expect, it, test } from 'vitest'
import { fileOf } from '../../test-support/import-files.ts'
import { textOf } from './text.ts'

const read = async (bytes: Uint8Array, size?: number) => {
  let text = ''
  for await (const piece of textOf(fileOf(bytes, size === undefined ? {} : { size }))) text += piece
  return text
}
const TEXT = 'title,url\nÉchecs – “日本語” 😀,https://a.example/é\n'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const latin = (text: string) => Buffer.from(text, 'latin1')

describe('textOf', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16 BE with a mark', utf16be(`\uFEFF${TEXT}`)],
    ['UTF-16 LE without a mark', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 BE without a mark', utf16be(TEXT)],
  ])('reads %s', async (_, bytes) => {
    expect(await read(bytes)).toBe(TEXT)
    expect(await read(bytes, 1)).toBe(TEXT)
  })

  it('reads Windows-1252 where the bytes are no UTF-8', async () => {
    expect(await read(Buffer.concat([latin('caf\xe9 na\xefve '), Buffer.from([0x80, 0x93, 0x94])]))).toBe(
      'café naïve €“”',
    )
  })

  it('reads Windows-1252 as a whole, also pairs that could be UTF-8', async () => {
    expect(await read(latin('\xe9t\xe9 \xe0 \xc3\xa9'))).toBe('été à Ã©')
  })

  it('keeps UTF-8 around a damaged byte', async () => {
    const bytes = Buffer.concat([Buffer.from('日本語'), Buffer.from([0xe9]), Buffer.from('日本語')])
    expect(await read(bytes)).toBe('日本語é日本語')
  })

  it('loses nothing where the first invalid byte comes late', async () => {
    const ascii = 'x'.repeat(1_500_000)
    expect(await read(Buffer.concat([latin(ascii), latin('caf\xe9'), latin(ascii)]))).toBe(
      `${ascii}café${ascii}`,
    )
  })

  it('keeps characters that lie across blocks', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const text = 'a'.repeat(shift) + '😀'.repeat(40_000)
      expect((await read(Buffer.from(text))) === text).toBe(true)
    }
  })

  it('reads a sequence that the end cuts byte by byte', async () => {
    expect(await read(Buffer.concat([Buffer.from('日本語日本語'), Buffer.from([0xe6, 0x97])]))).toBe(
      '日本語日本語æ—',
    )
  })

  it('drops NULs', async () => {
    expect(await read(Buffer.from('title,u\0rl\nA long enough line of text,https://a.example/\0'))).toBe(
      'title,url\nA long enough line of text,https://a.example/',
    )
  })

  it('reads an empty file', async () => {
    expect(await read(Buffer.alloc(0))).toBe('')
  })
})
